import { expect, test } from 'vitest'
import { pageCountOf, withPage } from '#web/features/admin/admin-address.ts'

test('page 1 has no number in the address, and every page keeps tab and search', () => {
  expect(withPage({ tab: 'email', page: 3, q: 'ann' }, 1)).toEqual({
    tab: 'email',
    page: undefined,
    q: 'ann',
  })
  expect(withPage({ tab: 'email' }, 2)).toEqual({ tab: 'email', page: 2 })
})

test.each([
  [0, 1],
  [10, 1],
  [11, 2],
  [20, 2],
])('%i entries at 10 per page make %i pages', (total, expected) => {
  expect(pageCountOf({ total, pageSize: 10 })).toBe(expected)
})
