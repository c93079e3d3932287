import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useForm } from 'react-hook-form'
import { type BouncedEmail, BounceLift } from '#contract/email.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { notifyDone } from '#web/features/admin/email/notify.ts'
import { liftBounce, refreshBounced } from '#web/features/admin/email/queries.ts'
import { showFieldErrors } from '#web/lib/field-errors.ts'
import { forgetText, keptText, useReasonDraft } from '#web/lib/use-text-draft.ts'
import { Dialog, DialogContent, DialogFormFooter } from '#web/ui/dialog.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

const LONGEST_REASON = 300

interface LiftDialogProps {
  entry: BouncedEmail
  onClose: () => void
}

/** Asks for the reason to allow mailings to an address again. */
export function LiftDialog(props: LiftDialogProps & { isOpen: boolean }): ReactElement {
  const { entry, isOpen, onClose } = props
  return (
    <Dialog open={isOpen} onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title="Allow broadcasts again"
        description={`${entry.email} will get broadcasts again, until one bounces.`}
        className="wrap-anywhere"
      >
        <LiftForm entry={entry} onClose={onClose} />
      </DialogContent>
    </Dialog>
  )
}

function LiftForm({ entry, onClose }: LiftDialogProps): ReactElement {
  const queryClient = useQueryClient()
  const draftKey = `lift:${useMember().id}:${entry.id}`
  const form = useForm({
    defaultValues: { reason: keptText(draftKey) ?? '' },
    resolver: zodResolver(BounceLift),
  })
  useReasonDraft(form, draftKey)
  const lift = useMutation({
    mutationFn: liftBounce,
    onSuccess: async () => {
      forgetText(draftKey)
      notifyDone('Address allowed again')
      onClose()
      await refreshBounced(queryClient)
    },
    onError: (error) => showFieldErrors(form, { error, names: ['reason'] }),
  })
  const submit = form.handleSubmit(({ reason }) => lift.mutate({ id: entry.id, reason }))
  return (
    <Form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <ErrorNotice title="Failed to allow this address" error={lift.error} />
      {entry.cause === 'complaint' ? (
        <Notice>Someone marked an email as spam. Ask them before you email them again.</Notice>
      ) : null}
      <Field
        label="Reason"
        help="Recorded in the audit log."
        error={form.formState.errors.reason?.message}
        required
      >
        <Textarea limit={LONGEST_REASON} {...form.register('reason')} />
      </Field>
      <DialogFormFooter className="mt-2" busy={lift.isPending}>
        Allow again
      </DialogFormFooter>
    </Form>
  )
}
