import { expect, test } from 'vitest'
import { pageCountOf, withPage } from '#web/features/admin/admin-address.ts'

test('the first page needs no number in the address, and a page keeps tab and search', () => {
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
])('%i entries at 10 a page make %i pages', (total, expected) => {
  expect(pageCountOf({ total, pageSize: 10 })).toBe(expected)
})
