import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isReservedName, nameKey } from './name-key.ts'

test.each([
  ['Iris', 'lris'],
  ['QuietRiver', 'quietriver'],
  ['Ana', 'Аnа'],
  ['paul', 'pаul'],
  ['modern', 'rnodern'],
  ['Zoë', 'Zoë'],
  ['bread0', 'breadO'],
  ['ТЕАМ', 'team'],
  ['Нill', 'Hill'],
  ['ａｎａ', 'ana'],
])('%s and %s look alike', (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other))
})

test.each([
  ['Ana', 'Anna'],
  ['Jose', 'José'],
  ['Quiet River', 'QuietRiver'],
])('%s and %s are different names', (one, other) => {
  expect(nameKey(one)).not.toBe(nameKey(other))
})

test.each([
  'admin',
  'Admin',
  'ADMlN',
  'adm1n',
  'аdmin',
  'ADМIN',
  'Moderator 1',
  'm0derator',
  '5upport',
  'Folx Team',
  'folx-support',
])('%s is reserved', (name) => {
  expect(isReservedName(name)).toBe(true)
})

test.each(['Ruth', 'administers hope', 'Mode', 'Still learning'])('%s is not reserved', (name) => {
  expect(isReservedName(name)).toBe(false)
})

test('the key of a key is the same key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (name) => {
      expect(nameKey(nameKey(name))).toBe(nameKey(name))
    }),
  )
})

test('names that differ only in case have the same key', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9 _-]{1,30}$/), (name) => {
      expect(nameKey(name.toUpperCase())).toBe(nameKey(name.toLowerCase()))
    }),
  )
})
