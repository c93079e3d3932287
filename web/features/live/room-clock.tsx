import { Disc } from 'lucide-react'
import { type ReactElement, useEffect, useState } from 'react'
import { clockText } from '#web/features/stories/player/clock-text.ts'

interface RoomClockProps {
  onAirSince: string
  recordingSince: string | null
}

/** How long the session and its recording have been running. */
export function RoomClock({ onAirSince, recordingSince }: RoomClockProps): ReactElement {
  const now = useSeconds()
  return (
    <p className="flex flex-wrap gap-x-4 text-sm text-ink-quiet tabular-nums">
      <span role="timer">Session {elapsed(onAirSince, now)}</span>
      {recordingSince === null ? null : (
        <span role="timer" className="inline-flex items-center gap-1 text-destructive-strong">
          <Disc aria-hidden size={16} />
          Recording {elapsed(recordingSince, now)}
        </span>
      )}
    </p>
  )
}

/** Never negative, even if the device's clock is slow. */
function elapsed(since: string, now: number): string {
  return clockText(Math.max(0, Math.floor((now - Date.parse(since)) / 1000)))
}

function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
