import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The branches that the checked-out one may be merged into; the first that exists counts. */
const TARGETS = ['origin/HEAD', 'origin/main', 'main']

type Git = (...args: string[]) => Promise<string>

/**
 * The files that differ from `base`, a Git reference, with those not committed yet. Without one, the
 * files that this branch changes; undefined if nothing says where the branch begins, as in a clone of
 * the main branch alone.
 */
export async function changedFiles(base?: string, folder = '.'): Promise<string[] | undefined> {
  const git: Git = async (...args) => {
    const options = { cwd: folder, maxBuffer: 16 * 1024 * 1024 }
    return (await promisify(execFile)('git', args, options)).stdout
  }
  const start = base ?? (await branchStart(git))
  if (start === undefined) return undefined
  // Compared with the merge base, so that what others changed meanwhile does not count.
  const changed = await git('diff', '--name-only', '--no-renames', '--merge-base', start)
  const added = await git('ls-files', '--others', '--exclude-standard')
  return [...new Set(`${changed}${added}`.split('\n').filter(Boolean))].sort()
}

async function branchStart(git: Git): Promise<string | undefined> {
  const head = await git('rev-parse', 'HEAD')
  for (const target of TARGETS) {
    const start = await git('merge-base', 'HEAD', target).catch(() => head)
    if (start !== head) return start.trim()
  }
  return undefined
}
