import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '#server/testing/make-folder.ts'
import { readWrittenText } from './local-files.ts'

test('a text that a person wrote is read if it is UTF-8, and refused otherwise', async () => {
  const path = join(await makeFolder(), 'list.csv')
  await writeFile(path, 'Zoë,zoe@example.org')
  expect(await readWrittenText(path)).toBe('Zoë,zoe@example.org')
  for (const encoding of ['latin1', 'utf16le'] as const) {
    await writeFile(path, Buffer.from('Zoë,zoe@example.org', encoding))
    await expect(readWrittenText(path)).rejects.toThrow(
      `The file ${path} isn’t a text in UTF-8. Save it as UTF-8, then try again.`,
    )
  }
})
