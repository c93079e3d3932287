import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { z } from 'zod'
import { NewPassword, type User } from '#contract/accounts.ts'
import { AccountFrame } from '#web/features/accounts/account-frame.tsx'
import { useMember } from '#web/features/accounts/auth.tsx'
import { useChangeUser } from '#web/features/accounts/queries.ts'
import { safeNext } from '#web/lib/safe-next.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'

/**
 * Shown after the first sign-in with a code to an account created before its address was verified.
 */
export function ChoosePasswordPage(): ReactElement {
  const member = useMember()
  const navigate = useNavigate()
  const { next } = useSearch({ from: '/choose-password' })
  const href = safeNext(next) ?? '/dashboard'
  return (
    <AccountFrame
      title="Choose a password"
      intro="Your email address is verified, and this account is yours."
      footer={
        <p className="text-sm text-ink-quiet">
          Didn’t create this account?{' '}
          <Link to="/account" className="underline">
            Check your account
          </Link>{' '}
          for names and stories that aren’t yours.
        </p>
      }
    >
      <p>
        The account had a password before your address was verified. It no longer works, and all
        other devices are signed out.
      </p>
      <ChoosePasswordForm member={member} onSaved={() => void navigate({ href })}>
        <Button asChild variant="link">
          <Link to={href}>Not now</Link>
        </Button>
      </ChoosePasswordForm>
    </AccountFrame>
  )
}

const FirstPassword = z.object({ newPassword: NewPassword })

interface ChoosePasswordFormProps {
  member: User
  onSaved?: () => void
  /** Shown next to the button. */
  children?: ReactNode
}

/** Sets the first password of an account, right after a sign-in with a code. */
export function ChoosePasswordForm(props: ChoosePasswordFormProps): ReactElement {
  const { member, onSaved, children } = props
  const change = useChangeUser()
  const { form, ...saving } = useServerForm({
    initial: { newPassword: '' },
    values: FirstPassword,
    save: (values) => change.mutateAsync(values),
    done: 'Password saved',
    onSaved: () => onSaved?.(),
  })
  return (
    <Form noValidate onSubmit={saving.submit} className="flex flex-col gap-5">
      {saving.sentence ? <Notice variant="error">{saving.sentence}</Notice> : null}
      {/* Tells a password manager whose password this is. */}
      <input type="text" autoComplete="username" value={member.username} readOnly hidden />
      <Field
        label="New password"
        help="At least 8 characters. A short sentence is easy to remember and hard to guess."
        error={form.formState.errors.newPassword?.message}
        required
      >
        <PasswordInput autoComplete="new-password" {...form.register('newPassword')} />
      </Field>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" size="lg" busy={saving.isSaving}>
          Save Password
        </Button>
        {children}
      </div>
    </Form>
  )
}
