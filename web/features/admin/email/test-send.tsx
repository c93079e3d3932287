import { useMutation } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { testProblemOf } from '#web/features/admin/email/mail-draft.ts'
import { clearProblem, notifyDone, notifyProblem } from '#web/features/admin/email/notify.ts'
import { sendTest } from '#web/features/admin/email/queries.ts'
import { useHasOutbox } from '#web/features/admin/email/use-has-outbox.ts'
import type { MailFormState } from '#web/features/admin/email/use-mail-form.ts'
import { ApiError, sentenceOf } from '#web/lib/api.ts'
import { useGate } from '#web/lib/use-gate.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

const LONGEST_ADDRESS = 254

/** Sends the email to one address, as all recipients would get it. */
export function TestSend({ form, refuse }: MailFormState): ReactElement {
  const gate = useGate()
  const hasOutbox = useHasOutbox()
  const test = useMutation({
    mutationFn: sendTest,
    onMutate: clearProblem,
    onSuccess: (_answer, { testEmail }) =>
      notifyDone(
        'Test email sent successfully',
        hasOutbox
          ? 'It stays in the outbox: nothing left this server.'
          : `It’s on its way to ${testEmail}.`,
      ),
    onError: (error) => {
      const fields = error instanceof ApiError ? error.fields : {}
      const title = fields.html ? 'Failed to prepare test email' : 'Failed to send test email'
      notifyProblem(title, fields.html ?? fields.testEmail ?? sentenceOf(error))
      const field = fields.html ? 'html' : 'testEmail'
      const message = fields[field]
      if (message) form.setError(field, { message }, { shouldFocus: true })
    },
    onSettled: gate.leave,
  })
  const handleSend = (): void => {
    const { subject, preheader, html, testEmail } = form.getValues()
    const problem = testProblemOf({ html, testEmail })
    if (problem) refuse(problem)
    else if (gate.enter()) {
      test.mutate({
        ...{ html, preheader: preheader.trim(), testEmail: testEmail.trim() },
        ...(subject.trim() && { subject }),
      })
    }
  }
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="sr-only">Test</legend>
      <Field
        label="Test email address"
        help="Sends now, exactly as recipients will see it."
        error={form.formState.errors.testEmail?.message}
        className="max-w-xl"
      >
        <div className="flex flex-wrap gap-2">
          <Input
            type="email"
            autoComplete="email"
            maxLength={LONGEST_ADDRESS}
            className="min-w-0 grow basis-56"
            {...form.register('testEmail', { onChange: () => form.clearErrors('testEmail') })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // Enter sends the test, and never submits the form that sends to everyone.
              event.preventDefault()
              handleSend()
            }}
          />
          <Button variant="outline" busy={test.isPending} onClick={handleSend}>
            Send Test Email
          </Button>
        </div>
      </Field>
    </fieldset>
  )
}
