import { RotateCw } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { PathsMotif } from '#web/ui/paths-motif.tsx'

interface ErrorStateProps {
  /** What failed, where nothing around it says so. It comes with a drawing. */
  title?: ReactNode
  /** The problem, as a sentence. */
  message: ReactNode
  onRetry?: () => void
  isRetrying?: boolean
}

export function ErrorState(props: ErrorStateProps): ReactElement {
  const { title, message, onRetry, isRetrying } = props
  return (
    <div role="alert" className="flex flex-col items-center gap-4 px-4 py-10 text-center">
      {title ? <PathsMotif className="w-32 opacity-80 grayscale" /> : null}
      {title}
      <p className="max-w-prose">{message}</p>
      {onRetry ? (
        <Button variant="outline" busy={isRetrying} onClick={onRetry}>
          {isRetrying ? null : <RotateCw aria-hidden size={18} />}
          Retry
        </Button>
      ) : null}
    </div>
  )
}
