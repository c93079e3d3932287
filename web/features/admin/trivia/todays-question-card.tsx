import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import type { AdminTrivia } from '#contract/trivia.ts'
import { ExplainedAnswer } from '#web/features/admin/trivia/explained-answer.tsx'
import { answeredLabel, restedWords } from '#web/features/admin/trivia/labels.ts'
import { todaysQuestionQuery } from '#web/features/admin/trivia/queries.ts'
import { RegenerateButton } from '#web/features/admin/trivia/regenerate-button.tsx'
import { longDay } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'

/** Today's question with its answer, and a button to replace it. */
export function TodaysQuestionCard({ today }: { today: DateText }): ReactElement {
  const { locale } = useDates()
  const question = useQuery(todaysQuestionQuery(today))
  return (
    <Card aria-labelledby="todays-question" aria-busy={question.isFetching}>
      <CardHeader>
        <CardTitle id="todays-question">Today’s question</CardTitle>
        <CardDescription>{longDay(question.data?.date ?? today, locale)}</CardDescription>
      </CardHeader>
      {question.isPending ? (
        <Skeletons label="Loading today’s question" rows={['h-112 sm:h-76']} />
      ) : null}
      <QueryError query={question} />
      {question.data && !question.error ? (
        <Question question={question.data} onRefresh={() => void question.refetch()} />
      ) : null}
    </Card>
  )
}

interface QuestionProps {
  question: AdminTrivia
  onRefresh: () => void
}

function Question({ question, onRefresh }: QuestionProps): ReactElement {
  const fewWords = restedWords(question.restedCount)
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose font-serif text-lg">{question.triviaQuestion}</p>
      <ExplainedAnswer
        options={question.options}
        answer={question.correctAnswer}
        explanation={question.explanation}
        source={question.source}
      />
      <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-3">
        <RegenerateButton answeredCount={question.answeredCount} onOpen={onRefresh} />
        <p role="status" className="text-ink-quiet">
          {answeredLabel(question.answeredCount)}
        </p>
      </div>
      {fewWords ? <Notice>{fewWords}</Notice> : null}
    </div>
  )
}
