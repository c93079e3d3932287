import { Plus, X } from 'lucide-react'
import { type ReactElement, useId } from 'react'
import { useWatch } from 'react-hook-form'
import { TRIVIA_LIMITS } from '#contract/trivia.ts'
import { withoutOption } from '#web/features/admin/trivia/question-values.ts'
import type { QuestionFormReturn } from '#web/features/admin/trivia/use-question-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, FieldError } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

const FEWEST = 2
const MOST = 6

/** The options, with a radio button for the correct one. */
export function OptionFields({ form }: { form: QuestionFormReturn }): ReactElement {
  const options = useWatch({ control: form.control, name: 'options' })
  const { errors } = form.formState
  const error = errors.options?.message ?? errors.options?.root?.message ?? errors.right?.message
  const errorId = useId()
  const add = (): void => {
    form.setValue('options', [...options, ''])
    setTimeout(() => form.setFocus(`options.${options.length}`))
  }
  const remove = (index: number): void => {
    const { options: left, right } = withoutOption(form.getValues(), index)
    form.setValue('options', left)
    form.setValue('right', right)
    form.clearErrors(['options', 'right'])
    form.setFocus(`options.${Math.min(index, left.length - 1)}`)
  }
  return (
    <fieldset
      aria-describedby={error ? errorId : undefined}
      className="flex min-w-0 flex-col gap-3"
    >
      <legend className="mb-1 font-medium">Options</legend>
      <p className="text-sm text-ink-quiet">Two to six. Mark the correct one.</p>
      {options.map((_, index) => (
        <OptionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: an option is identified by its position.
          key={index}
          form={form}
          index={index}
          onRemove={options.length > FEWEST ? remove : undefined}
        />
      ))}
      <FieldError id={errorId}>{error}</FieldError>
      {options.length < MOST ? (
        <Button variant="outline" size="sm" className="self-start" onClick={add}>
          <Plus aria-hidden size={18} />
          Add option
        </Button>
      ) : null}
    </fieldset>
  )
}

interface OptionRowProps {
  form: QuestionFormReturn
  index: number
  /** Undefined if no option can be removed. */
  onRemove: ((index: number) => void) | undefined
}

function OptionRow({ form, index, onRemove }: OptionRowProps): ReactElement {
  const name = `Option ${index + 1}`
  return (
    <div className="flex items-start gap-1">
      <label className="inline-flex size-11 shrink-0 cursor-pointer items-center justify-center">
        <span className="sr-only">{name} is correct</span>
        <input
          type="radio"
          value={String(index)}
          className="size-5 accent-primary"
          {...form.register('right')}
        />
      </label>
      <Field
        label={name}
        hideLabel
        error={form.formState.errors.options?.[index]?.message}
        className="min-w-0 grow"
      >
        <Input
          placeholder={name}
          limit={TRIVIA_LIMITS.option}
          {...form.register(`options.${index}`)}
        />
      </Field>
      {onRemove ? (
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Remove option ${index + 1}`}
          onClick={() => onRemove(index)}
        >
          <X aria-hidden size={18} />
        </Button>
      ) : null}
    </div>
  )
}
