import { type CoachingDay, coachingDays } from '#contract/coaching-dates.ts'
import { isolated } from '#contract/direction.ts'
import type { LivePage } from '#contract/live.ts'
import { addDays, wallTime } from '#contract/logical-date.ts'
import type { WebsiteSettings } from '#contract/settings.ts'
import type { Context } from '#server/context.ts'
import { calendarFile } from '#server/domain/calendar-file.ts'
import { sanitizeHtml } from '#server/domain/sanitize-html.ts'
import { runInstant } from '#server/domain/schedule.ts'
import { readSettings } from '../settings/service.ts'
import { readLiveSettings } from './settings.ts'

const NEXT = 3
/** The length of a session; it is shown until its end. */
const SESSION_MINUTES = 60
/** Far enough ahead to find the next sessions even with the maximum number of canceled ones. */
const AHEAD_DAYS = 3 * 366
const CALENDAR_DAYS = 366

/** Returns what members see beside the room: the next sessions and the assignment. */
export async function readLivePage(context: Context): Promise<LivePage> {
  const settings = await readSettings(context.db)
  const sessions = upcoming(settings, { now: context.now(), days: AHEAD_DAYS, most: NEXT })
  const { assignment } = await readLiveSettings(context)
  return {
    sessions: sessions.map(({ startsAt, original, date }) => ({
      startsAt: startsAt.toISOString(),
      isMoved: original !== date,
    })),
    assignment: { title: assignment.title, html: sanitizeHtml(assignment.html) },
  }
}

/** The sessions of the coming year, for a calendar program. */
export async function readCalendar(context: Context): Promise<string> {
  const settings = await readSettings(context.db)
  const { publicUrl } = context.config
  const now = context.now()
  const name = `${isolated(settings.siteTitle)} Live Coaching`
  const url = `${publicUrl}/live`
  return calendarFile({
    name,
    now,
    events: upcoming(settings, { now, days: CALENDAR_DAYS }).map(({ original, startsAt }) => ({
      // Unchanged if a session is moved, so that a calendar program moves it too.
      uid: `live-coaching-${original}@${new URL(publicUrl).hostname}`,
      startsAt,
      minutes: SESSION_MINUTES,
      summary: name,
      description: `Join the live coaching room: ${url}`,
      url,
    })),
  })
}

interface Upcoming extends CoachingDay {
  startsAt: Date
}

/** The sessions of the next days that have not ended, in order. */
function upcoming(
  { coaching, timeZone }: WebsiteSettings,
  { now, days, most = Infinity }: { now: Date; days: number; most?: number },
): Upcoming[] {
  const today = wallTime(now, timeZone).date
  const oldest = now.getTime() - SESSION_MINUTES * 60_000
  const span = { from: addDays(today, -1), to: addDays(today, days) }
  const found: Upcoming[] = []
  for (const day of coachingDays(coaching, span)) {
    if (found.length === most) break
    const startsAt = runInstant(day.date, coaching.time, timeZone)
    if (startsAt.getTime() > oldest) found.push({ ...day, startsAt })
  }
  return found
}
