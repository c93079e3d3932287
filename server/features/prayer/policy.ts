import { DAY_MS } from '#contract/durations.ts'
import type { PrayerStatus } from '#contract/prayer.ts'
import { PRAYER_LIMITS } from '#contract/prayer-limits.ts'
import type { Viewer } from '#server/domain/viewer.ts'

/** The facts that decide who may do what with a prayer request. */
export interface PrayerFacts {
  memberId: string
  status: PrayerStatus
  /** Set while reports hide it. */
  hiddenAt: Date | null
  endsAt: Date | null
}

/** A request whose time is over has ended, whether or not a job has marked it. */
export function statusOf({ status, endsAt }: PrayerFacts, now: Date): PrayerStatus {
  return status === 'approved' && endsAt !== null && endsAt <= now ? 'ended' : status
}

export function isMine(viewer: Viewer, { memberId }: PrayerFacts): boolean {
  return memberId === viewer.id
}

/** Whether everyone can see it in a list. */
export function isListed(request: PrayerFacts, now: Date): boolean {
  const status = statusOf(request, now)
  return request.hiddenAt === null && (status === 'approved' || status === 'answered')
}

export function canEdit(request: PrayerFacts): boolean {
  return request.status !== 'answered'
}

export function canRenew(request: PrayerFacts, now: Date): boolean {
  const status = statusOf(request, now)
  return status === 'ended' || (status === 'approved' && isEnding(request, now))
}

function isEnding({ endsAt }: PrayerFacts, now: Date): boolean {
  return endsAt !== null && endsAt.getTime() - now.getTime() <= PRAYER_LIMITS.renewableDays * DAY_MS
}

export function canEnd(request: PrayerFacts, now: Date): boolean {
  return statusOf(request, now) === 'approved'
}

/** Also for an answered request, whose answer line can still be changed. */
export function canAnswer(request: PrayerFacts): boolean {
  return request.status !== 'pending' && request.status !== 'rejected'
}

/** When a request ends: 30 days after its approval or renewal, or after its previous end. */
export function endAfter(from: Date): Date {
  return new Date(from.getTime() + PRAYER_LIMITS.days * DAY_MS)
}
