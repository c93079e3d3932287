import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centsOf, dollarsOf } from './money.ts'

test.each([
  ['0', 0],
  ['12', 1_200],
  ['12.5', 1_250],
  ['12.50', 1_250],
  ['0.07', 7],
  ['1.10', 110],
  // Amounts that multiplying by 100 in floating point gets wrong.
  ['1.15', 115],
  ['8.2', 820],
  ['19.99', 1_999],
  ['0029.00', 2_900],
  ['999999.99', 99_999_999],
])('%s dollars are %i cents', (dollars, cents) => {
  expect(centsOf(dollars)).toBe(cents)
})

test.each([
  [0, '0.00'],
  [7, '0.07'],
  [70, '0.70'],
  [2_900, '29.00'],
  [99_999_999, '999999.99'],
  [-150, '-1.50'],
])('%i cents are %s dollars', (cents, dollars) => {
  expect(dollarsOf(cents)).toBe(dollars)
})

test('every amount survives the conversion to dollars and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => {
      expect(centsOf(dollarsOf(cents))).toBe(cents)
    }),
  )
})
