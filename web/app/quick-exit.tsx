import { DoorOpen } from 'lucide-react'
import type { MouseEvent, ReactElement } from 'react'
import { leavePage, NEUTRAL_PAGE } from '#web/lib/quick-exit.ts'

function handleClick(event: MouseEvent): void {
  event.preventDefault()
  leavePage()
}

/** A link, so that it also works without a script. */
export function QuickExit(): ReactElement {
  return (
    <a
      href={NEUTRAL_PAGE}
      rel="noreferrer"
      data-quick-exit
      onClick={handleClick}
      title="Leave this site now (or press Escape three times)"
      className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-lg border border-line px-2.5 text-sm font-medium text-ink no-underline hover:bg-sand sm:px-3.5"
    >
      <DoorOpen aria-hidden size={20} />
      <span className="sr-only sm:not-sr-only">Quick exit</span>
    </a>
  )
}
