import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { OneTimeCode } from '#contract/accounts.ts'
import { requestCode, sessionsQuery, verifyCode } from '#web/features/accounts/account-queries.ts'
import { CodeInput } from '#web/features/accounts/code-input.tsx'
import { useFormMutation } from '#web/features/accounts/form-failure.ts'
import { currentUserQuery } from '#web/features/accounts/queries.ts'
import { CODE_SENT } from '#web/features/accounts/sign-in-toast.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast-store.ts'

/** Verifies the signed-in member's address: sends a code by email, then asks for it. */
export function VerifyEmail({ email }: { email: string }): ReactElement {
  const sending = useMutation({
    mutationFn: requestCode,
    onSuccess: () => {
      toast(CODE_SENT)
    },
  })
  return (
    <div className="mt-2 flex flex-col gap-3">
      {sending.error ? <Notice variant="error">{sentenceOf(sending.error)}</Notice> : null}
      {sending.isSuccess ? <CodeForm email={email} /> : null}
      <Button
        variant="outline"
        busy={sending.isPending}
        onClick={() => sending.mutate(email)}
        className="self-start"
      >
        {sending.isSuccess ? 'Send a new code' : 'Verify email'}
      </Button>
    </div>
  )
}

const Input = z.object({ code: OneTimeCode })

function CodeForm({ email }: { email: string }): ReactElement {
  const queryClient = useQueryClient()
  const form = useForm({ resolver: zodResolver(Input), defaultValues: { code: '' } })
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])
  const verification = useFormMutation(form, {
    mutationFn: verifyCode,
    onSuccess: async (user) => {
      queryClient.setQueryData(currentUserQuery.queryKey, user)
      toast({ title: 'Email verified' })
      await queryClient.invalidateQueries(sessionsQuery)
    },
  })
  const handleSubmit = form.handleSubmit(({ code }) => verification.send({ email, code }))
  return (
    <Form noValidate onSubmit={handleSubmit} className="flex flex-col gap-3">
      {verification.sentence ? <Notice variant="error">{verification.sentence}</Notice> : null}
      <Field
        label="Code"
        help="The 6 digits that we emailed you. They work for 10 minutes."
        error={form.formState.errors.code?.message}
        required
      >
        <CodeInput {...form.register('code')} />
      </Field>
      <Button type="submit" busy={verification.isPending} className="self-start">
        Verify Code
      </Button>
    </Form>
  )
}
