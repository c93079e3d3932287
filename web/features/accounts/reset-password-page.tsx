import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { z } from 'zod'
import { NewPassword } from '#contract/accounts.ts'
import { AccountFrame, OpenAgain } from '#web/features/accounts/account-frame.tsx'
import { currentUserQuery, resetPassword } from '#web/features/accounts/queries.ts'
import { useLinkToken } from '#web/lib/link-token.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
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
  const { form, ...reset } = useServerForm({
    initial: { newPassword: '', confirmation: '' },
    values: ResetInput,
    save: ({ newPassword }) => resetPassword({ token, newPassword }),
    done: 'Password has been reset. Please login with your new password.',
    failed: { title: 'Error', description: 'Failed to reset password' },
    onSaved: useSignInAgain(),
  })
  const handleSubmit = form.handleSubmit(reset.send, ({ confirmation }) => {
    if (confirmation?.message !== MISMATCH) return
    toast({ title: 'Error', description: MISMATCH, variant: 'destructive' })
  })
  const { errors } = form.formState
  // The toast says it; the field only shows where.
  const isMismatch = errors.confirmation?.message === MISMATCH
  return (
    <Form noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
      {reset.sentence ? <Notice variant="error">{reset.sentence}</Notice> : null}
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
      <Button type="submit" size="lg" busy={reset.isSaving || reset.isSaved}>
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
    await queryClient.refetchQueries(currentUserQuery)
    await navigate({ to: '/auth' })
  }
}
