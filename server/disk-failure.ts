import { statfs } from 'node:fs/promises'
import { StartError } from '#server/start-error.ts'

/** Error codes of a file system, with what the operator can do about each. */
export const REFUSALS: Record<string, string> = {
  ENOSPC: 'The disk is full. Free up space there, or choose a folder on another disk',
  EDQUOT: 'This user’s disk quota is used up. Free up space there, or choose another folder',
  EROFS: 'The disk is read-only. Mount it for writing, or choose a folder on another disk',
  EACCES: 'This user may not write there. Allow it, or choose another folder',
  EPERM: 'This user may not write there. Allow it, or choose another folder',
  // Node's error for creating a folder on a read-only disk.
  ENOENT:
    'The folder can’t be created. Mount its disk for writing, or choose a folder on another disk',
  EEXIST: 'A file or a broken link is in its way. Remove it, or choose another folder',
  ENOTDIR: 'A file or a broken link is in its way. Remove it, or choose another folder',
  EIO: 'The disk has an error. Choose a folder on another disk, and have this one checked',
}

/** PostgreSQL's names for problems of a file system. */
const SQL_STATES: Record<string, string> = { '53100': 'ENOSPC', '58030': 'EIO' }

/** The C library's words, which PostgreSQL's programs print. */
const WORDS: [words: string, code: string][] = [
  ['No space left on device', 'ENOSPC'],
  ['Disk quota exceeded', 'EDQUOT'],
  ['Read-only file system', 'EROFS'],
]

/** PostgreSQL stops without a word when it can't add a file of this size to its log. */
const WAL_SEGMENT = 16 * 1024 ** 2

/**
 * Returns a StartError with what the operator can do if the disk of the data folder is the reason
 * for an error; any other error unchanged. To be called before anything there is removed.
 */
export async function explainDisk(dataDir: string, error: unknown): Promise<unknown> {
  const code = codeOf(error) ?? (await isFull(dataDir, error))
  const refusal = code && REFUSALS[code]
  if (!refusal) return error
  return new StartError(`Nothing can be written into ${dataDir}. ${refusal}.`, { cause: error })
}

/** The code of the file system's error behind this one. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const own = 'code' in error ? String(error.code) : ''
  const code = SQL_STATES[own] ?? WORDS.find(([words]) => error.message.includes(words))?.[1] ?? own
  // A missing file says nothing about the disk.
  return code in REFUSALS && code !== 'ENOENT' ? code : codeOf(error.cause)
}

async function isFull(dataDir: string, error: unknown): Promise<string | undefined> {
  if (error instanceof StartError) return undefined
  const stats = await statfs(dataDir).catch(() => undefined)
  return stats && stats.bavail * stats.bsize < WAL_SEGMENT ? 'ENOSPC' : undefined
}
