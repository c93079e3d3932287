import type { ReactElement } from 'react'
import { OptionList } from '#web/features/admin/trivia/option-list.tsx'

interface ExplainedAnswerProps {
  options: readonly string[]
  answer: string
  explanation: string
  source: string
}

/** The options of a question, the correct one, the explanation and the source. */
export function ExplainedAnswer(props: ExplainedAnswerProps): ReactElement {
  const { options, answer, explanation, source } = props
  return (
    <div className="flex flex-col gap-3">
      <OptionList options={options} answer={answer} />
      <p className="max-w-prose">{explanation}</p>
      <p className="text-sm text-ink-quiet">Source: {source}</p>
    </div>
  )
}
