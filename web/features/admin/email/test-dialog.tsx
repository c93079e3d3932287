import type { ReactElement, SubmitEvent } from 'react'
import { testProblemOf } from '#web/features/admin/email/mail-draft.ts'
import { useHasOutbox } from '#web/features/admin/email/outbox-notice.tsx'
import { sendTest } from '#web/features/admin/email/queries.ts'
import type { MailFormState } from '#web/features/admin/email/use-mail-form.ts'
import { DecisionDialog, DecisionForm } from '#web/features/admin/kit/decision-dialog.tsx'
import { ApiError, sentenceOf } from '#web/lib/api.ts'
import { showFieldErrors } from '#web/lib/field-errors.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

const LONGEST_ADDRESS = 254

interface TestDialogProps extends Pick<MailFormState, 'form' | 'refuse'> {
  isOpen: boolean
  onClose: () => void
}

/** Sends the email to one address, as all recipients would get it. */
export function TestDialog(props: TestDialogProps): ReactElement {
  return (
    <DecisionDialog title="Send test email" isOpen={props.isOpen} onClose={props.onClose}>
      <TestForm {...props} />
    </DecisionDialog>
  )
}

function TestForm({ form, refuse, onClose }: TestDialogProps): ReactElement {
  const sending = useTestSend({ form, onClose })
  const hasOutbox = useHasOutbox()
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    // React events of a dialog bubble to the form that contains it, which sends to everyone.
    event.stopPropagation()
    const { subject, preheader, html, testEmail } = form.getValues()
    const problem = testProblemOf({ html, testEmail })
    if (problem) refuse(problem)
    else {
      sending.run({
        html,
        preheader: preheader.trim(),
        testEmail: testEmail.trim(),
        ...(subject.trim() && { subject }),
      })
    }
  }
  return (
    <DecisionForm submit={handleSubmit} isSaving={sending.isPending} label="Send Test Email">
      <Field
        label="Test email address"
        help={
          hasOutbox
            ? 'Without an email service it’s kept under Unsent emails.'
            : 'Sends now, exactly as recipients will see it.'
        }
        error={form.formState.errors.testEmail?.message}
      >
        <Input
          type="email"
          autoComplete="email"
          maxLength={LONGEST_ADDRESS}
          {...form.register('testEmail', { onChange: () => form.clearErrors('testEmail') })}
        />
      </Field>
    </DecisionForm>
  )
}

function useTestSend({ form, onClose }: Pick<TestDialogProps, 'form' | 'onClose'>) {
  const hasOutbox = useHasOutbox()
  return useAction({
    call: sendTest,
    done: (_answer, { testEmail }) => ({
      title: 'Test email sent successfully',
      description: hasOutbox
        ? 'It’s kept under Unsent emails. Nobody gets it.'
        : `It’s on its way to ${testEmail}.`,
    }),
    failed: (error) => {
      const { html, testEmail } = fieldsOf(error)
      const title = html ? 'Failed to prepare test email' : 'Failed to send test email'
      return { title, description: html ?? testEmail ?? sentenceOf(error) }
    },
    onDone: onClose,
    onFailed: (error) => showFieldErrors(form, { error, names: ['html', 'testEmail'] }),
  })
}

function fieldsOf(error: Error): Partial<Record<string, string>> {
  return error instanceof ApiError ? error.fields : {}
}
