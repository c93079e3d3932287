import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import type { ReactElement } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import { type AdminTrivia, TriviaSubject } from '#contract/trivia.ts'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { ExplainedAnswer } from '#web/features/admin/trivia/explained-answer.tsx'
import { answeredLabel, regenerateWords, restedWords } from '#web/features/admin/trivia/labels.ts'
import {
  bankQuery,
  refreshTrivia,
  todaysQuestionQuery,
} from '#web/features/admin/trivia/queries.ts'
import { QuestionBank } from '#web/features/admin/trivia/question-bank.tsx'
import { call, sentenceOf } from '#web/lib/api.ts'
import { triviaCalls } from '#web/lib/calls.gen.ts'
import { longDay } from '#web/lib/dates.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { useToday } from '#web/lib/use-today.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loaded } from '#web/ui/query-skeletons.tsx'

interface TriviaSearch {
  page?: number
  q?: string
  subject?: string
}

/** The questions that an address asks for. */
function bankOf({ page = 1, q = '', subject }: TriviaSearch) {
  return { page, q, subject: TriviaSubject.safeParse(subject).data }
}

export async function loadTrivia(load: AdminLoad<TriviaSearch>): Promise<void> {
  await Promise.all([
    prefetch(load.client, todaysQuestionQuery(load.today)),
    prefetch(load.client, bankQuery(bankOf(load.search))),
  ])
}

/** Today's question of the Daily Success Trivia Challenge, and the question bank. */
export function TriviaPage(): ReactElement {
  const today = useToday(useSiteSettings()?.timeZone ?? 'UTC')
  return (
    <div className="flex flex-col gap-10">
      <TodaysQuestionCard today={today} />
      <QuestionBank filter={bankOf(useSearch({ from: '/admin/trivia' }))} />
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
      <Loaded query={question} label="Loading today’s question" rows={['h-112 sm:h-76']}>
        {(data) => <Question question={data} onRefresh={() => void question.refetch()} />}
      </Loaded>
    </SectionCard>
  )
}

interface QuestionProps {
  question: AdminTrivia
  /** Refetches the count of answers. */
  onRefresh: () => void
}

function Question({ question, onRefresh }: QuestionProps): ReactElement {
  const client = useQueryClient()
  const { answeredCount, restedCount } = question
  const regenerating = useAction({
    call: () => call(triviaCalls.regenerate, {}),
    done: 'Trivia regenerated successfully',
    failed: (error) => ({ title: `Failed to regenerate trivia: ${sentenceOf(error)}` }),
    onDone: (next) => {
      client.setQueryData(todaysQuestionQuery(next.date).queryKey, next)
      return client.resetQueries({ queryKey: [triviaCalls.today.path] })
    },
    refresh: refreshTrivia,
  })
  const fewWords = restedWords(restedCount)
  return (
    <div className="flex flex-col gap-4">
      <p dir="auto" className="max-w-prose font-serif text-lg">
        {question.triviaQuestion}
      </p>
      <ExplainedAnswer {...question} answer={question.correctAnswer} />
      <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-3">
        <ActionButton
          size="default"
          label="Regenerate Trivia"
          icon={<RefreshCw aria-hidden size={18} />}
          action={regenerating}
          confirm={{
            title: 'Show another question today?',
            description: regenerateWords(answeredCount),
          }}
          onAsk={onRefresh}
        />
        <p role="status" className="text-ink-quiet">
          {answeredLabel(answeredCount)}
        </p>
      </div>
      {fewWords ? <Notice>{fewWords}</Notice> : null}
    </div>
  )
}
