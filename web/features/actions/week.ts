import type { ActionWeek, WeekDay } from '#contract/actions.ts'
import { counted } from '#web/lib/counted.ts'

export type DayKind = 'done' | 'rest' | 'open'

/** A tick on a rest day counts as one. */
export function kindOf({ completedCount, isRest }: WeekDay): DayKind {
  if (completedCount > 0) return 'done'
  return isRest ? 'rest' : 'open'
}

/** One encouraging sentence. It names what was done and never counts what was missed. */
export function weekSentence(week: ActionWeek): string {
  const today = week.days.find(({ date }) => date === week.today)
  if (week.isWhole) return 'You’re on track this week.'
  if (today && today.completedCount > 0) return 'You took a step today. That’s enough.'
  if (today?.isRest) return 'Today is for rest.'
  return 'A small step today is a good beginning.'
}

/** A day of the ring in words. */
export function daySentence(day: WeekDay, week: Pick<ActionWeek, 'today' | 'joinedOn'>): string {
  const kind = kindOf(day)
  if (kind === 'rest') return 'rest day'
  if (kind === 'open' && day.date < week.joinedOn) return 'before you joined'
  if (kind === 'open') return day.date === week.today ? 'still open' : 'no actions'
  const count = counted(day.completedCount, 'action')
  return day.isFinishedLater ? `${count}, finished later` : count
}

/** The week with one tick more or less on a day. */
export function withTick(week: ActionWeek, date: string, change: 1 | -1): ActionWeek {
  return {
    ...week,
    days: week.days.map((day) =>
      day.date === date
        ? { ...day, completedCount: Math.max(0, day.completedCount + change) }
        : day,
    ),
  }
}

export interface Point {
  x: number
  y: number
}

export interface RingSegment {
  /** An SVG path along the ring, clockwise. */
  path: string
  /** The middle of the segment at a distance from the center. */
  middleAt: (radius: number) => Point
}

const TURN = 2 * Math.PI

/** Divides a ring around the origin into equal segments with gaps, clockwise from the top. */
export function ringSegments(input: {
  count: number
  radius: number
  /** Length of a gap along the ring. */
  gap: number
}): RingSegment[] {
  const { count, radius, gap } = input
  const share = TURN / count
  const halfGap = gap / radius / 2
  return Array.from({ length: count }, (_, index) => {
    const from = pointAt(index * share + halfGap, radius)
    const to = pointAt((index + 1) * share - halfGap, radius)
    return {
      path: `M${from.x} ${from.y}A${radius} ${radius} 0 0 1 ${to.x} ${to.y}`,
      middleAt: (distance) => pointAt((index + 0.5) * share, distance),
    }
  })
}

/** The point at an angle clockwise from the top, rounded to hundredths. */
function pointAt(angle: number, radius: number): Point {
  return {
    x: Math.round(Math.sin(angle) * radius * 100) / 100,
    y: Math.round(-Math.cos(angle) * radius * 100) / 100,
  }
}
