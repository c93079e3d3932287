import { expect, test } from 'vitest'
import { normalizeQuotation } from './quotation-words.ts'
import { findQuotations } from './quotations.ts'

/** `[quoted words, reference]` for each quotation. */
function found(html: string): [string, string | null][] {
  return findQuotations(html).map(({ text, reference }) => [text, reference?.text ?? null])
}

const WORDS = 'We love him, because he first loved us.'

test.each([
  [`<p>“${WORDS}” (1 John 4:19)</p>`],
  [`<p>"${WORDS}" (1 John 4:19, WEB)</p>`],
  [`<p>“${WORDS}” — 1 John 4:19 (NIV)</p>`],
  [`<p>“${WORDS}”<br />1 John 4:19 WEB</p>`],
  [`<p>1 John 4:19: “${WORDS}”</p>`],
  [`<p>In 1 John 4:19 we read that “${WORDS}”</p>`],
  [`<p>“${WORDS}” says 1 John 4:19 to all of us.</p>`],
  [`<p>It says, “${WORDS}” That is a short sentence. See 1 John 4:19.</p>`],
  [`<p>“${WORDS} (1 John 4:19)”</p>`],
  [`<p>“${WORDS}”</p><p>— 1 John 4:19</p>`],
  [`<h3>1 John 4:19</h3><p>“${WORDS}”</p>`],
  [`<p><em>${WORDS}</em> — 1 John 4:19</p>`],
  [`<p>${WORDS} — 1 John 4:19</p>`],
  [`<p>${WORDS}</p><p>— 1 John 4:19 (WEB)</p>`],
  [`<ul><li>“${WORDS}” (1 John 4:19)</li></ul>`],
  [`<blockquote>${WORDS} — 1 John 4:19</blockquote>`],
  [`<blockquote><p>“${WORDS}”</p><p>— 1 John 4:19 (WEB)</p></blockquote>`],
  [`<blockquote><p>“We love him,</p><p>because he first loved us.” 1 John 4:19</p></blockquote>`],
  [`<blockquote><p>1 John 4:19</p><p>${WORDS}</p></blockquote>`],
  [`<blockquote><p>${WORDS}</p></blockquote><p><strong>1 John 4:19</strong> and more words.</p>`],
  [`<p>So it stands in 1 John 4:19:</p><blockquote><p>${WORDS}</p></blockquote>`],
  [`<blockquote><blockquote><p>${WORDS}</p></blockquote><p>— 1 John 4:19</p></blockquote>`],
])('finds the quotation and its reference in %s', (html) => {
  const quotations = found(html).map(([text, reference]) => [normalizeQuotation(text), reference])
  expect(quotations).toEqual([[normalizeQuotation(WORDS), '1 John 4:19']])
})

test('the words are reported unchanged, without the marks and reference around them', () => {
  expect(found(`<blockquote><p>“${WORDS}”</p><p>— 1 John 4:19 (WEB)</p></blockquote>`)).toEqual([
    [WORDS, '1 John 4:19'],
  ])
})

test('each quotation gets the nearest reference', () => {
  const html = `<p>“${WORDS}” (1 John 4:19) “God is love and he stays” (1 John 4:8). In John 11:35, “he wept”.</p>`
  expect(found(html)).toEqual([
    [WORDS, '1 John 4:19'],
    ['God is love and he stays', '1 John 4:8'],
    ['he wept', 'John 11:35'],
  ])
})

test('one reference is not used for two quotations', () => {
  const html = `<p>“Blessed are the poor in spirit” and “blessed are those who mourn” (Matthew 5:4)</p>`
  expect(found(html)).toEqual([
    ['Blessed are the poor in spirit', null],
    ['blessed are those who mourn', 'Matthew 5:4'],
  ])
})

test('several verses in one blockquote are split at their references', () => {
  const html = `<blockquote><p>“${WORDS}” — 1 John 4:19</p><p>“Jesus wept.” — John 11:35</p></blockquote>`
  expect(found(html)).toEqual([
    [WORDS, '1 John 4:19'],
    ['Jesus wept.', 'John 11:35'],
  ])
})

test('a quotation within a quotation is part of it, even if the marks are not in pairs', () => {
  expect(found('<p>“He said to her, “Go in peace now.”” (Luke 7:50)</p>')).toEqual([
    ['He said to her, “Go in peace now.', 'Luke 7:50'],
  ])
  expect(found('<p>“He said to her, “Go in peace now.” (Luke 7:50)</p>')).toEqual([
    ['He said to her, “Go in peace now.', 'Luke 7:50'],
  ])
  expect(found('<p>“go in peace.” She went away” (Luke 7:50)</p>')).toEqual([
    ['go in peace.” She went away', 'Luke 7:50'],
  ])
  expect(found('<p>“He said to her, go in peace (Luke 7:50)</p>')).toEqual([
    ['He said to her, go in peace', 'Luke 7:50'],
  ])
})

test('a whole blockquote counts however short it is; a few words in quotation marks do not', () => {
  expect(found('<blockquote>Jesus wept.</blockquote>')).toEqual([['Jesus wept.', null]])
  expect(found('<p>He calls it “loving kindness” and a 5" board.</p>')).toEqual([])
  expect(found('<p>What “steadfast love” is, and “four words are here”.</p>')).toEqual([
    ['four words are here', null],
  ])
})

test('a reference alone is reported without words', () => {
  expect(found('<p>Read Psalm 23 and John 3:16 tonight.</p>')).toEqual([
    ['', 'Psalm 23'],
    ['', 'John 3:16'],
  ])
})

test.each([
  ['Don’t you be  afraid!', 'dont you be afraid'],
  ["‘DON'T’—you", 'dont you'],
  ['fig-tree', 'fig tree'],
  ['“Yes,” he said…', 'yes he said'],
  ['— … ”', ''],
])('%s is compared as %s', (text, expected) => {
  expect(normalizeQuotation(text)).toBe(expected)
})
