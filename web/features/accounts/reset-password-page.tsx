import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { NewPassword } from '#contract/accounts.ts'
import { AccountFrame, OpenAgain } from '#web/features/accounts/account-frame.tsx'
import { useFormFailure } from '#web/features/accounts/form-failure.ts'
import { currentUserQuery, resetPassword } from '#web/features/accounts/queries.ts'
import { useLinkToken } from '#web/lib/link-token.ts'
import { useSending } from '#web/lib/use-sending.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { toast } from '#web/ui/toast-store.ts'

const MISMATCH = 'Passwords do not match'

const ResetInput = z
  .object({ newPassword: NewPassword, confirmation: z.string() })
  .refine((input) => input.newPassword === input.confirmation, {
    error: MISMATCH,
    path: ['confirmation'],
  })

/** Opened by the emailed link. The route redirects without its token. */
export function ResetPasswordPage(): ReactElement {
  const token = useLinkToken(useSearch({ from: '/reset-password' }))
  return (
    <AccountFrame
      title="Set a new password"
      intro="You’ll be signed out everywhere. Sign in again with your new password."
      footer={
        <Button asChild variant="link">
          <Link to="/auth">Back to sign-in</Link>
        </Button>
      }
    >
      {token === undefined ? <OpenAgain /> : <ResetPasswordForm token={token ?? ''} />}
    </AccountFrame>
  )
}

function ResetPasswordForm({ token }: { token: string }): ReactElement {
  const form = useForm({
    resolver: zodResolver(ResetInput),
    defaultValues: { newPassword: '', confirmation: '' },
  })
  const failure = useFormFailure(form)
  const handleDone = useSignInAgain()
  const reset = useSending({
    mutationFn: resetPassword,
    onSuccess: handleDone,
    onError: (error) =>
      failure.show(error, { title: 'Error', description: 'Failed to reset password' }),
  })
  const handleSubmit = form.handleSubmit(
    ({ newPassword }) => {
      failure.clear()
      reset.mutate({ token, newPassword })
    },
    ({ confirmation }) => {
      if (confirmation?.message !== MISMATCH) return
      failure.showToast({ title: 'Error', description: MISMATCH })
    },
  )
  const { errors } = form.formState
  // The toast says it; the field only shows where.
  const isMismatch = errors.confirmation?.message === MISMATCH
  return (
    <Form noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
      {failure.sentence ? <Notice variant="error">{failure.sentence}</Notice> : null}
      <Field
        label="New password"
        help="At least 8 characters."
        error={errors.newPassword?.message}
        required
      >
        <PasswordInput autoComplete="new-password" {...form.register('newPassword')} />
      </Field>
      <Field
        label="Confirm password"
        error={isMismatch ? undefined : errors.confirmation?.message}
        required
      >
        <PasswordInput
          autoComplete="new-password"
          aria-invalid={isMismatch || undefined}
          {...form.register('confirmation')}
        />
      </Field>
      <Button type="submit" size="lg" busy={reset.isPending || reset.isSuccess}>
        Reset Password
      </Button>
    </Form>
  )
}

/** Goes to the sign-in page after refetching the current user, because the reset ended sessions. */
function useSignInAgain(): () => Promise<void> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    toast({ title: 'Password has been reset. Please login with your new password.' })
    await queryClient.refetchQueries(currentUserQuery)
    await navigate({ to: '/auth' })
  }
}
