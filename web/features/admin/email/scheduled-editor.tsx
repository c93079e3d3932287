import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactElement, type SubmitEvent, useState } from 'react'
import type { Mailing } from '#contract/email.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import {
  clockFields,
  emptyDraft,
  isEmptyDraft,
  type MailDraft,
} from '#web/features/admin/email/mail-draft.ts'
import { MailFields } from '#web/features/admin/email/mail-fields.tsx'
import { PreviewDialog } from '#web/features/admin/email/preview-dialog.tsx'
import { waitingBroadcastQuery } from '#web/features/admin/email/queries.ts'
import { RecipientsLine } from '#web/features/admin/email/recipients-line.tsx'
import { SendTimeFields } from '#web/features/admin/email/send-time-fields.tsx'
import { TestSend } from '#web/features/admin/email/test-send.tsx'
import { useMailForm } from '#web/features/admin/email/use-mail-form.ts'
import { useSchedule } from '#web/features/admin/email/use-schedule.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'

/** Writes a mail for later, or changes one that waits. */
export function ScheduledEditor(props: { mailingId: number | undefined }): ReactElement {
  const timeZone = useSiteSettings()?.timeZone
  if (timeZone === undefined) return <EditorLoading />
  if (props.mailingId === undefined) return <EditorCard timeZone={timeZone} />
  return <KnownMailing key={props.mailingId} id={props.mailingId} timeZone={timeZone} />
}

function KnownMailing({ id, timeZone }: { id: number; timeZone: string }): ReactElement {
  const mailing = useQuery(waitingBroadcastQuery(id))
  const [start, setStart] = useState<Mailing>()
  // What the form started with: later answers must not take its place.
  if (mailing.data && !start) setStart(mailing.data)
  if (start) {
    return (
      <>
        {mailing.data === null ? (
          <Notice title="This email is no longer scheduled">
            It was sent or canceled in the meantime, so it can’t be changed.
          </Notice>
        ) : null}
        <EditorCard timeZone={timeZone} mailing={start} />
      </>
    )
  }
  if (mailing.error) return <QueryError query={mailing} />
  if (mailing.isPending) return <EditorLoading />
  return (
    <EmptyState message="This email can no longer be changed: it was sent or canceled, or it doesn’t exist.">
      <Button variant="outline" asChild>
        <Link to="/admin/scheduled-emails">All emails</Link>
      </Button>
    </EmptyState>
  )
}

function EditorLoading(): ReactElement {
  return <Skeletons label="Loading the email" rows={['h-[56rem] rounded-xl']} />
}

interface EditorCardProps {
  timeZone: string
  /** The one that changes; a new one without. */
  mailing?: Mailing
}

function EditorCard({ timeZone, mailing }: EditorCardProps): ReactElement {
  const isNew = mailing === undefined
  return (
    <Card aria-labelledby="scheduled-editor">
      <CardHeader>
        <CardTitle id="scheduled-editor">{isNew ? 'Schedule an email' : 'Edit email'}</CardTitle>
        <CardDescription className="max-w-prose">
          Sent to everyone who gets broadcasts at that time. Your draft stays on this device until
          you save it.
        </CardDescription>
      </CardHeader>
      <EditorForm timeZone={timeZone} {...(mailing && { mailing })} />
    </Card>
  )
}

function EditorForm({ timeZone, mailing }: EditorCardProps): ReactElement {
  const navigate = useNavigate()
  const [isPreviewing, setIsPreviewing] = useState(false)
  const [isDiscarding, setIsDiscarding] = useState(false)
  const draftKey = `mail:${useMember().id}:${mailing ? mailing.id : 'later'}`
  const mail = useMailForm(draftKey, mailing && draftOf(mailing, timeZone))
  const { form } = mail
  const [subject, html] = form.watch(['subject', 'html'])
  const leave = (): void => {
    mail.forget()
    void navigate({ to: '/admin/scheduled-emails' })
  }
  const discard = (): void => {
    const draft = form.getValues()
    const isWorthless = mailing ? isSame(draft, draftOf(mailing, timeZone)) : isEmptyDraft(draft)
    if (isWorthless) leave()
    else setIsDiscarding(true)
  }
  const schedule = useSchedule({ ...mail, timeZone, mailingId: mailing?.id, onDone: leave })
  return (
    <form
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        schedule.start()
      }}
      className="flex flex-col gap-5"
    >
      <MailFields form={form} />
      <Button variant="outline" className="self-start" onClick={() => setIsPreviewing(true)}>
        Preview
      </Button>
      <TestSend {...mail} />
      <SendTimeFields form={form} timeZone={timeZone} />
      <RecipientsLine />
      {schedule.error ? (
        <Notice
          variant="error"
          title={mailing ? 'Failed to update email' : 'Failed to schedule email'}
        >
          <p>{sentenceOf(schedule.error)}</p>
        </Notice>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={schedule.isPending}>
          {mailing ? 'Save changes' : 'Schedule'}
        </Button>
        <Button variant="ghost" onClick={discard}>
          {mailing ? 'Discard changes' : 'Discard'}
        </Button>
      </div>
      <PreviewDialog
        content={{ subject, html }}
        isOpen={isPreviewing}
        onClose={() => setIsPreviewing(false)}
      />
      <ConfirmDialog
        title={mailing ? 'Discard your changes?' : 'Discard this email?'}
        description={
          mailing ? 'The email stays as it was scheduled.' : 'You’ll lose what you wrote.'
        }
        confirmLabel={mailing ? 'Discard changes' : 'Discard'}
        cancelLabel="Keep writing"
        isDestructive
        isOpen={isDiscarding}
        onOpenChange={setIsDiscarding}
        onConfirm={leave}
      />
    </form>
  )
}

/** Whether two drafts would send the same at the same time. */
function isSame(one: MailDraft, other: MailDraft): boolean {
  const said = ({ subject, html, date, time }: MailDraft): string =>
    JSON.stringify([subject, html, date, time])
  return said(one) === said(other)
}

function draftOf({ subject, html, sendAt }: Mailing, timeZone: string) {
  return { ...emptyDraft(), subject, html, ...clockFields(sendAt, timeZone) }
}
