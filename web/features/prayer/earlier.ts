import type { OwnPrayerRequest } from '#contract/prayer.ts'

const RECENT_MS = 7 * 24 * 60 * 60_000

/** Whether a request is over for a week and asks nothing of its author, so that it can be folded away. */
export function isEarlier(
  request: Pick<OwnPrayerRequest, 'status' | 'endsAt' | 'answeredAt' | 'answerState'>,
  now: Date,
): boolean {
  const { status, endsAt, answeredAt, answerState } = request
  if (answerState === 'pending' || answerState === 'rejected') return false
  const overSince = status === 'ended' ? endsAt : status === 'answered' ? answeredAt : null
  return overSince !== null && now.getTime() - Date.parse(overSince) > RECENT_MS
}
