import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '#server/start-error.ts'
import type { SealedArchive } from './manifest.ts'
import { readMasterKey } from './restore.ts'

/** Reads the secret half of a backup key from a file that may contain other lines, too. */
export async function readIdentity(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw new StartError(`The key file ${path} cannot be read.`, { cause })
  })
  const line = text.split('\n').find((each) => each.trim().startsWith('AGE-SECRET-KEY-'))
  if (!line) throw new StartError(`The file ${path} contains no backup key (AGE-SECRET-KEY-1…).`)
  return line.trim()
}

/**
 * Writes the master key of an archive to the data folder being restored. `configured` is
 * `DATA_KEY`, if that is set.
 */
export async function restoreMasterKey(
  input: SealedArchive & { configured: Buffer | undefined; dataDir: string },
): Promise<void> {
  const { configured, dataDir } = input
  const masterKey = await readMasterKey(input)
  if (masterKey && configured && !masterKey.equals(configured)) {
    throw new StartError(
      'DATA_KEY is not the key of the site in the backup. Remove it: the key is in the backup.',
    )
  }
  if (masterKey) {
    const text = `${masterKey.toString('hex')}\n`
    await writeFile(join(dataDir, 'data.key'), text, { mode: 0o600 })
  } else if (!configured) {
    throw new StartError('The key of that site is not in the backup. Set DATA_KEY to it.')
  }
}
