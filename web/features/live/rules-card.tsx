import { X } from 'lucide-react'
import { type MouseEvent, type ReactElement, useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { room } from './room.ts'
import type { RoomState } from './room-state.ts'

/** The rules for the session, while a host shows them and until the person closes them. */
export function RulesCard({ state }: { state: RoomState }): ReactElement | null {
  const title = useId()
  const { rules } = state.room
  if (rules === null || state.areRulesClosed) return null
  const handleClose = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    // The button disappears, so what is around it takes the focus.
    currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
    room.closeRules()
  }
  return (
    <section aria-labelledby={title} className="rounded-lg bg-primary-soft py-2 pr-2 pb-4 pl-4">
      <div className="flex items-center justify-between gap-3">
        <h3 id={title}>Rules for this session</h3>
        <Button variant="ghost" size="icon" aria-label="Close the rules" onClick={handleClose}>
          <X aria-hidden size={20} />
        </Button>
      </div>
      <ul className="flex max-w-prose flex-col gap-1.5 pr-2 break-words">
        {rules.split(/\n+/).map((rule, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines can be the same.
          <li key={index} dir="auto">
            {rule}
          </li>
        ))}
      </ul>
    </section>
  )
}
