import { type ReactElement, useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { room } from './room.ts'
import { handsOf, isModerator, ownPart, type RoomState } from './room-state.ts'

/** Who would like to speak, in the order in which they asked. */
export function HandsList({ state }: { state: RoomState }): ReactElement | null {
  const title = useId()
  const people = handsOf(state.room)
  const canInvite = isModerator(ownPart(state))
  if (people.length === 0) return null
  return (
    <section aria-labelledby={title} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={title}>Raised hands</h3>
        {canInvite && people.length > 1 ? (
          <Button variant="ghost" size="sm" onClick={() => room.host({ type: 'lower-all-hands' })}>
            Lower all hands
          </Button>
        ) : null}
      </div>
      <ol className="divide-y divide-line rounded-lg border border-gold">
        {people.map(({ id, anonymousUsername }, index) => (
          <li key={id} className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
            <span aria-hidden className="w-6 shrink-0 text-ink-quiet tabular-nums">
              {index + 1}.
            </span>
            <span className="min-w-0 grow font-medium break-words">{anonymousUsername}</span>
            {canInvite ? (
              <span className="flex gap-2">
                <Button
                  size="sm"
                  aria-label={`Invite to speak: ${anonymousUsername}`}
                  onClick={() => room.host({ type: 'invite', participantId: id })}
                >
                  Invite to speak
                </Button>
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={`Lower hand of ${anonymousUsername}`}
                  onClick={() => room.host({ type: 'lower-hand', participantId: id })}
                >
                  Lower hand
                </Button>
              </span>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  )
}
