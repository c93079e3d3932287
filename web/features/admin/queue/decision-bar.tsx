import type { ReactElement, ReactNode } from 'react'
import { takeLostFocus } from '#web/features/admin/keep-focus.ts'
import { type DecisionStatus, undo } from '#web/lib/undo.ts'
import { Button } from '#web/ui/button.tsx'

interface DecisionBarProps {
  subject: string
  status: DecisionStatus | undefined
  /** Shown beside the buttons until a decision is made. */
  aside?: ReactNode
  /** The decision buttons. They stay in place after a decision, but do nothing. */
  children: ReactNode
}

/** The decision buttons for an entry, in the same place for every entry. */
export function DecisionBar({ subject, status, aside, children }: DecisionBarProps): ReactElement {
  return (
    <div className="sticky bottom-0 z-10 -mx-5 mt-auto -mb-5 flex flex-wrap items-center gap-3 rounded-b-xl border-t border-line bg-surface px-5 py-3 sm:-mx-6 sm:-mb-6 sm:px-6">
      <div className="flex min-w-0 grow empty:hidden sm:min-h-11 sm:empty:flex flex-wrap items-center gap-x-3">
        {status ? (
          <p
            ref={takeLostFocus}
            tabIndex={-1}
            className={status.phase === 'done' ? 'font-medium text-primary' : 'text-ink-quiet'}
          >
            {status.label}
            {status.phase === 'done' ? '' : '…'}
          </p>
        ) : (
          aside
        )}
        {status?.phase === 'waiting' ? (
          <Button variant="link" onClick={() => undo(subject)}>
            Undo
          </Button>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-3 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
        {children}
      </div>
    </div>
  )
}
