import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BOOKS } from '#contract/scripture-books.ts'
import { normalizeQuotation } from '#server/domain/quotation-words.ts'
import { escapeText } from '#server/domain/sanitize-html.ts'
import { createWorldEnglishBible } from '#server/ports/scripture/world-english-bible.ts'
import { checkQuotations, mayPublishUnseen } from './quotations.ts'

const bible = createWorldEnglishBible()

/** Each result as `status: text (reference)`. */
async function check(html: string): Promise<string[]> {
  const quotations = await checkQuotations(bible, html)
  return quotations.map(({ status, text, reference }) => `${status}: ${text} (${reference})`)
}

test.each([
  ['<p>“Jesus wept.” (John 11:35)</p>', ['matches: Jesus wept. (John 11:35)']],
  ['<p>“jesus — WEPT” (John 11:35)</p>', ['matches: jesus — WEPT (John 11:35)']],
  ['<p>“Jesus cried.” (John 11:35)</p>', ['differs: Jesus cried. (John 11:35)']],
  ['<p>“Jesus wept.” (John 11:34)</p>', ['differs: Jesus wept. (John 11:34)']],
  ['<p>“Jesus wept.” (John 11:99)</p>', ['differs: Jesus wept. (John 11:99)']],
  ['<blockquote>Jesus wept.</blockquote>', ['matches: Jesus wept. (null)']],
  [
    '<p>“Yahweh is my shepherd: I shall lack nothing”</p>',
    ['matches: Yahweh is my shepherd: I shall lack nothing (null)'],
  ],
  [
    '<p>“God helps those who help themselves”</p>',
    ['unknown: God helps those who help themselves (null)'],
  ],
  [
    '<p>“Yahweh is my shepherd … your rod and your staff” (Psalm 23)</p>',
    ['matches: Yahweh is my shepherd … your rod and your staff (Psalm 23)'],
  ],
  [
    '<p>“your rod and your staff ... Yahweh is my shepherd” (Psalm 23)</p>',
    ['differs: your rod and your staff ... Yahweh is my shepherd (Psalm 23)'],
  ],
  ['<p>“…I shall lack nothing.…” (Ps 23:1)</p>', ['matches: …I shall lack nothing.… (Ps 23:1)']],
  [
    '<p>“Yahweh is my shepherd: [...] he restores my soul” (Psalm 23:1, 3)</p>',
    ['matches: Yahweh is my shepherd: [...] he restores my soul (Psalm 23:1, 3)'],
  ],
  [
    '<p>“Yahweh is my shepherd … loves you”</p>',
    ['unknown: Yahweh is my shepherd … loves you (null)'],
  ],
  ['<p>Read Psalm 23 tonight.</p>', []],
  [
    '<p>Read Psalm 151 tonight, and Jude 1:99.</p>',
    ['differs:  (Psalm 151)', 'differs:  (Jude 1:99)'],
  ],
  ['<p>Nothing quoted.</p>', []],
  [
    '<p onclick="x">“Jesus <b>wept</b>.” (John 11:35)</p><script>“not read at all”</script>',
    ['matches: Jesus wept. (John 11:35)'],
  ],
])('%s', async (html, expected) => {
  expect(await check(html)).toEqual(expected)
})

test('the text of the referenced verses is returned with a quotation, unless it is long', async () => {
  const html = '<p>“Jesus cried.” (John 11:35) “The LORD is my shepherd” (Psalm 119)</p>'
  expect((await checkQuotations(bible, html)).map(({ expected }) => expected)).toEqual([
    'Jesus wept.',
    null,
  ])
})

test('only a text whose quotations all match may be published without review', async () => {
  const may = async (html: string) => mayPublishUnseen(await checkQuotations(bible, html))
  expect(await may('<p>Nothing quoted.</p>')).toBe(true)
  expect(await may('<p>“Jesus wept.” (John 11:35)</p>')).toBe(true)
  expect(await may('<p>“Jesus wept.” (John 11:35) “Jesus cried.” (John 11:35)</p>')).toBe(false)
  expect(await may('<p>“God helps those who help themselves.”</p>')).toBe(false)
  expect(await may('<p>See Psalm 151.</p>')).toBe(false)
})

test('a text full of invented quotations is checked quickly, and none of them matches', async () => {
  const html = '<p>“in the beginning there was”</p>'.repeat(1_500)
  // Measures CPU time, so that other tests on the machine do not matter.
  const before = process.cpuUsage()
  const quotations = await checkQuotations(bible, html)
  expect(quotations).toHaveLength(1_500)
  expect(mayPublishUnseen(quotations)).toBe(false)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(50_000)
})

interface VerseSample {
  reference: string
  text: string
}

const folder = new URL('../../ports/scripture/books/', import.meta.url)
const samples: VerseSample[] = readdirSync(folder)
  .filter((file) => file.endsWith('.txt'))
  .flatMap((file) => {
    const book = file.replace('.txt', '')
    const name = BOOKS[book]?.title
    const lines = readFileSync(new URL(file, folder), 'utf8').matchAll(/^(\d+:\d+) (.+)$/gm)
    return [...lines].map(([, place, text = '']) => ({ reference: `${name} ${place}`, text }))
  })
  .filter(({ text }) => text.split(' ').length >= 6)

/** Ways to write a quotation; quotation marks inside it become single ones, as is usual. */
const MARKUP: ((words: string, reference: string) => string)[] = [
  (words, reference) => `<blockquote><p>“${words}”</p><p>— ${reference} (WEB)</p></blockquote>`,
  (words, reference) => `<blockquote>${words} — ${reference}</blockquote>`,
  (words, reference) => `<blockquote><p>${words}</p></blockquote><p>(${reference})</p>`,
  (words, reference) => `<p>He said “${words}” (${reference}, WEB), and went on.</p>`,
  (words, reference) => `<p>In ${reference} it stands: "${words}"</p>`,
  (words, reference) => `<h3>Today</h3><p>“<em>${words}</em>”</p><p>${reference}</p>`,
  (words, reference) => `<ul><li><strong>“${words}”</strong> – ${reference}</li></ul>`,
  (words, reference) => `<p><em>${words}</em><br>— ${reference} (WEB)</p>`,
]

const quotation = fc
  .record({
    sample: fc.constantFrom(...samples),
    from: fc.nat(1_000),
    length: fc.integer({ min: 5, max: 40 }),
    markup: fc.constantFrom(...MARKUP),
  })
  .map(({ sample, from, length, markup }) => {
    const all = sample.text.replaceAll('“', '‘').replaceAll('”', '’').split(' ')
    const start = from % (all.length - 4)
    return { ...sample, markup, words: all.slice(start, start + length) }
  })
  .filter(({ words }) => normalizeQuotation(words.join(' ')).split(' ').length >= 4)

test('words of any verse match in any mark-up', async () => {
  await fc.assert(
    fc.asyncProperty(quotation, async ({ words, reference, markup }) => {
      const answers = await checkQuotations(bible, markup(escapeText(words.join(' ')), reference))
      expect(answers).toMatchObject([{ status: 'matches', reference }])
    }),
    { numRuns: 100 },
  )
})

test('one changed word differs', async () => {
  await fc.assert(
    fc.asyncProperty(quotation, fc.nat(), async ({ words, reference, markup }, at) => {
      const changed = words.with(at % words.length, 'zebra')
      const answers = await checkQuotations(bible, markup(changed.join(' '), reference))
      expect(answers).toMatchObject([{ status: 'differs', reference }])
    }),
    { numRuns: 100 },
  )
})

test('a wrong reference differs', async () => {
  await fc.assert(
    fc.asyncProperty(quotation, fc.constantFrom(...samples), async ({ words, markup }, other) => {
      const said = words.join(' ')
      fc.pre(!normalizeQuotation(other.text).includes(normalizeQuotation(said)))
      const answers = await checkQuotations(bible, markup(said, other.reference))
      expect(answers).toMatchObject([{ status: 'differs', reference: other.reference }])
      expect([null, other.text]).toContain(answers[0]?.expected)
    }),
    { numRuns: 100 },
  )
})
