import type { ReactElement, ReactNode } from 'react'
import { PathsMotif } from '#web/ui/paths-motif.tsx'

interface EmptyStateProps {
  /** A sentence that says what is missing. */
  message: ReactNode
  /** A next step: a button or link. */
  children?: ReactNode
}

export function EmptyState({ message, children }: EmptyStateProps): ReactElement {
  return (
    <div className="flex flex-col items-center gap-4 px-4 py-10 text-center">
      <PathsMotif className="w-32 opacity-80" />
      <p className="max-w-prose text-ink-quiet">{message}</p>
      {children}
    </div>
  )
}
