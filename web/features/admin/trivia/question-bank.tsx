import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { Page } from '#contract/endpoint.ts'
import { type TriviaQuestion, TriviaQuestionInput, TriviaSubject } from '#contract/trivia.ts'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { EntryButton } from '#web/features/admin/kit/action-button.tsx'
import { SearchFilter, SelectFilter } from '#web/features/admin/kit/filters.tsx'
import { PagedList } from '#web/features/admin/kit/paged-list.tsx'
import { ExplainedAnswer } from '#web/features/admin/trivia/explained-answer.tsx'
import { SUBJECT_LABELS } from '#web/features/admin/trivia/labels.ts'
import {
  bankKey,
  bankQuery,
  QUESTIONS_PER_PAGE,
  saveQuestion,
  todaysKey,
} from '#web/features/admin/trivia/queries.ts'
import { QuestionDialog } from '#web/features/admin/trivia/question-form.tsx'
import { longDay } from '#web/lib/dates.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Switch } from '#web/ui/switch.tsx'

/** Longest search text, as in the contract. */
const MAX_SEARCH = 100

/** All questions, newest first. */
export function QuestionBank(): ReactElement {
  const { part, page, q, openPart } = useAdminAddress()
  const subject = TriviaSubject.safeParse(part).data
  const questions = useQuery(bankQuery({ page, q, subject }))
  const isNarrowed = q !== '' || subject !== undefined
  return (
    <section aria-labelledby="question-bank" className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="question-bank">Question bank</h2>
        <AddButton />
      </div>
      <div className="grid items-start gap-x-5 gap-y-4 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <SearchFilter label="Search questions" maxLength={MAX_SEARCH} />
        <SelectFilter
          label="Subject"
          all="All subjects"
          labels={SUBJECT_LABELS}
          value={subject}
          onChoose={openPart}
        />
      </div>
      <PagedList
        list={questions}
        pageSize={QUESTIONS_PER_PAGE}
        noun="questions"
        entryHeight="h-36"
        empty={<EmptyState message={isNarrowed ? 'No questions found' : 'No questions yet'} />}
        renderEntry={(question) => <QuestionEntry question={question} />}
      />
    </section>
  )
}

function AddButton(): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Plus aria-hidden size={18} />
        Add question
      </Button>
      <QuestionDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

/** A question of the bank. Its answer is collapsed. */
function QuestionEntry({ question }: { question: TriviaQuestion }): ReactElement {
  const { locale } = useDates()
  const { options, answer, explanation, source } = question
  return (
    <Card className="flex flex-col gap-2 py-4 sm:py-4">
      <h3 className="text-base">{question.question}</h3>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-quiet">
        <Badge variant="neutral">{SUBJECT_LABELS[question.subject]}</Badge>
        {question.isEnabled ? null : <Badge variant="gold">Off</Badge>}
        <span>{question.isBuiltIn ? 'Built in' : 'Added by your team'}</span>
        <span>
          {question.lastShownOn
            ? `Last shown on ${longDay(question.lastShownOn, locale)}`
            : 'Not shown yet'}
        </span>
      </div>
      <Disclosure summary="Answer and explanation" className="border-b-0">
        <ExplainedAnswer
          options={options}
          answer={answer}
          explanation={explanation}
          source={source}
        />
      </Disclosure>
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
        <EnabledSwitch question={question} />
        <EditButton question={question} />
      </div>
    </Card>
  )
}

function EditButton({ question }: { question: TriviaQuestion }): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <EntryButton label="Edit" entry={question.question} onClick={() => setIsOpen(true)} />
      <QuestionDialog question={question} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

/** Switches optimistically, and reverts if the server refuses. */
function EnabledSwitch({ question }: { question: TriviaQuestion }): ReactElement {
  const queryClient = useQueryClient()
  const show = (isEnabled: boolean): void => {
    queryClient.setQueriesData<Page<TriviaQuestion>>({ queryKey: bankKey }, (page) =>
      page ? { ...page, items: withEnabled(page.items, { id: question.id, isEnabled }) } : page,
    )
  }
  const switching = useAction({
    call: (isEnabled: boolean) =>
      saveQuestion({
        id: question.id,
        body: TriviaQuestionInput.parse({ ...question, isEnabled }),
      }),
    onStart: (isEnabled) => show(isEnabled),
    onFailed: (_error, isEnabled) => show(!isEnabled),
    done: (saved) => (saved.isEnabled ? 'Question turned on' : 'Question turned off'),
    failed: (_error, isEnabled) => `Failed to turn question ${isEnabled ? 'on' : 'off'}`,
    refresh: (client) => client.invalidateQueries({ queryKey: todaysKey }),
  })
  return (
    <Switch
      label="In use"
      aria-label={`In use: ${question.question}`}
      checked={question.isEnabled}
      disabled={switching.isPending}
      onChange={({ target }) => switching.run(target.checked)}
    />
  )
}

function withEnabled(
  questions: TriviaQuestion[],
  change: { id: number; isEnabled: boolean },
): TriviaQuestion[] {
  const { id, isEnabled } = change
  return questions.map((each) => (each.id === id ? { ...each, isEnabled } : each))
}
