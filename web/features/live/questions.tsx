import { type ReactElement, useId } from 'react'
import type { RoomQuestion } from '#contract/live-room.ts'
import { cn } from '#web/lib/cn.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { QuestionForm } from './question-form.tsx'
import { room } from './room.ts'
import type { RoomState } from './room-state.ts'

interface QuestionsProps {
  state: RoomState
  isHost: boolean
}

/** Written questions, for people who would rather not speak. */
export function Questions({ state, isHost }: QuestionsProps): ReactElement {
  const title = useId()
  const { questions } = state.room
  return (
    <section aria-labelledby={title} className="flex min-w-0 flex-col gap-3">
      <h3 id={title}>Questions</h3>
      <p className="text-sm text-ink-quiet">Questions are anonymous.</p>
      <QuestionForm state={state} />
      {questions.length === 0 ? (
        <p className="py-3 text-ink-quiet">No questions yet.</p>
      ) : (
        <ol
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, so it must be reachable by keyboard.
          tabIndex={0}
          aria-labelledby={title}
          className="max-h-96 divide-y divide-line overflow-y-auto rounded-lg border border-line"
        >
          {questions.map((question) => (
            <QuestionRow key={question.id} question={question} isHost={isHost} />
          ))}
        </ol>
      )}
    </section>
  )
}

function QuestionRow(props: { question: RoomQuestion; isHost: boolean }): ReactElement {
  const { id: questionId, name, text, isAnswered, mine } = props.question
  const mark = (next: boolean): void =>
    room.host({ type: 'question-answered', questionId, isAnswered: next })
  return (
    <li className="flex flex-col gap-1 px-4 py-3">
      <p className="flex flex-wrap items-center gap-2 text-sm text-ink-quiet">
        <span className="font-medium">{name}</span>
        {mine ? <Badge variant="neutral">Yours</Badge> : null}
        {isAnswered ? <Badge>Answered</Badge> : null}
      </p>
      <p className={cn('whitespace-pre-line', isAnswered && 'text-ink-quiet')}>{text}</p>
      {props.isHost ? (
        <Button
          variant="ghost"
          size="sm"
          className="-ml-3.5 self-start"
          aria-label={`${isAnswered ? 'Mark as open' : 'Mark as answered'}: question by ${name}`}
          onClick={() => mark(!isAnswered)}
        >
          {isAnswered ? 'Mark as open' : 'Mark as answered'}
        </Button>
      ) : null}
    </li>
  )
}
