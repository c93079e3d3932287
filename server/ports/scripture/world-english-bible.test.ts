import { expect, test } from 'vitest'
import { BOOKS, countChapters, countVerses } from '#contract/scripture-books.ts'
import { normalizeQuotation } from '#server/domain/quotation-words.ts'
import { createWorldEnglishBible } from './world-english-bible.ts'

const bible = createWorldEnglishBible()

/** Reads a passage such as `3:16` to `3:18`. */
function read(book: string, from: string, to = from): Promise<string | undefined> {
  const place = (text: string) => {
    const [chapter = 0, verse = 0] = text.split(':').map(Number)
    return { chapter, verse }
  }
  return bible.read({ book, from: place(from), to: place(to) })
}

test('a verse is read word for word', async () => {
  expect(await read('john', '11:35')).toBe('Jesus wept.')
  expect(await read('psalms', '23:1')).toBe('Yahweh is my shepherd: I shall lack nothing.')
})

test('verses are joined by spaces, also across chapters', async () => {
  expect(await read('1thessalonians', '5:16', '5:18')).toBe(
    'Always rejoice. Pray without ceasing. In everything give thanks, for this is the will of God in Christ Jesus toward you.',
  )
  const [last, first] = [await read('genesis', '1:31'), await read('genesis', '2:1')]
  expect(await read('genesis', '1:31', '2:1')).toBe(`${last} ${first}`)
})

test('the table of chapters matches the bundled text', async () => {
  for (const book of Object.keys(BOOKS)) {
    for (let chapter = 1; chapter <= countChapters(book); chapter++) {
      const last = { chapter, verse: countVerses(book, chapter) }
      const verses = await bible.findVerses({ book, from: { chapter, verse: 1 }, to: last })
      expect(verses?.at(-1), `${book} ${chapter}`).toMatchObject(last)
      const beyond = { chapter, verse: last.verse + 1 }
      expect(await bible.findVerses({ book, from: beyond, to: beyond })).toBeUndefined()
    }
    const next = { chapter: countChapters(book) + 1, verse: 1 }
    expect(await bible.findVerses({ book, from: next, to: next })).toBeUndefined()
  }
})

test('Infinity means the last verse of the chapter', async () => {
  const psalm = await read('psalms', '117:1', '117:Infinity')
  expect(psalm).toBe(await read('psalms', '117:1', '117:2'))
  expect(psalm).toMatch(/^Praise Yahweh, all you nations!.*Praise Yah!$/)
})

test.each([
  ['john', '3:37'],
  ['john', '22:1'],
  ['john', '0:0'],
  ['john', '3:16', '3:15'],
  ['john', '3:16', '3:99'],
  ['psalms', '151:1', '151:Infinity'],
  ['tobit', '1:1'],
  ['../port', '1:1'],
  ['', '1:1'],
])('%s %s to %s does not exist', async (book, from, to = from) => {
  expect(await read(book, from, to)).toBeUndefined()
})

test('an omitted verse cannot begin or end a passage and leaves no gap in one', async () => {
  expect(await read('acts', '8:37')).toBeUndefined()
  expect(await read('acts', '8:36', '8:38')).toBe(
    `${await read('acts', '8:36')} ${await read('acts', '8:38')}`,
  )
})

test('the words of every book are found, also across verses and chapters', async () => {
  for (const book of Object.keys(BOOKS)) {
    const first = await read(book, '1:1', '1:6')
    const later = await read(book, '1:9', '2:2')
    for (const text of [first, later]) {
      const words = normalizeQuotation(text ?? '').split(' ')
      if (words.length > 20) expect(await bible.contains(words.slice(3).join(' '))).toBe(true)
    }
  }
})

test.each([
  ['jesus wept', true],
  ['always rejoice pray without ceasing in everything', true],
  ['esus wept', false],
  ['jesus wep', false],
  ['16 always rejoice', false],
  ['s law', false],
  ['in yahwehs law on his law', true],
  ['but his delight is in yahwehs law on his law he meditates day and night he will be', true],
  ['don t be afraid', false],
  ['dont be afraid', true],
  ['the lord helps those who help themselves', false],
  ['', false],
])('%j occurs in the Bible: %s', async (words, expected) => {
  expect(await bible.contains(words)).toBe(expected)
})

test('a search through all books lets other work run in between', async () => {
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 0)
  await bible.contains('nowhere in any book at all')
  clearInterval(timer)
  expect(turns).toBeGreaterThan(10)
})
