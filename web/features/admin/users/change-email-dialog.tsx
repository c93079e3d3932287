import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useForm } from 'react-hook-form'
import { type AdminUser, MemberEmailChange } from '#contract/users.ts'
import { currentUserQuery } from '#web/features/accounts/queries.ts'
import { notifySuccess } from '#web/features/admin/notify.ts'
import { changeEmail, showUser } from '#web/features/admin/users/queries.ts'
import { showFieldErrors } from '#web/lib/field-errors.ts'
import { Dialog, DialogContent, DialogFormFooter } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { toastError } from '#web/ui/toast-store.ts'

interface ChangeEmailProps {
  user: AdminUser
  onClose: () => void
}

/** Changes the email address of a member. */
export function ChangeEmailDialog(props: ChangeEmailProps & { isOpen: boolean }): ReactElement {
  const { user, isOpen, onClose } = props
  return (
    <Dialog open={isOpen} onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={`Change email for ${user.username}`}
        description="If the old address was verified, we’ll notify it. The new one isn’t verified until its owner signs in with a code sent to it."
      >
        <ChangeEmailForm user={user} onClose={onClose} />
      </DialogContent>
    </Dialog>
  )
}

function ChangeEmailForm({ user, onClose }: ChangeEmailProps): ReactElement {
  const form = useForm({
    defaultValues: { newEmail: '' },
    resolver: zodResolver(MemberEmailChange),
  })
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: changeEmail,
    onSuccess: (changed) => {
      notifySuccess('Email updated successfully')
      showUser(queryClient, changed)
      if (changed.isSelf) {
        void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
      }
      onClose()
    },
    onError: (error) => {
      toastError('Failed to update email', error)
      showFieldErrors(form, { error, names: ['newEmail'] })
    },
  })
  const submit = form.handleSubmit(({ newEmail }) => change.mutate({ id: user.id, newEmail }))
  return (
    <Form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <p className="wrap-anywhere">
        Current email: <strong className="font-semibold">{user.email}</strong>
      </p>
      <Field label="New email" error={form.formState.errors.newEmail?.message} required>
        <Input type="email" autoComplete="off" maxLength={254} {...form.register('newEmail')} />
      </Field>
      <DialogFormFooter className="mt-0" busy={change.isPending}>
        Change email
      </DialogFormFooter>
    </Form>
  )
}
