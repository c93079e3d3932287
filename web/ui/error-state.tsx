import { RotateCw } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'

interface ErrorStateProps {
  /** The problem, as a sentence. */
  message: ReactNode
  onRetry?: () => void
  isRetrying?: boolean
}

export function ErrorState({ message, onRetry, isRetrying }: ErrorStateProps): ReactElement {
  return (
    <div role="alert" className="flex flex-col items-center gap-4 px-4 py-10 text-center">
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
