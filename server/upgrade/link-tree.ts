import { constants } from 'node:fs'
import { chown, copyFile, link, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Error codes of `link` if the file system has no hard links, or no more of them for this file. */
const NO_LINKS = ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK']

/**
 * Hard-links every file of a folder into another folder, which takes no space. This is safe because
 * stored files are replaced and removed, never written to. Names that begin with a dot are work in
 * progress and skipped.
 */
export async function linkTree(from: string, to: string): Promise<void> {
  const { mode, uid, gid } = await stat(from)
  await mkdir(to, { recursive: true, mode: mode & 0o777 })
  // Root may do this for a server that runs as another user.
  if (process.getuid?.() === 0) await chown(to, uid, gid)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await linkTree(source, target)
    else if (entry.isFile()) await linkFile(source, target)
  }
}

async function linkFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!NO_LINKS.includes(code)) throw error
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  }
}
