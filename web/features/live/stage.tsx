import { Hand, Mic, MicOff } from 'lucide-react'
import { type ReactElement, type ReactNode, useId } from 'react'
import type { Participant } from '#contract/live-room.ts'
import { cn } from '#web/lib/cn.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { HandsList } from './hands-list.tsx'
import { LevelBars } from './level-bars.tsx'
import { useLevel } from './room.ts'
import { isModerator, onStage, ownPart, type RoomState } from './room-state.ts'

// Most people in the room have no menu to load.
const PersonMenu = onDemand(async () => (await import('./person-menu.tsx')).PersonMenu)

/** The speakers, the raised hands and the audience. */
export function Stage({ state }: { state: RoomState }): ReactElement {
  const { speakers, audience } = onStage(state.room)
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <People
        title="Speakers"
        count={speakers.length}
        className="grid grid-cols-1 gap-3 sm:grid-cols-2"
      >
        {speakers.map((person) => (
          <SpeakerTile key={person.id} person={person} state={state} />
        ))}
      </People>
      <HandsList state={state} />
      <People
        title="Audience"
        count={audience.length}
        empty="Nobody is listening yet."
        className="grid max-h-96 grid-cols-1 gap-x-4 overflow-y-auto rounded-lg border border-line sm:grid-cols-2"
      >
        {audience.map((person) => (
          <li key={person.id} className="flex min-h-12 items-center gap-2 px-3">
            <Name person={person} state={state} />
          </li>
        ))}
      </People>
    </div>
  )
}

function People(props: {
  title: string
  count: number
  empty?: string
  className: string
  children: ReactNode
}): ReactElement {
  const { title, count, empty, className, children } = props
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <h3 id={id}>
        {title} <span className="font-normal text-ink-quiet">({count})</span>
      </h3>
      {count === 0 && empty ? (
        <p className="text-ink-quiet">{empty}</p>
      ) : (
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, so it must be reachable by keyboard.
          tabIndex={0}
          aria-labelledby={id}
          className={className}
        >
          {children}
        </ul>
      )}
    </section>
  )
}

interface PersonProps {
  person: Participant
  state: RoomState
}

/** A speaker. The border lights up while they can be heard. */
function SpeakerTile({ person, state }: PersonProps): ReactElement {
  const isHeard = useLevel(person.id) > 0
  const isLive = person.microphone === 'live'
  return (
    <li
      className={cn(
        'flex min-h-16 items-center gap-3 rounded-lg border-2 px-3 py-2 transition-colors',
        isLive && isHeard ? 'border-on-air bg-on-air-soft' : 'border-line',
      )}
    >
      {isLive ? (
        <span className="flex w-10 shrink-0 items-center gap-1.5 text-on-air">
          <Mic aria-hidden size={18} />
          <LevelBars participantId={person.id} />
          <VisuallyHidden>Speaking</VisuallyHidden>
        </span>
      ) : (
        <span className="flex w-10 shrink-0 items-center text-ink-quiet">
          <MicOff aria-hidden size={18} />
          <VisuallyHidden>Listening</VisuallyHidden>
        </span>
      )}
      <Name person={person} state={state} />
    </li>
  )
}

function Name({ person, state }: PersonProps): ReactElement {
  const isHandUp = state.room.hands.includes(person.id)
  const isMuted = !person.maySpeak && !state.room.isInviteOnly
  return (
    <>
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 font-medium break-words">{person.anonymousUsername}</span>
        {person.isHost ? <Badge>Host</Badge> : null}
        {person.isCohost ? <Badge>Co-host</Badge> : null}
        {person.id === state.me ? <Badge variant="neutral">You</Badge> : null}
        {person.state === 'connected' ? null : (
          <span className="text-sm text-ink-quiet">
            {person.state === 'connecting' ? 'Connecting…' : 'Reconnecting…'}
          </span>
        )}
      </div>
      {isMuted ? (
        <span className="text-ink-quiet">
          <MicOff aria-hidden size={18} />
          <VisuallyHidden>Muted by a host</VisuallyHidden>
        </span>
      ) : null}
      {isHandUp ? (
        <span className="text-gold-ink">
          <Hand aria-hidden size={20} />
          <VisuallyHidden>Hand is up</VisuallyHidden>
        </span>
      ) : null}
      {isModerator(ownPart(state)) ? <PersonMenu person={person} state={state} /> : null}
    </>
  )
}
