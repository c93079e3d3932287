import { expect, test } from 'vitest'
import { freshList, mergeShown } from '#web/features/admin/queue/stable-list.ts'

const entry = (id: number, isGone = false) => ({ item: { id }, isGone })

test('entries keep their places: removed ones stay and new ones come last', () => {
  const shown = [entry(1), entry(2), entry(3)]
  expect(mergeShown(shown, [{ id: 9 }, { id: 1 }, { id: 3 }])).toEqual([
    entry(1),
    entry(2, true),
    entry(3),
    entry(9),
  ])
})

test('an entry that comes back is no longer marked as gone and keeps its old place', () => {
  expect(mergeShown([entry(1, true), entry(2)], [{ id: 2 }, { id: 1 }])).toEqual([
    entry(1),
    entry(2),
  ])
})

test('a fresh list is sorted by rank, and in the order of the server within a rank', () => {
  const rank = ({ id }: { id: number }): number => (id > 5 ? 0 : 1)
  expect(freshList([{ id: 1 }, { id: 8 }, { id: 2 }, { id: 6 }], rank)).toEqual([
    entry(8),
    entry(6),
    entry(1),
    entry(2),
  ])
})
