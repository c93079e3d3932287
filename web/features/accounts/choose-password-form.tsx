import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactElement, ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { NewPassword, type User } from '#contract/accounts.ts'
import { useFormMutation } from '#web/features/accounts/form-failure.ts'
import { useChangeUser } from '#web/features/accounts/use-change-user.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { toast } from '#web/ui/toast-store.ts'

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
  const form = useForm({ resolver: zodResolver(FirstPassword), defaultValues: { newPassword: '' } })
  const saving = useFormMutation(form, {
    mutationFn: useChangeUser().mutateAsync,
    onSuccess: () => {
      toast({ title: 'Password saved' })
      onSaved?.()
    },
  })
  return (
    <Form noValidate onSubmit={form.handleSubmit(saving.send)} className="flex flex-col gap-5">
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
        <Button type="submit" size="lg" busy={saving.isPending}>
          Save Password
        </Button>
        {children}
      </div>
    </Form>
  )
}
