import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type ReactElement, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { OneTimeCode } from '#contract/accounts.ts'
import { requestCode, verifyCode } from '#web/features/accounts/account-queries.ts'
import { CodeInput } from '#web/features/accounts/code-input.tsx'
import { forgetCodeRequest, saveCodeRequest } from '#web/features/accounts/code-request.ts'
import { useFormFailure } from '#web/features/accounts/form-failure.ts'
import { CODE_NOT_SENT, isFactorRequired } from '#web/features/accounts/sign-in-toast.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast-store.ts'

const CodeForm = z.object({ code: OneTimeCode })

interface VerifyCodeFormProps {
  /** The address that the code was sent to. */
  email: string
  /** The page to open afterwards. */
  next: string | undefined
  /** Called to enter another address. */
  onBack: () => void
  /** Called when the code is correct and a second step is required. */
  onFactor: () => void
}

export function VerifyCodeForm(props: VerifyCodeFormProps): ReactElement {
  const { email, next, onBack, onFactor } = props
  const form = useForm({ resolver: zodResolver(CodeForm), defaultValues: { code: '' } })
  const failure = useFormFailure(form)
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])
  const verification = useMutation({
    mutationFn: verifyCode,
    onSuccess: ({ hasPassword }) => {
      forgetCodeRequest()
      if (hasPassword) window.location.reload()
      else
        window.location.assign(`/choose-password${next ? `?next=${encodeURIComponent(next)}` : ''}`)
    },
    onError: (error) => {
      if (isFactorRequired(error)) {
        forgetCodeRequest()
        onFactor()
      } else failure.show(error, { title: 'Login failed', description: sentenceOf(error) })
    },
  })
  const resending = useMutation({
    mutationFn: requestCode,
    onSuccess: () => {
      saveCodeRequest(email, new Date())
      form.reset()
      setFocus('code')
      toast({
        title: 'Code Sent',
        description: 'Check your email for the login code',
      })
    },
    onError: (error) => failure.show(error, CODE_NOT_SENT),
  })
  const handleSubmit = form.handleSubmit(({ code }) => {
    failure.clear()
    verification.mutate({ email, code })
  })
  return (
    <Form noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
      {failure.sentence ? <Notice variant="error">{failure.sentence}</Notice> : null}
      <Field
        label="Code"
        help={`The 6 digits that we sent to ${email}. They work for 10 minutes.`}
        error={form.formState.errors.code?.message}
        required
      >
        <CodeInput {...form.register('code')} />
      </Field>
      <Button type="submit" size="lg" busy={verification.isPending || verification.isSuccess}>
        Verify Code
      </Button>
      <div className="flex flex-wrap justify-between gap-x-4">
        <Button
          variant="link"
          busy={resending.isPending}
          onClick={() => {
            failure.clear()
            resending.mutate(email)
          }}
        >
          Send a new code
        </Button>
        <Button variant="link" onClick={onBack}>
          Use another address
        </Button>
      </div>
    </Form>
  )
}
