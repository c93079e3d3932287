import { Check } from 'lucide-react'
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import type { TriviaAnswer } from '#contract/trivia.ts'
import { ScriptureText } from '#web/features/scripture/scripture-text.tsx'
import { cn } from '#web/lib/cn.ts'

interface TriviaAnsweredProps {
  answered: TriviaAnswer
  /** Whether this has just replaced the form, which had the focus. */
  takesFocus: boolean
}

/** The member's answer of today with the correct one and the explanation. */
export function TriviaAnswered({ answered, takesFocus }: TriviaAnsweredProps): ReactElement {
  const question = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (takesFocus && isLost) question.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <div className="flex flex-col gap-4">
      <p ref={question} tabIndex={-1} className="rounded-sm text-lg font-medium">
        {answered.triviaQuestion}
      </p>
      <dl className="flex flex-col gap-2.5">
        {answered.isCorrect ? (
          <Answer term="Your answer: correct" isRight>
            {answered.answer}
          </Answer>
        ) : (
          <>
            <Answer term="Your answer">{answered.answer}</Answer>
            <Answer term="Correct answer" isRight>
              {answered.correctAnswer}
            </Answer>
          </>
        )}
      </dl>
      <p>
        <ScriptureText text={answered.explanation} />
      </p>
      <p className="text-sm text-ink-quiet">
        Source: <ScriptureText text={answered.source} />
      </p>
      <p className="text-sm text-ink-quiet">Come back tomorrow for a new question.</p>
    </div>
  )
}

interface AnswerProps {
  term: string
  isRight?: boolean
  children: ReactNode
}

function Answer({ term, isRight = false, children }: AnswerProps): ReactElement {
  return (
    <div
      className={cn(
        'rounded-lg border px-4 py-2.5',
        isRight ? 'border-primary bg-primary-soft' : 'border-line-strong',
      )}
    >
      <dt className="text-sm text-ink-quiet">{term}</dt>
      <dd className="flex items-center justify-between gap-3 font-medium">
        <span className="min-w-0">{children}</span>
        {isRight ? <Check aria-hidden size={20} className="shrink-0 text-primary" /> : null}
      </dd>
    </div>
  )
}
