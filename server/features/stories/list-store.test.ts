import { expect, test } from 'vitest'
import { splitSearch } from './list-store.ts'

test.each([
  ['bak', '', 'bak'],
  ['b', 'b', undefined],
  ['warm bak', 'warm ', 'bak'],
  ['self-ca', 'self-ca', undefined],
  ['warm -ovens', 'warm -ovens', undefined],
  ['"warm ov', '"warm ov', undefined],
  ['"warm ovens"', '"warm ovens"', undefined],
  ['"warm ovens" da', '"warm ovens" ', 'da'],
  ['gnade für', 'gnade ', 'für'],
  ["' | ! & :*", "' | ! & :*", undefined],
  ['', '', undefined],
])('%j is split into %j and the prefix %j', (text, whole, beginning) => {
  expect(splitSearch(text)).toEqual({ whole, beginning })
})
