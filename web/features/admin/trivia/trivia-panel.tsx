import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { ReactElement } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import type { AdminTrivia } from '#contract/trivia.ts'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { ExplainedAnswer } from '#web/features/admin/trivia/explained-answer.tsx'
import { answeredLabel, regenerateWords, restedWords } from '#web/features/admin/trivia/labels.ts'
import { refreshTrivia, todaysQuestionQuery } from '#web/features/admin/trivia/queries.ts'
import { QuestionBank } from '#web/features/admin/trivia/question-bank.tsx'
import { call, sentenceOf } from '#web/lib/api.ts'
import { triviaCalls } from '#web/lib/calls.gen.ts'
import { longDay } from '#web/lib/dates.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { useToday } from '#web/lib/use-today.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeletons } from '#web/ui/skeleton.tsx'

/** Today's question of the Daily Success Trivia Challenge, and the question bank. */
export function TriviaPanel(): ReactElement {
  const today = useToday(useSiteSettings()?.timeZone ?? 'UTC')
  return (
    <div className="flex flex-col gap-10">
      <TodaysQuestionCard today={today} />
      <QuestionBank />
    </div>
  )
}

/** Today's question with its answer, and a button to replace it. */
function TodaysQuestionCard({ today }: { today: DateText }): ReactElement {
  const { locale } = useDates()
  const question = useQuery(todaysQuestionQuery(today))
  return (
    <SectionCard
      title="Today’s question"
      description={longDay(question.data?.date ?? today, locale)}
      aria-busy={question.isFetching}
    >
      {question.isPending ? (
        <Skeletons label="Loading today’s question" rows={['h-112 sm:h-76']} />
      ) : null}
      <QueryError query={question} />
      {question.data && !question.error ? (
        <Question question={question.data} onRefresh={() => void question.refetch()} />
      ) : null}
    </SectionCard>
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
        <RegenerateButton answeredCount={question.answeredCount} onAsk={onRefresh} />
        <p role="status" className="text-ink-quiet">
          {answeredLabel(question.answeredCount)}
        </p>
      </div>
      {fewWords ? <Notice>{fewWords}</Notice> : null}
    </div>
  )
}

interface RegenerateButtonProps {
  answeredCount: number
  /** Refetches the count of answers. */
  onAsk: () => void
}

function RegenerateButton({ answeredCount, onAsk }: RegenerateButtonProps): ReactElement {
  const client = useQueryClient()
  const regenerating = useAction({
    call: () => call(triviaCalls.regenerate, {}),
    done: 'Trivia regenerated successfully',
    failed: (error) => ({ title: `Failed to regenerate trivia: ${sentenceOf(error)}` }),
    onDone: (question) => {
      client.setQueryData(todaysQuestionQuery(question.date).queryKey, question)
      return client.resetQueries({ queryKey: [triviaCalls.today.path] })
    },
    refresh: refreshTrivia,
  })
  return (
    <ActionButton
      size="default"
      label="Regenerate Trivia"
      icon={<RefreshCw aria-hidden size={18} />}
      action={regenerating}
      confirm={{
        title: 'Show another question today?',
        description: regenerateWords(answeredCount),
      }}
      onAsk={onAsk}
    />
  )
}
