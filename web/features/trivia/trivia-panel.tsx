import { useQuery } from '@tanstack/react-query'
import { Check, Sun } from 'lucide-react'
import { type FormEvent, type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import type { Trivia, TriviaAnswer } from '#contract/trivia.ts'
import { ScriptureText } from '#web/features/scripture/scripture-text.tsx'
import { triviaKey, triviaQuery } from '#web/features/trivia/queries.ts'
import {
  ALREADY_ANSWERED,
  type TriviaOutcome,
  useTriviaAnswer,
} from '#web/features/trivia/use-trivia-answer.ts'
import { cn } from '#web/lib/cn.ts'
import { useRefreshOn } from '#web/lib/live.ts'
import { useCommunityToday } from '#web/lib/use-today.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** One question a day for everyone. It changes at 3 AM in the community's time zone. */
export function TriviaPanel(): ReactElement {
  const today = useCommunityToday()
  return (
    <Card aria-labelledby="trivia-title" className="relative min-w-0 overflow-hidden lg:pt-4">
      <CardHeader>
        <CardTitle id="trivia-title">Daily Success Trivia Challenge</CardTitle>
      </CardHeader>
      {today ? <TriviaOfDay key={today} today={today} /> : <LoadingTrivia />}
    </Card>
  )
}

function TriviaOfDay({ today }: { today: DateText }): ReactElement {
  useRefreshOn('daily', triviaKey)
  const { data, error, isFetching, refetch } = useQuery(triviaQuery(today))
  if (data) return <TriviaOf today={today} trivia={data} />
  if (!error) return <LoadingTrivia />
  return (
    <ErrorState
      message="Failed to load trivia. Please try again later."
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  )
}

function TriviaOf({ today, trivia }: { today: DateText; trivia: Trivia }): ReactElement {
  const state = useTriviaAnswer(today, trivia)
  return (
    <>
      {trivia.answered && !state.isSettling ? (
        <TriviaAnswered answered={trivia.answered} takesFocus={state.hasAnswered} />
      ) : (
        <TriviaForm trivia={trivia} state={state} />
      )}
      <TriviaOverlay outcome={state.overlay} />
    </>
  )
}

function LoadingTrivia(): ReactElement {
  return (
    <div role="status" aria-label="Loading today’s question" className="flex flex-col gap-3">
      {/* As high as most questions: three lines on a phone, two elsewhere. */}
      <Skeleton className="mb-1 h-14 max-sm:h-18" />
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-12" />
      ))}
      <Skeleton className="mt-2 h-11 w-32" />
    </div>
  )
}

interface TriviaAnsweredProps {
  answered: TriviaAnswer
  /** Whether this has just replaced the form, which had the focus. */
  takesFocus: boolean
}

/** The member's answer of today with the correct one and the explanation. */
function TriviaAnswered({ answered, takesFocus }: TriviaAnsweredProps): ReactElement {
  const question = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (takesFocus && isLost) question.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <div className="flex flex-col gap-4">
      <p ref={question} dir="auto" tabIndex={-1} className="rounded-sm text-lg font-medium">
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
      <p dir="auto">
        <ScriptureText text={answered.explanation} />
      </p>
      <p className="text-sm text-ink-quiet">
        Source:{' '}
        <bdi>
          <ScriptureText text={answered.source} />
        </bdi>
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

interface TriviaFormProps {
  trivia: Trivia
  state: ReturnType<typeof useTriviaAnswer>
}

function TriviaForm({ trivia, state }: TriviaFormProps): ReactElement {
  const name = useId()
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (!state.isSending && !state.isSettling) state.submit()
  }
  return (
    <Form onSubmit={handleSubmit} className="flex flex-col gap-5">
      {state.notice ? <Notice>{state.notice}</Notice> : null}
      <fieldset className="min-w-0">
        <legend className="mb-3 text-lg font-medium">{trivia.triviaQuestion}</legend>
        <div className="flex flex-col gap-2.5">
          {trivia.options.map((option) => (
            <Option
              key={option}
              name={name}
              option={option}
              isChosen={option === state.choice}
              onChoose={() => state.choose(option)}
            />
          ))}
        </div>
      </fieldset>
      <Button
        type="submit"
        disabled={state.choice === undefined}
        busy={state.isSending}
        className="self-start"
      >
        Submit
      </Button>
    </Form>
  )
}

interface OptionProps {
  name: string
  option: string
  isChosen: boolean
  onChoose: () => void
}

function Option({ name, option, isChosen, onChoose }: OptionProps): ReactElement {
  return (
    <label
      className={cn(
        'flex min-h-12 cursor-pointer items-center gap-3 rounded-lg border px-4 py-2.5 transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
        isChosen ? 'border-primary bg-primary-soft' : 'border-line-strong hover:bg-sand',
      )}
    >
      <input
        type="radio"
        name={name}
        value={option}
        checked={isChosen}
        onChange={onChoose}
        className={cn(
          'size-6 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-surface outline-none',
          'checked:border-7 checked:border-primary',
        )}
      />
      <span dir="auto" className="min-w-0">
        {option}
      </span>
    </label>
  )
}

/**
 * Covers the card for a moment and is announced to screen readers. The card shows the same content
 * afterwards.
 */
function TriviaOverlay({ outcome }: { outcome: TriviaOutcome | undefined }): ReactElement {
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
