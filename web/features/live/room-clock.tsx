import { Disc } from 'lucide-react'
import type { ReactElement } from 'react'
import { clockText } from '#web/features/stories/player/clock-text.ts'
import { useNow } from '#web/lib/use-dates.ts'

interface RoomClockProps {
  onAirSince: string
  recordingSince: string | null
}

/** How long the session and its recording have been running. */
export function RoomClock({ onAirSince, recordingSince }: RoomClockProps): ReactElement {
  const session = useNow((now) => elapsed(onAirSince, now), 1_000)
  const recording = useNow((now) => elapsed(recordingSince ?? onAirSince, now), 1_000)
  return (
    <p className="flex flex-wrap gap-x-4 text-sm text-ink-quiet tabular-nums">
      <span role="timer">Session {session}</span>
      {recordingSince === null ? null : (
        <span role="timer" className="inline-flex items-center gap-1 text-destructive-strong">
          <Disc aria-hidden size={16} />
          Recording {recording}
        </span>
      )}
    </p>
  )
}

/** Never negative, even if the device's clock is slow. */
function elapsed(since: string, now: Date): string {
  return clockText(Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 1000)))
}
