import { expect, test } from 'vitest'
import type { MoodEntry } from '#contract/moods.ts'
import {
  draftOfEntry,
  entryOf,
  isUnsent,
  moodCallKey,
  previousEntries,
  relativeDay,
  waitingEntry,
  withEntry,
  withoutEntry,
} from '#web/features/moods/recent-moods.ts'

const TODAY = '2026-03-08'

function entry(date: string, id: number): MoodEntry {
  const at = `${date}T15:00:00.000Z`
  return { id, date, mood: 'peaceful', notes: null, version: '', createdAt: at, updatedAt: at }
}

const WEEK = [8, 7, 6, 5, 4, 3].map((day) => entry(`2026-03-0${day}`, day))

test('the previous entries are the latest five, without today', () => {
  expect(previousEntries(WEEK, TODAY).map(({ id }) => id)).toEqual([7, 6, 5, 4, 3])
  expect(previousEntries(WEEK, '2026-03-09').map(({ id }) => id)).toEqual([8, 7, 6, 5, 4])
  expect(entryOf(WEEK, TODAY)?.id).toBe(8)
  expect(entryOf(WEEK, '2026-03-09')).toBeUndefined()
  expect(entryOf(undefined, TODAY)).toBeUndefined()
})

test('an entry replaces the one of the same day', () => {
  const again = { ...entry(TODAY, 8), notes: 'Better now.' }
  const changed = withEntry({ items: WEEK, total: 40 }, again)
  expect(changed.items[0]?.notes).toBe('Better now.')
  expect(changed.items).toHaveLength(6)
  expect(changed.total).toBe(40)
  const added = withEntry({ items: WEEK, total: 40 }, entry('2026-03-09', 9))
  expect(added.items[0]?.id).toBe(9)
  expect(added.total).toBe(41)
  expect(withEntry(undefined, again)).toEqual({ items: [again], total: 1 })
})

test('a deleted entry is removed from a list that contains it', () => {
  expect(withoutEntry({ items: WEEK, total: 40 }, 7)).toEqual({
    items: WEEK.filter(({ id }) => id !== 7),
    total: 39,
  })
  expect(withoutEntry({ items: WEEK, total: 40 }, 99).total).toBe(40)
})

test('an entry that waits on the device is shown for its day', () => {
  const body = { mood: 'sad', notes: ' Tired. ', madeAt: '2026-03-08T12:00:00.000Z' }
  const calls = [
    { key: 'tick:2026-03-08', body: {} },
    { key: moodCallKey(TODAY), body },
  ]
  const kept = waitingEntry(calls, TODAY)
  expect(kept).toMatchObject({ date: TODAY, mood: 'sad', notes: 'Tired.', createdAt: body.madeAt })
  expect(kept && isUnsent(kept)).toBe(true)
  expect(waitingEntry(calls, '2026-03-07')).toBeUndefined()
  expect(waitingEntry([{ key: moodCallKey(TODAY), body: { mood: 'glad' } }], TODAY)).toBeUndefined()
})

test('an entry from the server does not count as waiting', () => {
  expect(isUnsent(entry(TODAY, 8))).toBe(false)
  expect(draftOfEntry(entry(TODAY, 8))).toEqual({ mood: 'peaceful', notes: '' })
})

test('relative days follow the calendar', () => {
  expect(relativeDay(TODAY, TODAY, 'en-US')).toBe('today')
  expect(relativeDay('2026-03-07', TODAY, 'en-US')).toBe('yesterday')
  expect(relativeDay('2026-03-05', TODAY, 'en-US')).toBe('3 days ago')
  expect(relativeDay('2026-02-20', TODAY, 'en-US')).toBe('2 weeks ago')
})
