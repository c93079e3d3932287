import { expect, test } from 'vitest'
import { pageCountOf, withPage } from '#web/features/admin/admin-address.ts'

test('page 1 has no number in the address, and every page keeps the rest', () => {
  expect(withPage({ part: 'outbox', page: 3, q: 'ann' }, 1)).toEqual({
    part: 'outbox',
    page: undefined,
    q: 'ann',
  })
  expect(withPage({ part: 'outbox' }, 2)).toEqual({ part: 'outbox', page: 2 })
})

test.each([
  [0, 1],
  [10, 1],
  [11, 2],
  [20, 2],
])('%i entries at 10 per page make %i pages', (total, expected) => {
  expect(pageCountOf({ total, pageSize: 10 })).toBe(expected)
})
