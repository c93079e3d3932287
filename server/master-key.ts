import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '#server/start-error.ts'
import { newMasterKey } from './domain/keys.ts'

/**
 * The key that wraps every other one: `DATA_KEY`, or a file with mode 600 that the first start
 * creates in the data folder.
 */
export async function loadMasterKey(input: {
  configured: Buffer | undefined
  dataDir: string
}): Promise<Buffer> {
  if (input.configured) return input.configured
  const path = join(input.dataDir, 'data.key')
  const existing = await readKey(path)
  if (existing) return existing
  const key = newMasterKey()
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(`${key.toString('hex')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  return key
}

async function readKey(path: string): Promise<Buffer | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const key = Buffer.from(text.trim(), 'hex')
  if (key.length !== 32)
    throw new StartError(`The key file ${path} is damaged; restore it from a backup.`)
  return key
}
