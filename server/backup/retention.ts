import { DAY_MS } from '#contract/durations.ts'
import { archiveTime, type Maker } from './manifest.ts'

/** How long every archive is kept, in days, and how long one that the schedule didn't make. */
const KEPT_DAYS = { all: 2, unscheduled: 14 } as const
/** After that, the newest of each of the last days, weeks and months that have one are kept. */
const RETENTION = { days: 7, weeks: 4, months: 12 } as const

/**
 * The complete archives that the retention does not keep. `justMade` is always kept: if the clock
 * was set back, its name may not be the newest. `madeBy` is undefined for those of older releases.
 */
export function toRemove(
  archives: readonly { name: string; madeBy: Maker | undefined }[],
  { now, justMade }: { now: Date; justMade?: string },
): string[] {
  const newestFirst = archives
    .map(({ name }) => name)
    // One from the future, made by a wrong clock, takes no other one's turn.
    .filter((name) => archiveTime(name) <= now)
    .sort()
    .reverse()
  const kept = new Set([
    ...archives.filter((each) => isRecent(each, now)).map(({ name }) => name),
    ...newestOfEach(newestFirst, RETENTION.days, (at) => at.toISOString().slice(0, 10)),
    ...newestOfEach(newestFirst, RETENTION.weeks, (at) => String(weekOf(at))),
    ...newestOfEach(newestFirst, RETENTION.months, (at) => at.toISOString().slice(0, 7)),
  ])
  return newestFirst.filter((name) => !kept.has(name) && name !== justMade).reverse()
}

function isRecent(
  { name, madeBy }: { name: string; madeBy: Maker | undefined },
  now: Date,
): boolean {
  const isScheduled = madeBy === undefined || madeBy === 'schedule'
  const days = isScheduled ? KEPT_DAYS.all : KEPT_DAYS.unscheduled
  return now.getTime() - archiveTime(name).getTime() < days * DAY_MS
}

function newestOfEach(
  newestFirst: readonly string[],
  most: number,
  periodOf: (at: Date) => string,
): string[] {
  const newest = new Map<string, string>()
  for (const name of newestFirst) {
    const period = periodOf(archiveTime(name))
    if (newest.size < most && !newest.has(period)) newest.set(period, name)
  }
  return [...newest.values()]
}

/** Weeks since the first Monday of 1970. */
function weekOf(at: Date): number {
  const firstMonday = Date.UTC(1970, 0, 5)
  return Math.floor((at.getTime() - firstMonday) / (7 * DAY_MS))
}
