import { archiveTime } from './manifest.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** How many archives are kept: the newest of each of the last days, weeks and months that have one. */
const RETENTION = { days: 7, weeks: 4, months: 12 } as const

/**
 * The complete archives that the retention does not keep. `justMade` is always kept: if the clock
 * was set back, its name may not be the newest.
 */
export function toRemove(
  archives: readonly string[],
  { justMade }: { justMade?: string } = {},
): string[] {
  const newestFirst = [...archives].sort().reverse()
  const kept = new Set([
    ...newestOfEach(newestFirst, RETENTION.days, (at) => at.toISOString().slice(0, 10)),
    ...newestOfEach(newestFirst, RETENTION.weeks, (at) => String(weekOf(at))),
    ...newestOfEach(newestFirst, RETENTION.months, (at) => at.toISOString().slice(0, 7)),
  ])
  return newestFirst.filter((name) => !kept.has(name) && name !== justMade).reverse()
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
