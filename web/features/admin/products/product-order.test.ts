import { expect, test } from 'vitest'
import { moved } from '#web/features/admin/products/product-order.tsx'

test.each([
  ['a', 2, 'bca'],
  ['c', 0, 'cab'],
  ['b', 1, 'abc'],
  ['a', -1, 'abc'],
  ['a', 9, 'bca'],
])('moving %s to index %i gives %s', (entry, place, order) => {
  expect(moved(['a', 'b', 'c'], entry, place).join('')).toBe(order)
})
