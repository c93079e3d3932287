import { expect, test } from 'vitest'
import { archiveName } from './manifest.ts'
import { toRemove } from './retention.ts'

const DAY_MS = 24 * 60 * 60 * 1000

function daily(days: number): string[] {
  const newest = Date.UTC(2026, 10, 22, 6)
  return Array.from({ length: days }, (_, age) =>
    archiveName(new Date(newest - age * DAY_MS)),
  ).reverse()
}

test('of daily backups over two years, seven days, four weeks and twelve months remain', () => {
  const all = daily(730)
  const removed = new Set(toRemove(all))
  const kept = all.filter((name) => !removed.has(name))
  expect(kept.slice(-7)).toEqual(all.slice(-7))
  // The newest of a week or month is often that of another.
  expect(kept.length).toBeGreaterThanOrEqual(7 + 2 + 10)
  expect(kept.length).toBeLessThanOrEqual(7 + 4 + 12)
  const months = new Set(kept.map((name) => name.slice(0, 7)))
  expect(months.size).toBe(12)
})

test('a site that is backed up rarely keeps what it has', () => {
  const monthly = ['2026-01-05', '2026-02-05', '2026-03-05'].map((day) => `${day}T06-00-00Z`)
  expect(toRemove(monthly)).toEqual([])
})

test('of several in a day the newest remains once the day is over', () => {
  const twice = ['2026-03-05T06-00-00Z', '2026-03-05T18-00-00Z']
  expect(toRemove(twice)).toEqual(['2026-03-05T06-00-00Z'])
})
