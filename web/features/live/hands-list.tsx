import { type ReactElement, useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { room } from './room.ts'
import { handsOf, type RoomState } from './room-state.ts'

interface HandsListProps {
  state: RoomState
  isHost: boolean
}

/** Who would like to speak, in the order in which they asked. */
export function HandsList({ state, isHost }: HandsListProps): ReactElement | null {
  const title = useId()
  const people = handsOf(state.room)
  if (people.length === 0) return null
  return (
    <section aria-labelledby={title} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={title}>Raised hands</h3>
        {isHost && people.length > 1 ? (
          <Button variant="ghost" size="sm" onClick={() => room.host({ type: 'lower-all-hands' })}>
            Lower all hands
          </Button>
        ) : null}
      </div>
      <ol className="divide-y divide-line rounded-lg border border-line">
        {people.map(({ id, anonymousUsername }, index) => (
          <li key={id} className="flex min-h-13 items-center gap-3 px-3 py-1">
            <span aria-hidden className="w-6 shrink-0 text-ink-quiet tabular-nums">
              {index + 1}.
            </span>
            <span className="min-w-0 grow font-medium">{anonymousUsername}</span>
            {isHost ? (
              <Button
                variant="outline"
                size="sm"
                aria-label={`Lower hand of ${anonymousUsername}`}
                onClick={() => room.host({ type: 'lower-hand', participantId: id })}
              >
                Lower hand
              </Button>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  )
}
