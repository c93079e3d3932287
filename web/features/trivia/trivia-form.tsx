import { type FormEvent, type ReactElement, useId } from 'react'
import type { Trivia } from '#contract/trivia.ts'
import type { useTriviaAnswer } from '#web/features/trivia/use-trivia-answer.ts'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface TriviaFormProps {
  trivia: Trivia
  state: ReturnType<typeof useTriviaAnswer>
}

export function TriviaForm({ trivia, state }: TriviaFormProps): ReactElement {
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
      <span className="min-w-0">{option}</span>
    </label>
  )
}
