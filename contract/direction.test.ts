import { expect, test } from 'vitest'
import { isolated, isRightToLeft } from './direction.ts'

test.each([
  ['שלום 7', '\u2068שלום 7\u2069'],
  ['Anna שלום', '\u2068Anna שלום\u2069'],
  ['ߛߌ߬ߛߍ߬', '\u2068ߛߌ߬ߛߍ߬\u2069'],
  ['Sparrow 7', 'Sparrow 7'],
  ['Zoë', 'Zoë'],
  ['', ''],
])('%j in a sentence is %j', (name, expected) => {
  expect(isolated(name)).toBe(expected)
})

test.each([
  ['“سلام” and more', true],
  ['7 – שלום', true],
  ['Peace, שלום', false],
  ['123', false],
])('%j is written from right to left: %j', (text, expected) => {
  expect(isRightToLeft(text)).toBe(expected)
})
