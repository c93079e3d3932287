import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** What the checked-out branch will be merged into, if such a reference exists. */
const TARGETS = ['origin/HEAD', 'origin/main', 'main']

/**
 * The files that differ from `base`, a git reference, with those not committed yet. Without one, the
 * files that this branch changes; undefined if nothing says where the branch begins, as in a clone of
 * the main branch alone.
 */
export async function changedFiles(base?: string): Promise<string[] | undefined> {
  const start = base ?? (await branchStart())
  if (start === undefined) return undefined
  // Compared with the merge base, so that what others changed meanwhile does not count.
  const changed = await git('diff', '--name-only', '--no-renames', '--merge-base', start)
  const added = await git('ls-files', '--others', '--exclude-standard')
  return [...new Set([...lines(changed), ...lines(added)])].sort()
}

async function branchStart(): Promise<string | undefined> {
  const head = await git('rev-parse', 'HEAD')
  for (const target of TARGETS) {
    const start = await git('merge-base', 'HEAD', target).catch(() => head)
    if (start !== head) return start.trim()
  }
  return undefined
}

async function git(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', args, { maxBuffer: 16 * 1024 * 1024 })
  return stdout
}

function lines(text: string): string[] {
  return text.split('\n').filter(Boolean)
}
