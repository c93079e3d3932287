import { Plus, X } from 'lucide-react'
import { type ReactElement, useId } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { TRIVIA_LIMITS, type TriviaQuestion, TriviaQuestionInput } from '#contract/trivia.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { SUBJECT_LABELS } from '#web/features/admin/trivia/labels.ts'
import { refreshTrivia, saveQuestion } from '#web/features/admin/trivia/queries.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { SelectField, TextareaField, TextField } from '#web/ui/form-fields.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Switch } from '#web/ui/switch.tsx'

interface QuestionFormProps {
  /** The question to change; without it, one is added. */
  question?: TriviaQuestion
  /** Called once it is saved, or discarded. */
  onClose: () => void
}

/** Adds a question, or changes one. */
export function QuestionForm({ question, onClose }: QuestionFormProps): ReactElement {
  const { title, description, submitLabel, done } = question ? EDITING : ADDING
  const { form, submit, forget, isSaving, error } = useServerForm({
    initial: question ? draftOfQuestion(question) : EMPTY_QUESTION,
    values: QuestionValues,
    draft: {
      key: `trivia:${useMember().id}:${question?.id ?? 'new'}`,
      schema: QuestionDraft,
      isEmpty: isEmptyQuestion,
    },
    version: question?.version,
    save: (body, _changed, version) => saveQuestion({ id: question?.id, version, body }),
    done,
    onSaved: onClose,
    refresh: refreshTrivia,
  })
  const handleCancel = (): void => {
    forget()
    onClose()
  }
  return (
    <SectionCard title={title} isTitleAbove description={description}>
      <Form noValidate onSubmit={submit} className="flex max-w-2xl flex-col gap-4">
        <ErrorNotice title="Failed to save question" error={error} />
        <QuestionFields form={form} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isSaving}>
            {submitLabel}
          </Button>
          <Button variant="ghost" onClick={handleCancel}>
            Cancel
          </Button>
        </div>
      </Form>
    </SectionCard>
  )
}

const ADDING = {
  title: 'Add question',
  description: 'It will be shown on a later day.',
  submitLabel: 'Add question',
  done: 'Question added successfully',
}

const EDITING = {
  title: 'Edit question',
  description: 'Days on which it was already shown keep the old version.',
  submitLabel: 'Save question',
  done: 'Question saved successfully',
}

function QuestionFields({ form }: { form: QuestionFormReturn }): ReactElement {
  return (
    <>
      <SelectField form={form} name="subject" label="Subject" labels={SUBJECT_LABELS} required>
        <option value="">Choose…</option>
      </SelectField>
      <TextareaField
        form={form}
        name="question"
        label="Question"
        minHeight={80}
        limit={TRIVIA_LIMITS.question}
        required
      />
      <OptionFields form={form} />
      <TextareaField
        form={form}
        name="explanation"
        label="Explanation"
        help="Why it’s correct. Shown after answering."
        minHeight={80}
        limit={TRIVIA_LIMITS.explanation}
        required
      />
      <TextField
        form={form}
        name="source"
        label="Source"
        help="Where to look it up, such as a Bible reference or a book."
        limit={TRIVIA_LIMITS.source}
        required
      />
      <Switch label="In use" {...form.register('isEnabled')} />
    </>
  )
}

type QuestionFormReturn = UseFormReturn<QuestionDraft, unknown, TriviaQuestionInput>

const FEWEST = 2
const MOST = 6

/** The options, with a radio button for the correct one. */
function OptionFields({ form }: { form: QuestionFormReturn }): ReactElement {
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
      <TextField
        form={form}
        name={`options.${index}`}
        label={name}
        hideLabel
        fieldClassName="min-w-0 grow"
        placeholder={name}
        limit={TRIVIA_LIMITS.option}
      />
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

/** The values of the question form, possibly incomplete. */
export const QuestionDraft = z.object({
  subject: z.string(),
  question: z.string(),
  options: z.array(z.string()),
  /** The index of the correct option, from 0; empty until one is selected. */
  right: z.string(),
  explanation: z.string(),
  source: z.string(),
  isEnabled: z.boolean(),
})
export type QuestionDraft = z.infer<typeof QuestionDraft>

export const EMPTY_QUESTION: QuestionDraft = {
  subject: '',
  question: '',
  options: ['', '', '', ''],
  right: '',
  explanation: '',
  source: '',
  isEnabled: true,
}

/** Converts the form into the values for the server, and maps errors to the form's inputs. */
export const QuestionValues = QuestionDraft.transform((draft, context) => {
  const { right, ...rest } = draft
  const answer = right === '' ? '' : (draft.options[Number(right)] ?? '')
  const hasBlanks = draft.options.some((option) => option.trim() === '')
  const { data, error } = TriviaQuestionInput.safeParse({ ...rest, answer })
  if (data) return data
  for (const { path, message } of error.issues) {
    const [name, ...inner] = path
    // An empty option has its own error, so errors about the whole list are left out.
    if (hasBlanks && name === 'options' && inner.length === 0) continue
    if (name === 'answer' && right !== '') continue
    context.addIssue({
      code: 'custom',
      path: name === 'answer' ? ['right'] : [...(name ? [name] : []), ...inner],
      message,
    })
  }
  return z.NEVER
})

/** The starting values of the form for a stored question. */
export function draftOfQuestion(question: TriviaQuestion): QuestionDraft {
  const { options, answer } = question
  return QuestionDraft.parse({ ...question, right: String(options.indexOf(answer)) })
}

/** Whether a draft has nothing worth saving. */
export function isEmptyQuestion(draft: QuestionDraft): boolean {
  return [draft.question, ...draft.options, draft.explanation, draft.source].every(
    (text) => text.trim() === '',
  )
}

/** Removes an option, and keeps the correct one selected if it remains. */
export function withoutOption(
  draft: Pick<QuestionDraft, 'options' | 'right'>,
  index: number,
): Pick<QuestionDraft, 'options' | 'right'> {
  const right = draft.right === '' ? -1 : Number(draft.right)
  const moved = right > index ? right - 1 : right
  return {
    options: draft.options.filter((_, place) => place !== index),
    right: right === index || moved < 0 ? '' : String(moved),
  }
}
