import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { identityFindings } from '#web/features/identity/check.ts'

test.each(['psalms', 'john', 'romans', 'ruth', 'acts'])(
  'the book of %s can be quoted with almost no findings',
  (book) => {
    const path = `../server/ports/scripture/books/${book}.txt`
    const text = readFileSync(new URL(path, import.meta.url), 'utf8')
    const options = { localNames: [], now: new Date(), known: [] }
    const marks = identityFindings(text, options).map(({ start, end }) => text.slice(start, end))
    expect((100 * marks.length) / text.split(/\s+/).length, marks.join('; ')).toBeLessThan(0.1)
  },
)
