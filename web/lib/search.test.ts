import { expect, test } from 'vitest'
import { CalendarDate } from '#contract/fields.ts'
import { dateIn, numberIn, textIn, wordIn } from '#web/lib/search.ts'

test('text is trimmed, and empty text is undefined', () => {
  expect(textIn({ q: ' hope ' }, 'q')).toBe('hope')
  expect(textIn({ q: '  ' }, 'q')).toBeUndefined()
  expect(textIn({}, 'q')).toBeUndefined()
})

test('text that looks like a number stays text', () => {
  expect(textIn({ q: 12 }, 'q')).toBe('12')
})

test.each([
  [7, 7],
  ['7', 7],
  [0, undefined],
  [-1, undefined],
  [1.5, undefined],
  ['x', undefined],
  [{}, undefined],
  [undefined, undefined],
])('%j as a page is %j', (page, expected) => {
  expect(numberIn({ page }, 'page')).toBe(expected)
})

test('only known words are accepted', () => {
  expect(wordIn({ tab: 'faith' }, 'tab', ['daily', 'faith'])).toBe('faith')
  expect(wordIn({ tab: 'other' }, 'tab', ['daily', 'faith'])).toBeUndefined()
})

test.each([
  '2026-02-28',
  '2024-02-29',
  '2026-02-29',
  '2026-13-01',
  '2026-04-31',
  '0001-01-01',
  '0000-01-01',
  '2026-2-3',
  '2026-02-28T00:00',
  '',
  20260228,
  undefined,
])('%j is accepted as a date exactly if the contract accepts it', (value) => {
  expect(dateIn({ date: value }, 'date')).toBe(CalendarDate.safeParse(value).data)
})
