import { isUtf8 } from 'node:buffer'
import { access, open, readFile } from 'node:fs/promises'
import { StartError } from './start-error.ts'

/** Whether an operation failed because the file or folder does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/** For `catch`: undefined if the file or folder does not exist; throws any other error. */
export function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
  return undefined
}

export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** The text of a file; undefined if it does not exist. */
export function readIfExists(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(ignoreMissing)
}

/** The text of a file that a person wrote. Throws a StartError if its letters can't be read. */
export async function readWrittenText(path: string): Promise<string> {
  const bytes = await readFile(path)
  if (isUtf8(bytes)) return bytes.toString()
  throw new StartError(`The file ${path} isn’t a text in UTF-8. Save it as UTF-8, then try again.`)
}

/** An instant, to the second, in the name of a file or folder: `2026-11-22T06-00-00`. */
export function timeInName(at: Date): string {
  return at.toISOString().slice(0, 19).replaceAll(':', '-')
}

/** Makes renames in a folder survive a power failure, as fsync(2) requires. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder.
  if (process.platform === 'win32') return
  await using folder = await open(path, 'r')
  await folder.sync()
}
