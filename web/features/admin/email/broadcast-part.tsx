import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, type SubmitEvent, useEffect, useState } from 'react'
import { useMember } from '#web/features/accounts/auth.tsx'
import { MailBar } from '#web/features/admin/email/mail-bar.tsx'
import {
  actionKey,
  broadcastDraftKey,
  broadcastOf,
  problemOf,
} from '#web/features/admin/email/mail-draft.ts'
import { MailFields, SendTimeFields } from '#web/features/admin/email/mail-fields.tsx'
import { MailingList } from '#web/features/admin/email/mailing-list.tsx'
import { OutboxNotice } from '#web/features/admin/email/outbox-notice.tsx'
import { latestBroadcastsQuery, mailingsKey } from '#web/features/admin/email/queries.ts'
import { SendDialog } from '#web/features/admin/email/send-dialog.tsx'
import {
  type MailFormState,
  useMailForm,
  useSchedule,
} from '#web/features/admin/email/use-mail-form.ts'
import { DecisionDialog, DecisionForm } from '#web/features/admin/kit/decision-dialog.tsx'
import { useRefreshOn } from '#web/lib/live.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, SectionCard } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Form } from '#web/ui/form.tsx'
import { dismissToasts } from '#web/ui/toast-store.ts'

type OpenDialog = 'send' | 'schedule'

/** The form to write a broadcast, and the progress of the latest ones. */
export function BroadcastPart(): ReactElement {
  const [copies, setCopies] = useState(0)
  return (
    <div className="flex flex-col gap-4">
      <OutboxNotice>
        <Card aria-label="Email Broadcast">
          <BroadcastForm key={copies} isCopy={copies > 0} />
        </Card>
        <LatestBroadcasts onCopied={() => setCopies(copies + 1)} />
      </OutboxNotice>
    </div>
  )
}

/** @param props.isCopy an earlier broadcast has just been copied into it */
function BroadcastForm({ isCopy }: { isCopy: boolean }): ReactElement {
  const mail = useMailForm(broadcastDraftKey(useMember().id))
  const { form, refuse } = mail
  const timeZone = useSiteSettings()?.timeZone ?? 'UTC'
  const [open, setOpen] = useState<OpenDialog>()
  const draft = form.watch()
  const content = broadcastOf(draft)
  const { setFocus } = form
  useEffect(() => {
    if (isCopy) setFocus('subject')
  }, [isCopy, setFocus])
  const openComplete = (dialog: OpenDialog): void => {
    dismissToasts()
    const problem = problemOf(broadcastOf(form.getValues()))
    if (problem) refuse(problem)
    else setOpen(dialog)
  }
  const close = (): void => setOpen(undefined)
  return (
    <Form
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        openComplete('send')
      }}
      className="flex flex-col gap-4"
    >
      <MailFields form={form} />
      <p className="text-sm text-ink-quiet">
        Each person gets their own email with an unsubscribe link. Your draft stays on this device
        until you send it.
      </p>
      <MailBar {...mail}>
        <Button type="submit" className="max-sm:px-3">
          Send Broadcast
        </Button>
        <Button variant="outline" className="max-sm:px-3" onClick={() => openComplete('schedule')}>
          Schedule
        </Button>
      </MailBar>
      <SendDialog
        content={content}
        sendKey={open === 'send' ? actionKey(draft, content) : ''}
        isOpen={open === 'send'}
        onClose={close}
        onSent={mail.startAnew}
      />
      <ScheduleDialog
        mail={mail}
        timeZone={timeZone}
        isOpen={open === 'schedule'}
        onClose={close}
      />
    </Form>
  )
}

/** The latest broadcasts and their progress. */
function LatestBroadcasts({ onCopied }: { onCopied: () => void }): ReactElement {
  useRefreshOn('mailings', mailingsKey)
  const list = useQuery(latestBroadcastsQuery)
  return (
    <SectionCard title="Latest broadcasts">
      <MailingList
        list={list}
        headingLevel={3}
        onCopied={onCopied}
        empty={<EmptyState message="No broadcasts yet" />}
      />
      <footer className="mt-5">
        <Button variant="outline" size="sm" asChild>
          <Link to="/admin/scheduled-emails">All scheduled and sent emails</Link>
        </Button>
      </footer>
    </SectionCard>
  )
}

interface ScheduleDialogProps {
  mail: MailFormState
  timeZone: string
  isOpen: boolean
  onClose: () => void
}

/** Asks when to send an email. */
function ScheduleDialog(props: ScheduleDialogProps): ReactElement {
  return (
    <DecisionDialog
      title="Schedule this email"
      description="Until then, you can change or cancel it under Scheduled Emails."
      isOpen={props.isOpen}
      onClose={props.onClose}
    >
      <ScheduleForm {...props} />
    </DecisionDialog>
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
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    // React events of a dialog bubble to the form that contains it.
    event.stopPropagation()
    schedule.start()
  }
  return (
    <DecisionForm
      submit={handleSubmit}
      isSaving={schedule.isPending}
      label="Schedule"
      error={schedule.error}
      failed="Failed to schedule email"
    >
      <SendTimeFields form={mail.form} timeZone={timeZone} />
    </DecisionForm>
  )
}
