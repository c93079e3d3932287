import { MINUTE_MS } from '#contract/durations.ts'
import { type Person, type Room, type Step, unchanged, without } from './room.ts'

/** How long the speaker and the hosts read that the time is up. */
const SHOWN_MS = 30_000

/** Starts a person's time to speak, again if it is running, or with null stops it. */
export function changeSpeakingTime(
  room: Room,
  { memberId }: Person,
  { minutes, now }: { minutes: number | null; now: number },
): Step {
  if (minutes === null && !room.speakingTimes.has(memberId)) return unchanged(room)
  const speakingTimes =
    minutes === null
      ? without(room.speakingTimes, memberId)
      : new Map(room.speakingTimes).set(memberId, {
          endsAt: now + minutes * MINUTE_MS,
          isUp: false,
        })
  return { room: { ...room, speakingTimes }, effects: [{ type: 'refresh' }] }
}

/** Ends the times that are up, and forgets them a little later. */
export function endSpeakingTimes(room: Room, now: number): Step {
  const all = [...room.speakingTimes]
  const isDue = all.some(
    ([, { endsAt, isUp }]) => (!isUp && endsAt <= now) || endsAt + SHOWN_MS <= now,
  )
  if (!isDue) return unchanged(room)
  const rest = all
    .filter(([, { endsAt }]) => endsAt + SHOWN_MS > now)
    .map(([memberId, { endsAt }]) => [memberId, { endsAt, isUp: endsAt <= now }] as const)
  return { room: { ...room, speakingTimes: new Map(rest) }, effects: [{ type: 'refresh' }] }
}
