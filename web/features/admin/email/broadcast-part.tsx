import { type ReactElement, type SubmitEvent, useEffect, useState } from 'react'
import { useMember } from '#web/features/accounts/auth.tsx'
import { LatestBroadcasts } from '#web/features/admin/email/latest-broadcasts.tsx'
import {
  actionKey,
  broadcastDraftKey,
  broadcastOf,
  problemOf,
} from '#web/features/admin/email/mail-draft.ts'
import { MailFields } from '#web/features/admin/email/mail-fields.tsx'
import { clearProblem } from '#web/features/admin/email/notify.ts'
import { OutboxNotice } from '#web/features/admin/email/outbox-notice.tsx'
import { PreviewDialog } from '#web/features/admin/email/preview-dialog.tsx'
import { RecipientFields } from '#web/features/admin/email/recipient-fields.tsx'
import { ScheduleDialog } from '#web/features/admin/email/schedule-dialog.tsx'
import { SendDialog } from '#web/features/admin/email/send-dialog.tsx'
import { TestSend } from '#web/features/admin/email/test-send.tsx'
import { useMailForm } from '#web/features/admin/email/use-mail-form.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'

type OpenDialog = 'preview' | 'send' | 'schedule'

/** The form to write a broadcast, and the progress of the latest ones. */
export function BroadcastPart(): ReactElement {
  const [copies, setCopies] = useState(0)
  return (
    <div className="flex flex-col gap-6">
      <OutboxNotice>
        <SectionCard
          title="Email Broadcast"
          description="Each person gets their own email with an unsubscribe link. Your draft stays on this device until you send it."
        >
          <BroadcastForm key={copies} isCopy={copies > 0} />
        </SectionCard>
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
    clearProblem()
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
      // The bar at the bottom must never cover the focused element.
      className="flex flex-col gap-5 [&_:focus]:scroll-mb-24"
    >
      <RecipientFields form={form} />
      <MailFields form={form} />
      <Button variant="outline" className="self-start" onClick={() => setOpen('preview')}>
        Preview
      </Button>
      <TestSend {...mail} />
      <div className="sticky bottom-0 z-10 -mx-5 -mb-5 flex flex-wrap gap-3 rounded-b-xl border-t border-line bg-surface px-5 py-3 sm:-mx-6 sm:-mb-6 sm:px-6">
        <Button type="submit">Send Broadcast</Button>
        <Button variant="outline" onClick={() => openComplete('schedule')}>
          Schedule
        </Button>
      </div>
      <PreviewDialog content={content} isOpen={open === 'preview'} onClose={close} />
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
