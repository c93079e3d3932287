import { chown, open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '#server/start-error.ts'
import { newMasterKey } from './domain/keys.ts'
import { readIfExists, syncFolder } from './local-files.ts'
import { findParts } from './site-parts.ts'

const KEY_FILE = 'data.key'
/** Exists beside the key file while `npm run rotate-key` replaces that. */
const NEXT_KEY_FILE = 'data.key.next'

/** Shown to an operator who starts the server before a key rotation is finished. */
export const UNFINISHED_ROTATION =
  'A change of the master key was not finished. Run `npm run rotate-key` again, then start.'

/**
 * Returns the key that wraps all others: `DATA_KEY`, or a file with mode 600 that the first start
 * creates in the data folder. Throws a StartError during an unfinished rotation, and if the key is
 * missing although there is a site: one made anew would open nothing.
 */
export async function loadMasterKey(input: {
  configured: Buffer | undefined
  dataDir: string
  /** Whether the database was already used with a master key. */
  isDatabaseUsed(): Promise<boolean>
}): Promise<Buffer> {
  const { configured, dataDir, isDatabaseUsed } = input
  if (configured) return configured
  if (await findNextKey(dataDir)) throw new StartError(UNFINISHED_ROTATION)
  const present = await readKey(join(dataDir, KEY_FILE))
  if (present) return present
  const hasFiles = (await findParts(dataDir)).includes('files')
  if (hasFiles || (await isDatabaseUsed())) throw new StartError(missingKey(dataDir))
  return createKey(dataDir, KEY_FILE)
}

/** Returns the key in the data folder. Throws a StartError if there is none. */
export async function readMasterKeyFile(dataDir: string): Promise<Buffer> {
  const key = await readKey(join(dataDir, KEY_FILE))
  if (key) return key
  const isSite = (await findParts(dataDir)).length > 0
  throw new StartError(
    isSite ? missingKey(dataDir) : `There is no site in ${dataDir}: it has no ${KEY_FILE}.`,
  )
}

function missingKey(dataDir: string): string {
  return `The master key ${join(dataDir, KEY_FILE)} is missing, and the site that is here can’t be opened without it. Nothing was changed. Put your copy of ${KEY_FILE} there, or set DATA_KEY to the line in it. Every backup contains a copy too: “npm run restore -- --help” says how to restore one.`
}

/** The new key that an interrupted rotation left in the data folder. */
export function findNextKey(dataDir: string): Promise<Buffer | undefined> {
  return readKey(join(dataDir, NEXT_KEY_FILE))
}

/** Returns the key that will replace the one in the data folder, and creates it if necessary. */
export async function prepareNextKey(dataDir: string): Promise<Buffer> {
  return (await findNextKey(dataDir)) ?? createKey(dataDir, NEXT_KEY_FILE)
}

/** Replaces the current key with the next one. The current key is lost. */
export async function installNextKey(dataDir: string): Promise<void> {
  await moveKey(dataDir, NEXT_KEY_FILE, KEY_FILE)
}

/** Writes a draft first, so a crash never leaves half a key under the final name. */
async function createKey(dataDir: string, name: string): Promise<Buffer> {
  const key = newMasterKey()
  const draft = `${name}.draft`
  const file = await open(join(dataDir, draft), 'w', 0o600)
  try {
    await file.writeFile(`${key.toString('hex')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await keepOwner(join(dataDir, KEY_FILE), join(dataDir, draft))
  await moveKey(dataDir, draft, name)
  return key
}

/** If root rotates the key, the user that the server runs as must still be able to read it. */
async function keepOwner(present: string, draft: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const owner = await stat(present).catch(() => undefined)
  if (owner) await chown(draft, owner.uid, owner.gid)
}

async function moveKey(dataDir: string, from: string, to: string): Promise<void> {
  await rename(join(dataDir, from), join(dataDir, to))
  await syncFolder(dataDir)
}

async function readKey(path: string): Promise<Buffer | undefined> {
  const text = await readIfExists(path).catch((cause: Error) => {
    throw new StartError(
      `The key file ${path} cannot be read (${cause.message}). It must be a file that belongs to the user that runs the server, with mode 600.`,
      { cause },
    )
  })
  if (text === undefined) return undefined
  const key = Buffer.from(text.trim(), 'hex')
  if (key.length !== 32)
    throw new StartError(`The key file ${path} is damaged; restore it from a backup.`)
  return key
}
