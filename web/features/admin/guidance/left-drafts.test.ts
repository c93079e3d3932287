import { expect, test } from 'vitest'
import { leftEntries } from '#web/features/admin/guidance/left-drafts.tsx'

function entries(...ids: number[]): { id: number }[] {
  return ids.map((id) => ({ id }))
}

test('an entry missing between others has left', () => {
  const now = { items: entries(1, 3), page: 1, pageSize: 3, total: 2 }
  expect(leftEntries(entries(1, 2, 3), now)).toEqual(entries(2))
})

test('a missing last entry has left if no page follows', () => {
  const now = { items: entries(1, 2), page: 1, pageSize: 3, total: 2 }
  expect(leftEntries(entries(1, 2, 3), now)).toEqual(entries(3))
})

test('a missing last entry may have moved to the next page', () => {
  const now = { items: entries(9, 1, 2), page: 1, pageSize: 3, total: 4 }
  expect(leftEntries(entries(1, 2, 3), now)).toEqual([])
})

test('a missing first entry of a later page may have moved to the previous page', () => {
  const now = { items: entries(5, 6), page: 2, pageSize: 3, total: 5 }
  expect(leftEntries(entries(4, 5, 6), now)).toEqual([])
})

test('entries of a later page that is now empty may have moved to the previous page', () => {
  const now = { items: entries(), page: 2, pageSize: 3, total: 3 }
  expect(leftEntries(entries(4, 5), now)).toEqual([])
})

test('every entry has left a list that is now empty', () => {
  const now = { items: entries(), page: 1, pageSize: 3, total: 0 }
  expect(leftEntries(entries(1, 2), now)).toEqual(entries(1, 2))
})
