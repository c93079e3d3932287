import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config.ts'
import { createFiles } from './context.ts'

async function modeAfterStart(prepare: (folder: string) => Promise<unknown>): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'folx-files-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const folder = join(dataDir, 'files')
  await prepare(folder)
  const files = await createFiles(readConfig({ DATA_DIR: dataDir }))
  await files.close()
  return (await stat(folder)).mode & 0o777
}

test('other users of the machine cannot open the folder of recordings and keys', async () => {
  expect(await modeAfterStart(async () => undefined)).toBe(0o700)
})

test('a folder that others could open is made private at startup', async () => {
  expect(await modeAfterStart((folder) => mkdir(folder, { mode: 0o755 }))).toBe(0o700)
})
