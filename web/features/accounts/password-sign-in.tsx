import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useForm } from 'react-hook-form'
import { Credentials } from '#contract/accounts.ts'
import { useAuth } from '#web/features/accounts/auth.tsx'
import { ForgotPasswordDialog } from '#web/features/accounts/forgot-password-dialog.tsx'
import { useFormFailure } from '#web/features/accounts/form-failure.ts'
import { isFactorRequired, signInToast } from '#web/features/accounts/sign-in-toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'

/** Calls `onFactor` when the password is correct and a second step is required. */
export function PasswordSignIn({ onFactor }: { onFactor: () => void }): ReactElement {
  const { login } = useAuth()
  const form = useForm({
    resolver: zodResolver(Credentials),
    defaultValues: { username: '', password: '' },
  })
  const failure = useFormFailure(form)
  const signIn = useMutation({
    mutationFn: login,
    onError: (error) => {
      if (isFactorRequired(error)) onFactor()
      else failure.show(error, signInToast(error))
    },
  })
  const handleSubmit = form.handleSubmit((credentials) => {
    failure.clear()
    signIn.mutate(credentials)
  })
  const { errors } = form.formState
  return (
    <div className="flex flex-col gap-3">
      <Form noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
        {failure.sentence ? <Notice variant="error">{failure.sentence}</Notice> : null}
        <Field label="Username or email" error={errors.username?.message} required>
          <Input
            autoCapitalize="none"
            autoComplete="username webauthn"
            spellCheck={false}
            {...form.register('username')}
          />
        </Field>
        <Field label="Password" error={errors.password?.message} required>
          <PasswordInput autoComplete="current-password" {...form.register('password')} />
        </Field>
        <Button type="submit" size="lg" busy={signIn.isPending || signIn.isSuccess}>
          Sign In
        </Button>
      </Form>
      <ForgotPasswordDialog suggestedEmail={() => form.getValues('username')} />
    </div>
  )
}
