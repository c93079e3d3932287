import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { lockFile } from '#server/file-lock.ts'
import { StartError } from '#server/start-error.ts'

/** A data folder that this process has locked. */
export interface DataFolder {
  /** Absolute. */
  path: string
  /** Releases the lock. The end of the process, however it ends, does so too. */
  release(): Promise<void>
}

/**
 * Creates the folder if it is missing (mode 700) and locks it.
 *
 * Throws an Error whose message is a sentence for the operator if another running process has
 * locked the folder, or if the folder cannot be written.
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  const folder = resolve(path)
  await createFolder(folder, path)
  const lock = await takeLock(folder, path)
  await writeFile(pidFile(folder), `${process.pid}\n`, { mode: 0o600 }).catch((error: unknown) => {
    lock[Symbol.dispose]()
    throw unusable(path, error)
  })
  return {
    path: folder,
    release: async () => lock[Symbol.dispose](),
  }
}

/** Makes sure a folder inside the data folder exists and only this user can enter it. */
export async function openPrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await chmod(path, 0o700)
}

async function createFolder(folder: string, name: string): Promise<void> {
  try {
    const created = await mkdir(folder, { recursive: true })
    if (created !== undefined) await chmod(folder, 0o700)
  } catch (error) {
    throw unusable(name, error)
  }
}

async function takeLock(folder: string, name: string): Promise<Disposable> {
  let lock: Disposable | undefined
  try {
    lock = lockFile(join(folder, 'server.lock'))
  } catch (error) {
    throw unusable(name, error)
  }
  if (!lock) throw await alreadyHeld(folder, name)
  return lock
}

async function alreadyHeld(folder: string, name: string): Promise<Error> {
  const pid = (await readFile(pidFile(folder), 'utf8').catch(() => '')).trim()
  const holder = pid === '' ? 'Another Folx server' : `Another Folx server (process ${pid})`
  return new StartError(
    `${holder} already uses the data folder ${name}. Stop it first, or set DATA_DIR to another folder.`,
  )
}

function unusable(name: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new StartError(
    `The data folder ${name} cannot be used (${reason}). Let this user write to it, or set DATA_DIR to another folder.`,
    { cause },
  )
}

function pidFile(folder: string): string {
  return join(folder, 'server.pid')
}
