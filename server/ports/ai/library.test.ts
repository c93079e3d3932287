import { expect, test } from 'vitest'
import { z } from 'zod'
import type { DailyType } from '#contract/daily.ts'
import { sanitizeHtml } from '#server/domain/sanitize-html.ts'
import { checkQuotations } from '#server/features/daily/quotations.ts'
import { libraryMessages, libraryReflections } from '#server/library/library.ts'
import { readTexts } from '#server/library/read.ts'
import { createWorldEnglishBible } from '../scripture/world-english-bible.ts'
import { createLibraryWriter, pickText, renderMessage, renderReflection } from './library.ts'

const TEXTS = {
  message: libraryMessages().map((text) => ({ ...text, html: renderMessage(text) })),
  reflection: libraryReflections().map((text) => ({ ...text, html: renderReflection(text) })),
}
const TYPES: DailyType[] = ['message', 'reflection']
const bible = createWorldEnglishBible()

test.each(TYPES)('there are at least 90 texts of the type %s, all different', (type) => {
  const texts = TEXTS[type]
  expect(texts.length).toBeGreaterThanOrEqual(90)
  for (const part of ['key', 'title', 'html'] as const) {
    expect(new Set(texts.map((text) => text[part].toLowerCase())).size).toBe(texts.length)
  }
})

test('messages and reflections share no key', () => {
  const keys = new Set(libraryMessages().map(({ key }) => key))
  expect(libraryReflections().filter(({ key }) => keys.has(key))).toEqual([])
})

test.each(TYPES)('every %s is clean HTML', (type) => {
  for (const { html } of TEXTS[type]) expect(sanitizeHtml(html)).toBe(html)
})

test.each(TYPES)('every quotation in every %s matches the bundled Bible', async (type) => {
  const wrong: unknown[] = []
  for (const { key, html } of TEXTS[type]) {
    const quotations = await checkQuotations(bible, html)
    wrong.push(
      ...quotations.filter((one) => one.status !== 'matches').map((one) => ({ key, ...one })),
    )
  }
  expect(wrong).toEqual([])
})

test('the verse of each text is recognized as a quotation with its reference', async () => {
  for (const text of [...libraryMessages(), ...libraryReflections()]) {
    if (!text.verse) continue
    const html = 'prayer' in text ? renderMessage(text) : renderReflection(text)
    expect(await checkQuotations(bible, html)).toContainEqual(
      expect.objectContaining({ reference: text.verse.reference, status: 'matches' }),
    )
  }
})

test('a message is rendered from its parts', () => {
  expect(
    renderMessage({
      key: 'k',
      title: 'Bread & Rest',
      verse: { reference: 'John 11:35', text: 'Jesus wept.' },
      paragraphs: ['One.', '2 < 3'],
      prayer: 'Stay with us.',
    }),
  ).toBe(
    '<h3>Bread &amp; Rest</h3><blockquote><p>“Jesus wept.”</p><p>— John 11:35 (WEB)</p></blockquote><p>One.</p><p>2 &lt; 3</p><p><em>Stay with us.</em></p>',
  )
})

test('a reflection is rendered from its parts, with or without a verse', () => {
  const text = {
    key: 'k',
    title: 'Hands',
    paragraphs: ['One.'],
    question: 'Why?',
    practice: 'Rest.',
  }
  expect(renderReflection(text)).toBe(
    '<h3>Hands</h3><p>One.</p><p><strong>Why?</strong></p><p>Rest.</p>',
  )
  const verse = { reference: 'John 11:35', text: 'Jesus wept.' }
  expect(renderReflection({ ...text, verse })).toContain('</blockquote><p>One.</p>')
})

test.each(TYPES)('every %s is used once before the oldest is repeated', async (type) => {
  const writer = createLibraryWriter()
  const usedLibraryKeys: string[] = []
  const draw = async () => {
    const request = { type, agentStyle: '', reflectionPrompt: '', usedLibraryKeys }
    const { html, libraryKey } = await writer.write(request)
    usedLibraryKeys.unshift(libraryKey ?? '')
    return html
  }
  const htmls: string[] = []
  for (const _ of TEXTS[type]) htmls.push(await draw())
  expect(new Set(htmls).size).toBe(TEXTS[type].length)
  expect(await draw()).toBe(htmls[0])
  expect(await draw()).toBe(htmls[1])
})

test('texts with the same theme are spread out from the first day on', () => {
  const rest = new Set(
    readTexts('messages/1-rest.md', z.object({ key: z.string() })).map(({ key }) => key),
  )
  const days = libraryMessages().map(({ key }) => rest.has(key))
  expect(days.slice(0, 16).filter(Boolean)).toHaveLength(2)
  expect(days.some((isRest, index) => isRest && days[index + 1])).toBe(false)
})

const abc = [{ key: 'a' }, { key: 'b' }, { key: 'c' }]

test.each([
  [[], 'a'],
  [['a'], 'b'],
  [['c', 'a', 'gone'], 'b'],
  [['c', 'b', 'a'], 'a'],
  [['a', 'c', 'b', 'a'], 'b'],
  [['b', 'b', 'a', 'c', 'b'], 'c'],
])('after the keys %j, the next one is %s', (used, expected) => {
  expect(pickText(abc, used).key).toBe(expected)
})
