import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/durations.ts'
import { archiveName, archiveTime, type Maker } from './manifest.ts'
import { toRemove } from './retention.ts'

/** The archives that a backup at the time of the last one removes. */
function removedBy(
  names: readonly string[],
  { madeBy = 'schedule', justMade }: { madeBy?: Maker | undefined; justMade?: string } = {},
): string[] {
  const archives = names.map((name) => ({ name, madeBy }))
  return toRemove(archives, {
    now: archiveTime(names.at(-1) ?? ''),
    ...(justMade && { justMade }),
  })
}

function daily(days: number): string[] {
  const newest = Date.UTC(2026, 10, 22, 6)
  return Array.from({ length: days }, (_, age) =>
    archiveName(new Date(newest - age * DAY_MS)),
  ).reverse()
}

test('of daily backups over two years, seven days, four weeks and twelve months remain', () => {
  const all = daily(730)
  const removed = new Set(removedBy(all))
  const kept = all.filter((name) => !removed.has(name))
  expect(kept.slice(-7)).toEqual(all.slice(-7))
  // The newest backups of a week and of a month are often the same.
  expect(kept.length).toBeGreaterThanOrEqual(7 + 2 + 10)
  expect(kept.length).toBeLessThanOrEqual(7 + 4 + 12)
  const months = new Set(kept.map((name) => name.slice(0, 7)))
  expect(months.size).toBe(12)
})

test('a site that is rarely backed up keeps all its backups', () => {
  const monthly = ['2026-01-05', '2026-02-05', '2026-03-05'].map((day) => `${day}T06-00-00Z`)
  expect(removedBy(monthly)).toEqual([])
})

test('every backup is kept for 48 hours, and then only the newest of the day', () => {
  const first = '2026-03-05T06-00-00Z'
  const rest = ['2026-03-05T18-00-00Z', '2026-03-06T18-00-00Z']
  expect(removedBy([first, ...rest, '2026-03-07T05-59-59Z'])).toEqual([])
  expect(removedBy([first, ...rest, '2026-03-07T06-00-00Z'])).toEqual([first])
})

test('backups made by hand or by an upgrade are kept for 14 days', () => {
  const names = ['2026-03-05T06-00-00Z', '2026-03-05T18-00-00Z']
  for (const madeBy of ['hand', 'upgrade'] as const) {
    expect(removedBy([...names, '2026-03-19T05-59-59Z'], { madeBy })).toEqual([])
    expect(removedBy([...names, '2026-03-19T06-00-00Z'], { madeBy })).toEqual(names.slice(0, 1))
  }
  for (const madeBy of ['schedule', undefined] as const) {
    const archives = [...names, '2026-03-19T05-59-59Z'].map((name) => ({ name, madeBy }))
    const now = new Date('2026-03-19T05:59:59Z')
    expect(toRemove(archives, { now })).toEqual(names.slice(0, 1))
  }
})

test('backups from a clock that was a year ahead for two weeks take no other backup’s turn', () => {
  const real = daily(7).map((name) => ({ name, madeBy: 'schedule' as const }))
  const ahead = Array.from({ length: 14 }, (_, day) => ({
    name: archiveName(new Date(Date.UTC(2027, 10, 1 + day, 6))),
    madeBy: 'schedule' as const,
  }))
  expect(toRemove([...real, ...ahead], { now: new Date('2026-11-22T07:00:00Z') })).toEqual([])
})

/** Makes a backup after each pause and applies the retention, like every real backup. */
function backUpAfter(pausesInHours: readonly number[]): { kept: string[]; made: string[] } {
  const made: string[] = []
  let at = Date.UTC(2026, 0, 1, 3)
  let kept: string[] = []
  for (const pause of pausesInHours) {
    at += pause * 60 * 60 * 1000
    const name = archiveName(new Date(at))
    made.push(name)
    const removed = new Set(removedBy([...kept, name]))
    kept = [...kept, name].filter((each) => !removed.has(each))
    expect(kept.at(-1), 'the newest backup').toBe(name)
  }
  return { kept, made }
}

const dayOf = (name: string): string => name.slice(0, 10)
const monthOf = (name: string): string => name.slice(0, 7)

test('with gaps of any length over two years, the newest backup of each kept day and month remains', () => {
  const pause = fc.oneof(
    { weight: 12, arbitrary: fc.constant(24) },
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 30 }) },
    { weight: 1, arbitrary: fc.integer({ min: 24, max: 90 * 24 }) },
  )
  fc.assert(
    fc.property(fc.array(pause, { minLength: 300, maxLength: 500 }), (pauses) => {
      const { kept, made } = backUpAfter(pauses)
      const newest = archiveTime(kept.at(-1) ?? '').getTime()
      const older = kept.filter((name) => newest - archiveTime(name).getTime() >= 48 * HOUR_MS)
      expect(older.length).toBeLessThanOrEqual(7 + 4 + 12)
      const newestOf = (periodOf: (name: string) => string, count: number): string[] =>
        [...new Map(made.map((name) => [periodOf(name), name])).values()].slice(-count)
      expect(kept).toEqual(expect.arrayContaining(newestOf(dayOf, 7)))
      expect(kept).toEqual(expect.arrayContaining(newestOf(monthOf, 12)))
    }),
    { numRuns: 8 },
  )
})

test('two years of daily backups keep the same ones whether removed day by day or all at once', () => {
  const { kept, made } = backUpAfter(Array.from({ length: 730 }, () => 24))
  const removed = new Set(removedBy(made))
  expect(kept).toEqual(made.filter((name) => !removed.has(name)))
})

test('a backup that was just made is kept even if the clock is wrong', () => {
  const all = daily(730)
  const [oldest = ''] = all
  expect(removedBy(all)).toContain(oldest)
  expect(removedBy(all, { justMade: oldest })).toEqual(
    removedBy(all).filter((name) => name !== oldest),
  )
})
