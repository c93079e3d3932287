import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ReactElement } from 'react'
import { type TriviaQuestion, TriviaQuestionInput, type TriviaSubject } from '#contract/trivia.ts'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { FROM_LIST } from '#web/features/admin/kit/entry-page.tsx'
import { SearchFilter, SelectFilter } from '#web/features/admin/kit/filters.tsx'
import { PagedList } from '#web/features/admin/kit/paged-list.tsx'
import { ExplainedAnswer } from '#web/features/admin/trivia/explained-answer.tsx'
import { SUBJECT_LABELS } from '#web/features/admin/trivia/labels.ts'
import {
  bankQuery,
  QUESTIONS_PER_PAGE,
  refreshTrivia,
  saveQuestion,
} from '#web/features/admin/trivia/queries.ts'
import { longDay } from '#web/lib/dates.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Switch } from '#web/ui/switch.tsx'

/** Longest search text, as in the contract. */
const MAX_SEARCH = 100

interface QuestionBankProps {
  filter: { page: number; q: string; subject: TriviaSubject | undefined }
}

/** All questions, newest first. */
export function QuestionBank({ filter }: QuestionBankProps): ReactElement {
  const { arrange } = useAdminAddress()
  const isNarrowed = filter.q !== '' || filter.subject !== undefined
  return (
    <section aria-labelledby="question-bank" className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="question-bank" className="text-xl">
          Question bank
        </h2>
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" asChild>
            <Link to="/admin/trivia/file" state={FROM_LIST}>
              Import or export
            </Link>
          </Button>
          <Button asChild>
            <Link to="/admin/trivia/new" state={FROM_LIST}>
              <Plus aria-hidden size={18} />
              Add question
            </Link>
          </Button>
        </div>
      </div>
      <div className="grid items-start gap-x-5 gap-y-4 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <SearchFilter label="Search questions" maxLength={MAX_SEARCH} />
        <SelectFilter
          label="Subject"
          hideLabel
          all="All subjects"
          labels={SUBJECT_LABELS}
          value={filter.subject}
          onChoose={(subject) => arrange({ subject })}
        />
      </div>
      <PagedList
        list={useQuery(bankQuery(filter))}
        pageSize={QUESTIONS_PER_PAGE}
        noun="questions"
        entryHeight="h-28"
        className="gap-0"
        empty={<EmptyState message={isNarrowed ? 'No questions found' : 'No questions yet'} />}
        renderEntry={(question) => <QuestionEntry question={question} />}
      />
    </section>
  )
}

/** A question of the bank. Its answer is collapsed. */
function QuestionEntry({ question }: { question: TriviaQuestion }): ReactElement {
  const { locale } = useDates()
  return (
    <div className="border-b border-line py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 grow basis-80">
          <h3 dir="auto" className="font-sans text-base">
            {question.question}
          </h3>
          <p className="mt-1 text-sm text-ink-quiet">
            {SUBJECT_LABELS[question.subject]} ·{' '}
            {question.isBuiltIn ? 'Built in' : 'Added by your team'} ·{' '}
            {question.lastShownOn
              ? `Last shown on ${longDay(question.lastShownOn, locale)}`
              : 'Not shown yet'}
          </p>
        </div>
        <EnabledSwitch question={question} />
        <Button variant="outline" size="sm" asChild>
          <Link
            to="/admin/trivia/$questionId"
            params={{ questionId: String(question.id) }}
            state={FROM_LIST}
            aria-label={`Edit: ${question.question}`}
          >
            Edit
          </Link>
        </Button>
      </div>
      <Disclosure summary="Answer and explanation" className="border-b-0">
        <ExplainedAnswer {...question} />
      </Disclosure>
    </div>
  )
}

function EnabledSwitch({ question }: { question: TriviaQuestion }): ReactElement {
  const { id, version, isEnabled } = question
  const switching = useAction({
    call: () =>
      saveQuestion({
        id,
        version,
        body: TriviaQuestionInput.parse({ ...question, isEnabled: !isEnabled }),
      }),
    done: (saved) => (saved.isEnabled ? 'Question turned on' : 'Question turned off'),
    failed: `Failed to turn question ${isEnabled ? 'off' : 'on'}`,
    refresh: refreshTrivia,
  })
  return (
    <Switch
      label="In use"
      aria-label={`In use: ${question.question}`}
      // Switched from the press on, until the server refuses.
      checked={switching.isPending ? !isEnabled : isEnabled}
      disabled={switching.isPending}
      onChange={() => switching.run()}
    />
  )
}
