import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { Controller, useForm } from 'react-hook-form'
import type { Right } from '#contract/rights.ts'
import { RightsChange } from '#contract/team.ts'
import { currentUserQuery } from '#web/features/accounts/queries.ts'
import { notifySuccess } from '#web/features/admin/notify.ts'
import { changeRights, teamQuery } from '#web/features/admin/team/queries.ts'
import { RightsField } from '#web/features/admin/team/rights-field.tsx'
import { showFieldErrors } from '#web/lib/field-errors.ts'
import { Dialog, DialogContent, DialogFormFooter } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { toastError } from '#web/ui/toast-store.ts'

/** The person whose rights are changed. The name is empty until it is entered. */
export interface Subject {
  anonymousUsername: string
  rights: Right[]
  isNew: boolean
}

interface RightsDialogProps {
  /** Undefined while the dialog is closed. */
  subject: Subject | undefined
  onClose: () => void
}

/** Gives or removes rights. */
export function RightsDialog({ subject, onClose }: RightsDialogProps): ReactElement {
  const title = subject?.isNew
    ? 'Add someone to the team'
    : `Rights for ${subject?.anonymousUsername}`
  return (
    <Dialog
      open={subject !== undefined}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
    >
      <DialogContent
        title={title}
        description="Anyone who gains a right is signed out and has to sign in again. Removing a right takes effect right away."
      >
        {subject ? <RightsForm subject={subject} onClose={onClose} /> : null}
      </DialogContent>
    </Dialog>
  )
}

function RightsForm({ subject, onClose }: { subject: Subject; onClose: () => void }): ReactElement {
  const form = useForm({
    defaultValues: { anonymousUsername: subject.anonymousUsername, rights: subject.rights },
    resolver: zodResolver(RightsChange),
  })
  const queryClient = useQueryClient()
  const router = useRouter()
  const change = useMutation({
    mutationFn: changeRights,
    onSuccess: async ({ anonymousUsername: name, rights, isSelf }) => {
      notifySuccess(
        rights.length > 0 ? `Rights saved for ${name}` : `${name} is no longer on the team`,
      )
      onClose()
      if (isSelf) {
        await queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
        // Someone without a right to this page is redirected.
        await router.invalidate()
      }
      await queryClient.invalidateQueries({ queryKey: teamQuery.queryKey })
    },
    onError: (error) => {
      toastError('Failed to change rights', error)
      showFieldErrors(form, { error, names: ['anonymousUsername', 'rights'] })
    },
  })
  const { errors } = form.formState
  return (
    <Form
      noValidate
      onSubmit={(event) => void form.handleSubmit((values) => change.mutate(values))(event)}
      className="flex flex-col gap-4"
    >
      {subject.isNew ? (
        <Field
          label="Community username"
          help="The name on their stories, not the one they sign in with."
          error={errors.anonymousUsername?.message}
          required
        >
          <Input
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.register('anonymousUsername')}
          />
        </Field>
      ) : null}
      <Controller
        control={form.control}
        name="rights"
        render={({ field, fieldState }) => (
          <RightsField
            rights={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
          />
        )}
      />
      <DialogFormFooter className="mt-0" busy={change.isPending}>
        Save rights
      </DialogFormFooter>
    </Form>
  )
}
