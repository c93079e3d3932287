import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactElement, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { EmailBody } from '#contract/accounts.ts'
import { requestCode } from '#web/features/accounts/account-queries.ts'
import { useFormMutation } from '#web/features/accounts/form-failure.ts'
import { CODE_NOT_SENT } from '#web/features/accounts/sign-in-toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast-store.ts'

export function RequestCodeForm({ onSent }: { onSent: (email: string) => void }): ReactElement {
  const form = useForm({ resolver: zodResolver(EmailBody), defaultValues: { email: '' } })
  const { setFocus } = form
  useEffect(() => setFocus('email'), [setFocus])
  const sending = useFormMutation(form, {
    mutationFn: requestCode,
    onSuccess: (_, email) => {
      toast({
        title: 'OTP Sent',
        description: 'Check your email for the login code',
      })
      onSent(email)
    },
    message: CODE_NOT_SENT,
  })
  const handleSubmit = form.handleSubmit(({ email }) => sending.send(email))
  return (
    <Form noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
      {sending.sentence ? <Notice variant="error">{sending.sentence}</Notice> : null}
      <Field label="Email" error={form.formState.errors.email?.message} required>
        <Input type="email" autoComplete="email" {...form.register('email')} />
      </Field>
      <Button type="submit" size="lg" busy={sending.isPending}>
        Request Code
      </Button>
    </Form>
  )
}
