import { useMutation } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { requestCode } from '#web/features/accounts/account-queries.ts'
import { CodeInput } from '#web/features/accounts/code-input.tsx'
import { useFormFailure } from '#web/features/accounts/form-failure.ts'
import type { RegistrationFormState } from '#web/features/accounts/registration-form.tsx'
import { CODE_SENT } from '#web/features/accounts/sign-in-toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast-store.ts'

/** The optional code that verifies the email address, and the button that sends it. */
export function CodeField({ form }: { form: RegistrationFormState }): ReactElement {
  const failure = useFormFailure(form)
  const sending = useMutation({
    mutationFn: requestCode,
    onSuccess: () => {
      toast(CODE_SENT)
      form.setFocus('otp')
    },
    onError: (error) =>
      failure.show(error, { title: 'Error', description: 'Failed to send verification code' }),
  })
  const handleSend = async (): Promise<void> => {
    failure.clear()
    if (await form.trigger('email', { shouldFocus: true })) sending.mutate(form.getValues('email'))
  }
  return (
    <Field
      label="Verification code (optional)"
      help={
        sending.isSuccess
          ? `A code is on its way to ${sending.variables.trim()}. It works for 10 minutes.`
          : 'Confirms your email address. You can also do this later.'
      }
      error={form.formState.errors.otp?.message ?? failure.sentence}
    >
      <div className="flex gap-2">
        <CodeInput {...form.register('otp')} />
        <Button variant="outline" busy={sending.isPending} onClick={() => void handleSend()}>
          {sending.isSuccess ? 'Send again' : 'Send code'}
        </Button>
      </div>
    </Field>
  )
}
