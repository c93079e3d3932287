import { Hand, Mic, MicOff } from 'lucide-react'
import { type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react'
import type { Participant } from '#contract/live-room.ts'
import { room, useLevel } from '#web/features/live/room.ts'
import {
  handsOf,
  isModerator,
  onStage,
  ownPart,
  type RoomState,
} from '#web/features/live/room-state.ts'
import { SpeakingTime } from '#web/features/live/speaking-time.tsx'
import { cn } from '#web/lib/cn.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

const BARS = [0.1, 0.35, 0.65] as const

const HEIGHTS = ['h-1.5', 'h-3', 'h-4.5'] as const

// Most people in the room have no menu to load.
const PersonMenu = onDemand(() => import('./person-menu.tsx'), 'PersonMenu')

/** The speakers, the raised hands, the audience and, for hosts and co-hosts, who was removed. */
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
      <RemovedPeople people={state.room.removed} />
    </div>
  )
}

function RemovedPeople({ people }: { people: RoomState['room']['removed'] }): ReactElement | null {
  if (people.length === 0) return null
  return (
    <People
      title="Removed"
      count={people.length}
      className="divide-y divide-line rounded-lg border border-line"
    >
      {people.map(({ id, anonymousUsername }) => (
        <li key={id} className="flex min-h-12 flex-wrap items-center gap-2 px-3">
          <span className="min-w-0 grow break-words">
            <bdi>{anonymousUsername}</bdi>
          </span>
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Let ${anonymousUsername} in again`}
            onClick={() => room.host({ type: 'let-in', participantId: id })}
          >
            Let in again
          </Button>
        </li>
      ))}
    </People>
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
          <span className="sr-only">Speaking</span>
        </span>
      ) : (
        <span className="flex w-10 shrink-0 items-center text-ink-quiet">
          <MicOff aria-hidden size={18} />
          <span className="sr-only">Listening</span>
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
        <bdi className="min-w-0 font-medium break-words">{person.anonymousUsername}</bdi>
        {person.isHost ? <Badge>Host</Badge> : null}
        {person.isCohost ? <Badge>Co-host</Badge> : null}
        {person.id === state.me ? <Badge variant="neutral">You</Badge> : null}
        {person.id === state.me ? null : (
          <SpeakingTime state={state} participantId={person.id} name={person.anonymousUsername} />
        )}
        {person.state === 'connected' ? null : (
          <span className="text-sm text-ink-quiet">
            {person.state === 'connecting' ? 'Connecting…' : 'Reconnecting…'}
          </span>
        )}
      </div>
      {isMuted ? (
        <span className="text-ink-quiet">
          <MicOff aria-hidden size={18} />
          <span className="sr-only">Muted by a host</span>
        </span>
      ) : null}
      {isHandUp ? (
        <span className="text-gold-ink">
          <Hand aria-hidden size={20} />
          <span className="sr-only">Hand is up</span>
        </span>
      ) : null}
      {isModerator(ownPart(state)) ? <PersonMenu person={person} state={state} /> : null}
    </>
  )
}

/** The people who would like to speak, in the order in which they asked. */
function HandsList({ state }: { state: RoomState }): ReactElement | null {
  const title = useId()
  const people = handsOf(state.room)
  const canInvite = isModerator(ownPart(state))
  const { box, noteAct } = useFocusInQueue(people.length)
  if (people.length === 0 && !canInvite) return null
  const act = (type: 'invite' | 'lower-hand', participantId: string): void => {
    noteAct()
    room.host({ type, participantId })
  }
  return (
    <section ref={box} tabIndex={-1} aria-labelledby={title} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={title}>Raised hands</h3>
        {canInvite && people.length > 1 ? (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              noteAct()
              room.host({ type: 'lower-all-hands' })
            }}
          >
            Lower all hands
          </Button>
        ) : null}
      </div>
      {people.length === 0 ? (
        <p className="text-ink-quiet">No hands are raised.</p>
      ) : (
        <ol className="divide-y divide-line rounded-lg border border-gold">
          {people.map(({ id, anonymousUsername }, index) => (
            <li
              key={id}
              className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5"
            >
              <span aria-hidden className="w-6 shrink-0 text-ink-quiet tabular-nums">
                {index + 1}.
              </span>
              <span className="min-w-0 grow font-medium break-words">
                <bdi>{anonymousUsername}</bdi>
              </span>
              {canInvite ? (
                <span className="flex gap-2">
                  <Button
                    size="sm"
                    aria-label={`Invite to speak: ${anonymousUsername}`}
                    onClick={() => act('invite', id)}
                  >
                    Invite to speak
                  </Button>
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={`Lower hand of ${anonymousUsername}`}
                    onClick={() => act('lower-hand', id)}
                  >
                    Lower hand
                  </Button>
                </span>
              ) : null}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** The pressed button disappears with its row, so the list takes the focus. */
function useFocusInQueue(count: number) {
  const box = useRef<HTMLElement>(null)
  const hasActed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a lower count means that a row was removed.
  useEffect(() => {
    if (!hasActed.current) return
    hasActed.current = false
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) {
      box.current?.focus({ preventScroll: true })
    }
  }, [count])
  const noteAct = (): void => {
    hasActed.current = true
  }
  return { box, noteAct }
}

/** A person's loudness as bars; decorative only. */
function LevelBars({ participantId }: { participantId: string }): ReactElement {
  const level = useLevel(participantId)
  return (
    <span aria-hidden data-level={level} className="flex h-4.5 items-end gap-0.5">
      {BARS.map((threshold, index) => (
        <span
          key={threshold}
          className={cn(
            'w-1 rounded-full transition-colors',
            HEIGHTS[index],
            level >= threshold ? 'bg-on-air' : 'bg-line',
          )}
        />
      ))}
    </span>
  )
}
