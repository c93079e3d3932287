import type { OwnPrayerRequest } from '#contract/prayer.ts'

const RECENT_MS = 7 * 24 * 60 * 60_000

/**
 * Whether a request has been over for a week and needs nothing from its author, so it can be
 * collapsed.
 */
export function isEarlier(
  request: Pick<OwnPrayerRequest, 'status' | 'endsAt' | 'answeredAt' | 'answerState'>,
  now: Date,
): boolean {
  const { status, endsAt, answeredAt, answerState } = request
  if (answerState === 'pending' || answerState === 'rejected') return false
  const overSince = status === 'ended' ? endsAt : status === 'answered' ? answeredAt : null
  return overSince !== null && now.getTime() - Date.parse(overSince) > RECENT_MS
}
