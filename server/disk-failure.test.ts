import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { explainDisk } from './disk-failure.ts'
import { StartError } from './start-error.ts'

const explain = (error: unknown): Promise<unknown> => explainDisk(tmpdir(), error)
const withCode = (code: string): Error => Object.assign(new Error('from the system'), { code })

test('a disk that is full or read-only is named, however deep its error is', async () => {
  const full = `Nothing can be written into ${tmpdir()}. The disk is full. Free up space there, or choose a folder on another disk.`
  const errors = [
    withCode('ENOSPC'),
    new Error('The files are not available.', { cause: withCode('ENOSPC') }),
    // PostgreSQL's disk_full.
    withCode('53100'),
    new StartError(
      'initdb failed (exit code 1): FATAL: could not extend file "base/1/2691": No space left on device',
    ),
  ]
  for (const error of errors) {
    expect(await explain(error)).toMatchObject({ name: 'StartError', message: full, cause: error })
  }
  expect(await explain(withCode('EROFS'))).toMatchObject({
    message: expect.stringContaining('The disk is read-only.'),
  })
})

test.runIf(process.platform === 'linux')('a write to a full device is named', async () => {
  const error = await writeFile('/dev/full', 'words').catch((thrown: unknown) => thrown)
  expect(await explain(error)).toMatchObject({ message: expect.stringContaining('is full') })
})

test('other errors stay as they are', async () => {
  const errors = [withCode('ENOENT'), withCode('23505'), new StartError('No key.'), 'a text']
  for (const error of errors) expect(await explain(error)).toBe(error)
})
