import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeft, PenLine } from 'lucide-react'
import { type ReactElement, type SubmitEvent, useState } from 'react'
import type { Mailing } from '#contract/email.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { pageCountOf } from '#web/features/admin/admin-address.ts'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { MailBar } from '#web/features/admin/email/mail-bar.tsx'
import {
  broadcastOf,
  clockFields,
  copyOf,
  isEmptyDraft,
  type MailDraft,
} from '#web/features/admin/email/mail-draft.ts'
import { MailFields, SendTimeFields } from '#web/features/admin/email/mail-fields.tsx'
import { MailingList } from '#web/features/admin/email/mailing-list.tsx'
import { OutboxNotice } from '#web/features/admin/email/outbox-notice.tsx'
import {
  MAILINGS_PER_PAGE,
  mailingsKey,
  mailingsQuery,
  waitingBroadcastQuery,
} from '#web/features/admin/email/queries.ts'
import { useMailForm, useSchedule } from '#web/features/admin/email/use-mail-form.ts'
import { useRefreshOn } from '#web/lib/live.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Form } from '#web/ui/form.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeletons } from '#web/ui/skeleton.tsx'

/** Reads the page of the list in the address. */
export async function loadScheduledEmails({
  client,
  search: { page = 1 },
}: AdminLoad<{ page?: number }>): Promise<void> {
  await prefetch(client, mailingsQuery(page))
}

/** Lists broadcasts and automatic mailings, and schedules new ones. */
export function ScheduledEmailsPage(): ReactElement {
  const { write, edit } = useSearch({ from: '/admin/scheduled-emails' })
  const isEditing = write !== undefined || edit !== undefined
  return (
    <>
      {isEditing ? <BackLink /> : null}
      <OutboxNotice>
        {isEditing ? <ScheduledEditor mailingId={edit} /> : <AllMailings />}
      </OutboxNotice>
    </>
  )
}

function BackLink(): ReactElement {
  return (
    <Button variant="link" size="sm" className="self-start" asChild>
      <Link to="/admin/scheduled-emails">
        <ArrowLeft aria-hidden size={18} />
        All emails
      </Link>
    </Button>
  )
}

function AllMailings(): ReactElement {
  const { page = 1 } = useSearch({ from: '/admin/scheduled-emails' })
  const navigate = useNavigate({ from: '/admin/scheduled-emails' })
  useRefreshOn('mailings', mailingsKey)
  const list = useQuery(mailingsQuery(page))
  const pageCount = pageCountOf({ total: list.data?.total ?? 0, pageSize: MAILINGS_PER_PAGE })
  if (list.data?.items.length === 0 && page > pageCount) {
    return <Navigate to="/admin/scheduled-emails" search={searchOf(pageCount)} replace />
  }
  return (
    <div className="flex flex-col gap-6">
      <Button className="self-start" asChild>
        <Link to="/admin/scheduled-emails" search={{ write: 'new' }}>
          <PenLine aria-hidden size={18} />
          Schedule an email
        </Link>
      </Button>
      <MailingList
        list={list}
        headingLevel={2}
        empty={<EmptyState message="No scheduled emails yet" />}
      />
      <Pagination
        page={page}
        pageCount={pageCount}
        onPageChange={(next) => void navigate({ search: searchOf(next) })}
        label="Pages of emails"
      />
    </div>
  )
}

/** Page 1 has no number in the address. */
function searchOf(page: number): { page?: number } {
  return page > 1 ? { page } : {}
}

/** Schedules a new email, or changes a scheduled one. */
function ScheduledEditor(props: { mailingId: number | undefined }): ReactElement {
  const timeZone = useSiteSettings()?.timeZone
  if (timeZone === undefined) return <EditorLoading />
  if (props.mailingId === undefined) return <EditorCard timeZone={timeZone} />
  return <KnownMailing key={props.mailingId} id={props.mailingId} timeZone={timeZone} />
}

function KnownMailing({ id, timeZone }: { id: number; timeZone: string }): ReactElement {
  useRefreshOn('mailings', mailingsKey)
  const mailing = useQuery(waitingBroadcastQuery(id))
  const [start, setStart] = useState<Mailing>()
  // The form keeps its starting values: later responses must not replace them.
  if (mailing.data && !start) setStart(mailing.data)
  if (start) {
    return (
      <>
        {mailing.data === null ? (
          <Notice title="This email is no longer scheduled">
            It was sent or canceled in the meantime, so it can’t be changed.
          </Notice>
        ) : null}
        <EditorCard timeZone={timeZone} mailing={start} latest={mailing.data ?? start} />
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
  /** The email to change; without it, a new one is written. */
  mailing?: Mailing
  /** The server's current version of that email. */
  latest?: Mailing
}

function EditorCard({ timeZone, mailing, latest }: EditorCardProps): ReactElement {
  const isNew = mailing === undefined
  return (
    <SectionCard title={isNew ? 'Schedule an email' : 'Edit email'} headerClassName="max-sm:mb-3">
      <EditorForm timeZone={timeZone} {...(mailing && latest && { mailing, latest })} />
    </SectionCard>
  )
}

function EditorForm({ timeZone, mailing, latest }: EditorCardProps): ReactElement {
  const navigate = useNavigate()
  const [isDiscarding, setIsDiscarding] = useState(false)
  const draftKey = `mail:${useMember().id}:${mailing ? mailing.id : 'later'}`
  const mail = useMailForm(draftKey, mailing && draftOf(mailing, timeZone))
  const { form } = mail
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
    <Form
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        schedule.start()
      }}
      className="flex flex-col gap-5"
    >
      {latest && latest.version !== form.watch('version') ? (
        <OtherVersion
          onTake={() => form.reset(draftOf(latest, timeZone))}
          onKeep={() => form.setValue('version', latest.version)}
        />
      ) : null}
      <MailFields form={form} time={<SendTimeFields form={form} timeZone={timeZone} />} />
      <ErrorNotice
        title={mailing ? 'Failed to update email' : 'Failed to schedule email'}
        error={schedule.error}
      />
      <p className="text-sm text-ink-quiet">
        Your draft stays on this device until you {mailing ? 'save' : 'schedule'} it.
      </p>
      <MailBar {...mail}>
        <Button type="submit" busy={schedule.isPending}>
          {mailing ? 'Save changes' : 'Schedule'}
        </Button>
        <Button variant="ghost" onClick={discard}>
          {mailing ? 'Discard changes' : 'Discard'}
        </Button>
      </MailBar>
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
    </Form>
  )
}

/** Shown when another administrator has saved a change since this form was opened. */
function OtherVersion(props: { onTake: () => void; onKeep: () => void }): ReactElement {
  return (
    <Notice title="Someone else changed this email">
      <p>Your changes aren’t saved yet. Saving them replaces the other version.</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button variant="outline" size="sm" onClick={props.onKeep}>
          Keep my version
        </Button>
        <Button variant="outline" size="sm" onClick={props.onTake}>
          Use the other version
        </Button>
      </div>
    </Notice>
  )
}

/** Whether two drafts would send the same email at the same time. */
function isSame(one: MailDraft, other: MailDraft): boolean {
  const contentOf = (draft: MailDraft): string =>
    JSON.stringify([broadcastOf(draft), draft.date, draft.time])
  return contentOf(one) === contentOf(other)
}

function draftOf(mailing: Mailing, timeZone: string): MailDraft {
  const { version, sendAt } = mailing
  return { ...copyOf(mailing), version, ...clockFields(sendAt, timeZone) }
}
