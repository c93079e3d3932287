import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** Where sources match, as `file:line`; tests and their helpers are left out. */
async function places(pattern: RegExp): Promise<string[]> {
  const found: string[] = []
  for await (const file of glob('{server,web,contract}/**/*.{ts,tsx}')) {
    if (/\.test\.tsx?$|^(server|web)\/testing\//.test(file)) continue
    const lines = (await readFile(file, 'utf8')).split('\n')
    for (const [index, line] of lines.entries()) {
      if (pattern.test(line)) found.push(`${file}:${index + 1}`)
    }
  }
  return found
}

test('no program is started through a shell', async () => {
  expect(await places(/\bshell: |\bexec(Sync)?\b[^(]*from 'node:child_process'/)).toEqual([])
  expect(await places(/from 'node:child_process'/)).not.toEqual([])
})

test('no code is created from text', async () => {
  expect(await places(/(?<!\w)eval\(|new Function\(/)).toEqual([])
})

test('regular expressions are created only from fixed word lists', async () => {
  const files = (await places(/new RegExp\(/)).map((place) => place.replace(/:\d+$/, ''))
  expect([...new Set(files)].sort()).toEqual([
    'contract/alphabets.ts',
    'contract/pasted-html.ts',
    'contract/scripture-reference.ts',
    'contract/visible.ts',
    'server/domain/csv.ts',
    'server/domain/quotation-section.ts',
    'server/ports/scripture/world-english-bible.ts',
    'web/features/identity/rules/ages.ts',
    'web/features/identity/rules/dates.ts',
    'web/features/identity/rules/names.ts',
    'web/features/identity/rules/places.ts',
    'web/features/identity/rules/relations.ts',
    'web/lib/crisis-words.ts',
  ])
})
