import type { ReactElement } from 'react'
import { TRIVIA_LIMITS, type TriviaQuestion } from '#contract/trivia.ts'
import { SUBJECT_LABELS } from '#web/features/admin/trivia/labels.ts'
import { OptionFields } from '#web/features/admin/trivia/option-fields.tsx'
import { useQuestionForm } from '#web/features/admin/trivia/use-question-form.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogFooter } from '#web/ui/dialog.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { Options, Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

interface QuestionFormProps {
  question: TriviaQuestion | undefined
  onClose: () => void
}

export function QuestionForm({ question, onClose }: QuestionFormProps): ReactElement {
  const { form, save, submit, forget } = useQuestionForm(question, onClose)
  const { errors } = form.formState
  const handleCancel = (): void => {
    forget()
    onClose()
  }
  return (
    <Form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <ErrorNotice title="Failed to save question" error={save.error} />
      <Field label="Subject" error={errors.subject?.message} required>
        <Select {...form.register('subject')}>
          <option value="">Choose…</option>
          <Options labels={SUBJECT_LABELS} />
        </Select>
      </Field>
      <Field label="Question" error={errors.question?.message} required>
        <Textarea minHeight={80} limit={TRIVIA_LIMITS.question} {...form.register('question')} />
      </Field>
      <OptionFields form={form} />
      <Field
        label="Explanation"
        help="Why it’s correct. Shown after answering."
        error={errors.explanation?.message}
        required
      >
        <Textarea
          minHeight={80}
          limit={TRIVIA_LIMITS.explanation}
          {...form.register('explanation')}
        />
      </Field>
      <Field
        label="Source"
        help="Where to look it up, such as a Bible reference or a book."
        error={errors.source?.message}
        required
      >
        <Input limit={TRIVIA_LIMITS.source} {...form.register('source')} />
      </Field>
      <Switch label="In use" {...form.register('isEnabled')} />
      <DialogFooter className="mt-0">
        <Button variant="outline" onClick={handleCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={save.isPending}>
          {question ? 'Save question' : 'Add question'}
        </Button>
      </DialogFooter>
    </Form>
  )
}
