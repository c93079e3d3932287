import { Check } from 'lucide-react'
import type { ReactElement } from 'react'
import { cn } from '#web/lib/cn.ts'

interface ExplainedAnswerProps {
  options: readonly string[]
  answer: string
  explanation: string
  source: string
}

/** The options of a question with the correct one marked, the explanation and the source. */
export function ExplainedAnswer(props: ExplainedAnswerProps): ReactElement {
  const { options, answer, explanation, source } = props
  return (
    <div className="flex flex-col gap-3">
      <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        {options.map((option) => (
          <li
            key={option}
            className={cn(
              'flex flex-wrap items-baseline justify-between gap-x-3 rounded-lg border px-3.5 py-2',
              option === answer ? 'border-primary bg-primary-soft' : 'border-line',
            )}
          >
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {option}
            </span>
            {option === answer ? (
              <span className="inline-flex items-center gap-1 text-sm font-medium text-primary-strong">
                <Check aria-hidden size={16} />
                Correct answer
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      <p dir="auto" className="max-w-prose">
        {explanation}
      </p>
      <p className="text-sm text-ink-quiet">
        Source: <bdi>{source}</bdi>
      </p>
    </div>
  )
}
