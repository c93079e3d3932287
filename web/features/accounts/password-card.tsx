import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { NewPassword, type User } from '#contract/accounts.ts'
import { ChoosePasswordForm } from '#web/features/accounts/choose-password-form.tsx'
import { useFormMutation } from '#web/features/accounts/form-failure.ts'
import { sendResetLink } from '#web/features/accounts/queries.ts'
import { useChangeUser } from '#web/features/accounts/use-change-user.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { toast, toastError } from '#web/ui/toast-store.ts'

const PasswordChange = z.object({
  currentPassword: z.string().min(1, 'Enter your current password'),
  newPassword: NewPassword,
})

export function PasswordCard({ member }: { member: User }): ReactElement {
  return (
    <Card id="password">
      <CardHeader>
        <CardTitle>Password</CardTitle>
        {member.hasPassword ? null : (
          <CardDescription>
            Your account has no password yet. Until you choose one, sign in with a one-time code.
          </CardDescription>
        )}
      </CardHeader>
      {member.hasPassword ? (
        <PasswordForm member={member} />
      ) : (
        <ChoosePasswordForm member={member}>
          <PasswordLinkButton email={member.email} />
        </ChoosePasswordForm>
      )}
    </Card>
  )
}

function PasswordForm({ member }: { member: User }): ReactElement {
  const form = useForm({
    resolver: zodResolver(PasswordChange),
    defaultValues: { currentPassword: '', newPassword: '' },
  })
  const changing = useFormMutation(form, {
    mutationFn: useChangeUser().mutateAsync,
    onSuccess: () => {
      form.reset()
      toast({ title: 'Password changed' })
    },
  })
  const { errors } = form.formState
  return (
    <Form noValidate onSubmit={form.handleSubmit(changing.send)} className="flex flex-col gap-4">
      {changing.sentence ? <Notice variant="error">{changing.sentence}</Notice> : null}
      {/* Tells a password manager whose password this is. */}
      <input type="text" autoComplete="username" value={member.username} readOnly hidden />
      <Field label="Current password" error={errors.currentPassword?.message} required>
        <PasswordInput autoComplete="current-password" {...form.register('currentPassword')} />
      </Field>
      <Field
        label="New password"
        help="At least 8 characters."
        error={errors.newPassword?.message}
        required
      >
        <PasswordInput autoComplete="new-password" {...form.register('newPassword')} />
      </Field>
      <Button type="submit" variant="outline" busy={changing.isPending} className="self-start">
        Change Password
      </Button>
    </Form>
  )
}

/** Emails a link to set a first password, for when the sign-in with a code was some time ago. */
function PasswordLinkButton({ email }: { email: string }): ReactElement {
  const sending = useMutation({
    mutationFn: sendResetLink,
    onSuccess: () =>
      toast({
        title: 'Check your email',
        description: 'Instructions to reset your password have been sent',
      }),
    onError: (error) => toastError('Error', error),
  })
  return (
    <Button variant="link" busy={sending.isPending} onClick={() => sending.mutate(email)}>
      Email me a link instead
    </Button>
  )
}
