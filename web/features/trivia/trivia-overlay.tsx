import { Sun } from 'lucide-react'
import type { ReactElement } from 'react'
import { ALREADY_ANSWERED, type TriviaOutcome } from '#web/features/trivia/trivia-outcome.ts'

/**
 * Covers the card for a moment and is announced to screen readers. The card shows the same content
 * afterwards.
 */
export function TriviaOverlay({ outcome }: { outcome: TriviaOutcome | undefined }): ReactElement {
  return (
    <div role="status">
      {outcome ? (
        <div className="absolute inset-0 z-10 flex animate-fade-in flex-col items-center justify-center gap-3 bg-surface p-6 text-center">
          <OverlayText outcome={outcome} />
        </div>
      ) : null}
    </div>
  )
}

function OverlayText({ outcome }: { outcome: TriviaOutcome }): ReactElement {
  const title = 'font-serif text-2xl'
  switch (outcome.kind) {
    case 'right':
      return (
        <>
          <Sun aria-hidden size={48} className="text-gold" />
          <p className={title}>Correct!</p>
        </>
      )
    case 'wrong':
      return (
        <>
          <p className={title}>Wrong Answer!</p>
          <p>
            The correct answer is <strong>{outcome.correctAnswer}</strong>
          </p>
        </>
      )
    case 'already':
      return <p className={title}>{ALREADY_ANSWERED}</p>
  }
}
