import { expect, test } from 'vitest'
import { numberIn, textIn, wordIn } from '#web/app/search.ts'

test('text is trimmed, and empty text is none', () => {
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

test('only the known words count', () => {
  expect(wordIn({ tab: 'faith' }, 'tab', ['daily', 'faith'])).toBe('faith')
  expect(wordIn({ tab: 'other' }, 'tab', ['daily', 'faith'])).toBeUndefined()
})
