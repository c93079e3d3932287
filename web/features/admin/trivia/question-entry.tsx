import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { Page } from '#contract/endpoint.ts'
import { type TriviaQuestion, TriviaQuestionInput } from '#contract/trivia.ts'
import { EntryButton } from '#web/features/admin/entry-button.tsx'
import { notifyError, notifySuccess } from '#web/features/admin/notify.ts'
import { ExplainedAnswer } from '#web/features/admin/trivia/explained-answer.tsx'
import { SUBJECT_LABELS } from '#web/features/admin/trivia/labels.ts'
import { bankKey, saveQuestion, todaysKey } from '#web/features/admin/trivia/queries.ts'
import { QuestionDialog } from '#web/features/admin/trivia/question-dialog.tsx'
import { longDay } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Switch } from '#web/ui/switch.tsx'

/** A question of the bank. Its answer is collapsed. */
export function QuestionEntry({ question }: { question: TriviaQuestion }): ReactElement {
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
      <QuestionDialog question={question} isOpen={isOpen} onOpenChange={setIsOpen} />
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
  const switching = useMutation({
    mutationFn: (isEnabled: boolean) =>
      saveQuestion({
        id: question.id,
        body: TriviaQuestionInput.parse({ ...question, isEnabled }),
      }),
    onMutate: (isEnabled) => show(isEnabled),
    onSuccess: (saved) => {
      notifySuccess(saved.isEnabled ? 'Question turned on' : 'Question turned off')
      void queryClient.invalidateQueries({ queryKey: todaysKey })
    },
    onError: (error, isEnabled) => {
      show(!isEnabled)
      notifyError(`Failed to turn question ${isEnabled ? 'on' : 'off'}`, error)
    },
  })
  return (
    <Switch
      label="In use"
      aria-label={`In use: ${question.question}`}
      checked={question.isEnabled}
      disabled={switching.isPending}
      onChange={({ target }) => switching.mutate(target.checked)}
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
