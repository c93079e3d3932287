import { type ReactElement, useEffect, useId, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { room } from './room.ts'
import { handsOf, isModerator, ownPart, type RoomState } from './room-state.ts'

/** The people who would like to speak, in the order in which they asked. */
export function HandsList({ state }: { state: RoomState }): ReactElement | null {
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
              <span className="min-w-0 grow font-medium break-words">{anonymousUsername}</span>
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
