import { Hand, Mic, MicOff } from 'lucide-react'
import { type ReactElement, useId } from 'react'
import type { Participant } from '#contract/live-room.ts'
import { Badge } from '#web/ui/badge.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { LevelBars } from './level-bars.tsx'
import { PersonMenu } from './person-menu.tsx'
import { inOrder, type RoomState } from './room-state.ts'

interface PeopleListProps {
  state: RoomState
  /** Whether this page is a host's. */
  isHost: boolean
}

/** Who is here, hosts first. */
export function PeopleList({ state, isHost }: PeopleListProps): ReactElement {
  const title = useId()
  const { participants, hands } = state.room
  return (
    <section aria-labelledby={title} className="flex min-w-0 flex-col gap-3">
      <h3 id={title}>
        In the room <span className="font-normal text-ink-quiet">({participants.length})</span>
      </h3>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls where many are here, and so must be within the keyboard's reach.
        tabIndex={0}
        aria-labelledby={title}
        className="max-h-96 divide-y divide-line overflow-y-auto rounded-lg border border-line"
      >
        {inOrder(participants).map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            isMe={person.id === state.me}
            isHandUp={hands.includes(person.id)}
            isHost={isHost}
          />
        ))}
      </ul>
    </section>
  )
}

interface PersonRowProps {
  person: Participant
  isMe: boolean
  isHandUp: boolean
  isHost: boolean
}

function PersonRow({ person, isMe, isHandUp, isHost }: PersonRowProps): ReactElement {
  return (
    <li className="flex min-h-13 items-center gap-3 px-3 py-1">
      <MicrophoneMark person={person} />
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 font-medium">{person.anonymousUsername}</span>
        {person.isHost ? <Badge>Host</Badge> : null}
        {isMe ? <Badge variant="neutral">You</Badge> : null}
        {person.state === 'connected' ? null : (
          <span className="text-sm text-ink-quiet">
            {person.state === 'connecting' ? 'Connecting…' : 'Reconnecting…'}
          </span>
        )}
      </div>
      {isHandUp ? (
        <span className="text-gold-ink">
          <Hand aria-hidden size={20} />
          <VisuallyHidden>Hand is up</VisuallyHidden>
        </span>
      ) : null}
      {isHost && !isMe ? <PersonMenu person={person} isHandUp={isHandUp} /> : null}
    </li>
  )
}

function MicrophoneMark({ person }: { person: Participant }): ReactElement {
  if (person.microphone === 'live') {
    return (
      <span className="flex w-10 shrink-0 items-center gap-1.5 text-on-air">
        <Mic aria-hidden size={18} />
        <LevelBars participantId={person.id} />
        <VisuallyHidden>Speaking</VisuallyHidden>
      </span>
    )
  }
  return (
    <span className="flex w-10 shrink-0 items-center text-ink-quiet">
      <MicOff aria-hidden size={18} />
      <VisuallyHidden>{person.maySpeak ? 'Listening' : 'Muted by a host'}</VisuallyHidden>
    </span>
  )
}
