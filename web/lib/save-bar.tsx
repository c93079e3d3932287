import type { ReactElement } from 'react'
import { cn } from '#web/lib/cn.ts'
import { LeaveGuard, type Place } from '#web/lib/leave-guard.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'

const STICKY_BAR = 'sticky bottom-(--bar-bottom) z-10'

/** A second press where the bar appears still reaches what it now covers. */
const ARRIVING = 'animate-[arrive_1ms_0.5s_backwards]'

/** In a card that the form fills, the bar is the card's end. */
export const CARD_END = '-mx-5 -mb-5 rounded-t-none border-x-0 border-b-0 sm:-mx-6 sm:-mb-6 sm:px-6'

/** Below several cards, the bar is the end of the page, as wide as it. */
const PAGE_END = '-mx-4 rounded-none border-x-0 border-b-0 bg-ground px-4 sm:mx-0 sm:px-0'

interface SaveBarProps {
  state: { isDirty: boolean; isSaving: boolean; error: Error | null; undo: () => void }
  /** The save button's label. */
  label?: string
  /** For a long form: the bar stays in view also without changes. */
  isAlwaysInView?: boolean
  className?: string
}

/**
 * The end of a settings form: the error, the save button and the undo button. With changes it stays in
 * view, and warns when the page is left.
 */
export function SaveBar(props: SaveBarProps): ReactElement {
  const { state, label = 'Save Settings', isAlwaysInView = false, className } = props
  const { isDirty, isSaving, error, undo } = state
  return (
    <div
      data-bar
      className={cn(
        'flex flex-col gap-3 rounded-xl border border-line bg-surface px-5 py-3',
        isAlwaysInView && [STICKY_BAR, PAGE_END],
        !isAlwaysInView && (isDirty || isSaving) && [STICKY_BAR, ARRIVING],
        className,
      )}
    >
      <ErrorNotice title="Failed to save settings" error={error} />
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
        <Button type="submit" busy={isSaving}>
          {label}
        </Button>
        {isDirty ? (
          <Button variant="ghost" onClick={undo}>
            Undo changes
          </Button>
        ) : null}
        <p role="status" className="text-sm text-ink-quiet">
          {isDirty ? 'You have changes that are not saved.' : ''}
        </p>
      </div>
      <LeaveGuard
        // People return to their changes after signing in again.
        shouldBlock={({ current, next }) =>
          isDirty && !isSaving && next.pathname !== '/auth' && !isSamePart(current, next)
        }
        title="Leave without saving?"
        description="Your changes aren’t saved yet. They’ll stay on this device until you come back."
        confirmLabel="Leave"
      />
    </div>
  )
}

/** Whether both addresses show the same form: another page of a list beside it, for example. */
function isSamePart(one: Place, other: Place): boolean {
  const partOf = ({ pathname, search }: Place): string => {
    const { tab, part }: { tab?: unknown; part?: unknown } = search
    return JSON.stringify([pathname, tab, part])
  }
  return partOf(one) === partOf(other)
}
