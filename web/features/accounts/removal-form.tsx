import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, type ReactElement, useId } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { AccountRemoval } from '#contract/accounts.ts'
import { removeAccount } from '#web/features/accounts/account-queries.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { useFormFailure } from '#web/features/accounts/form-failure.ts'
import { leaveAccount } from '#web/features/accounts/leave-account.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DialogFooter } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'

const RemovalInput = AccountRemoval.extend({
  isSure: z.boolean().refine(Boolean, 'Tick the box to go on.'),
})

/** Asks for the password, for the fate of the stories, and once more whether it is meant. */
export function RemovalForm({ onCancel }: { onCancel: () => void }): ReactElement {
  const memberId = useMember().id
  const form = useForm({
    resolver: zodResolver(RemovalInput),
    defaultValues: { password: '', isSure: false },
  })
  const failure = useFormFailure(form)
  const removal = useMutation({
    mutationFn: removeAccount,
    onSuccess: () => leaveAccount(memberId),
    onError: (error) => failure.show(error),
  })
  const handleSubmit = form.handleSubmit(({ password, stories }) => {
    failure.clear()
    removal.mutate({ password, stories })
  })
  const { errors } = form.formState
  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
      {failure.sentence ? <Notice variant="error">{failure.sentence}</Notice> : null}
      <fieldset className="flex flex-col gap-1" aria-describedby="stories-error">
        <legend className="mb-1 font-medium">Your stories and replies</legend>
        <Choice value="remove" {...form.register('stories')}>
          Remove them
        </Choice>
        <Choice value="keep" {...form.register('stories')}>
          Keep them, without an author
        </Choice>
        <ErrorLine id="stories-error" error={errors.stories?.message} />
      </fieldset>
      <Field label="Password" error={errors.password?.message} required>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </Field>
      <div>
        <Checkbox
          label="I understand that this cannot be undone."
          aria-invalid={errors.isSure ? true : undefined}
          aria-describedby="sure-error"
          {...form.register('isSure')}
        />
        <ErrorLine id="sure-error" error={errors.isSure?.message} />
      </div>
      <DialogFooter className="mt-2">
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="destructive" busy={removal.isPending || removal.isSuccess}>
          Delete Account
        </Button>
      </DialogFooter>
    </form>
  )
}

function Choice({ children, ...input }: ComponentProps<'input'>): ReactElement {
  const id = useId()
  return (
    <label htmlFor={id} className="flex min-h-11 items-center gap-3">
      <input id={id} type="radio" className="size-5 shrink-0 accent-primary" {...input} />
      {children}
    </label>
  )
}

function ErrorLine({ id, error }: { id: string; error: string | undefined }): ReactElement {
  return (
    <p id={id} className="text-sm font-medium text-destructive empty:hidden">
      {error}
    </p>
  )
}
