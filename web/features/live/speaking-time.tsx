import { Timer } from 'lucide-react'
import type { ReactElement } from 'react'
import { clockText } from '#web/features/stories/player/clock-text.ts'
import { useNow } from '#web/lib/use-dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { type RoomState, secondsUntil, speakingTimeOf } from './room-state.ts'

const LAST_SECONDS = 30

interface SpeakingTimeProps {
  state: RoomState
  participantId: string
  /** Whose time it is, for screen readers; undefined for the person's own. */
  name?: string
  className?: string
}

/** Counts down a person's time to speak, if this page may see it. */
export function SpeakingTime(props: SpeakingTimeProps): ReactElement | null {
  const { state, participantId, ...rest } = props
  const time = speakingTimeOf(state.room, participantId)
  return time ? <TimeLeft endsAt={time.endsAt} {...rest} /> : null
}

function TimeLeft(props: {
  endsAt: string | null
  name?: string
  className?: string
}): ReactElement {
  const { endsAt, name, className } = props
  const seconds = useNow((now) => (endsAt === null ? 0 : secondsUntil(endsAt, now.getTime())), 500)
  return (
    <Badge variant={seconds > LAST_SECONDS ? 'neutral' : 'gold'} className={className}>
      <Timer aria-hidden size={16} />
      {/* Only the words are announced, when they change. */}
      <span role="status">
        {name === undefined ? null : (
          <span className="sr-only">
            <bdi>{name}</bdi>:{' '}
          </span>
        )}
        {seconds === 0 ? 'Time is up' : seconds > LAST_SECONDS ? 'Time left' : 'Last 30 seconds'}
      </span>
      {seconds === 0 ? null : (
        <span role="timer" className="tabular-nums">
          {clockText(seconds)}
        </span>
      )}
    </Badge>
  )
}
