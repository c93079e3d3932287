import type { ReactElement, SubmitEvent } from 'react'
import { SendTimeFields } from '#web/features/admin/email/send-time-fields.tsx'
import type { MailFormState } from '#web/features/admin/email/use-mail-form.ts'
import { useSchedule } from '#web/features/admin/email/use-schedule.ts'
import { Dialog, DialogContent, DialogFormFooter } from '#web/ui/dialog.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Form } from '#web/ui/form.tsx'

interface ScheduleDialogProps {
  mail: MailFormState
  timeZone: string
  isOpen: boolean
  onClose: () => void
}

/** Asks when to send an email. */
export function ScheduleDialog(props: ScheduleDialogProps): ReactElement {
  const { isOpen, onClose } = props
  return (
    <Dialog open={isOpen} onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title="Schedule this email"
        description="Until then, you can change or cancel it under Scheduled Emails."
      >
        <ScheduleForm {...props} />
      </DialogContent>
    </Dialog>
  )
}

function ScheduleForm({ mail, timeZone, onClose }: ScheduleDialogProps): ReactElement {
  const schedule = useSchedule({
    ...mail,
    timeZone,
    onDone: () => {
      onClose()
      mail.startAnew()
    },
  })
  return (
    <Form
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        // React events of a dialog bubble to the form that contains it.
        event.stopPropagation()
        schedule.start()
      }}
      className="flex flex-col gap-4"
    >
      <ErrorNotice title="Failed to schedule email" error={schedule.error} />
      <SendTimeFields form={mail.form} timeZone={timeZone} />
      <DialogFormFooter className="mt-2" busy={schedule.isPending}>
        Schedule
      </DialogFormFooter>
    </Form>
  )
}
