import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { z } from 'zod'
import { type BouncedEmail, BounceLift } from '#contract/email.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import {
  BOUNCED_PER_PAGE,
  bouncedQuery,
  refreshBounced,
} from '#web/features/admin/email/queries.ts'
import { EntryButton } from '#web/features/admin/kit/action-button.tsx'
import { DecisionDialog, DecisionForm } from '#web/features/admin/kit/decision-dialog.tsx'
import { PagedList } from '#web/features/admin/kit/paged-list.tsx'
import { call } from '#web/lib/api.ts'
import { emailCalls } from '#web/lib/calls.gen.ts'
import { tabStorage } from '#web/lib/drafts.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextareaField } from '#web/ui/form-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

const CAUSES: Record<BouncedEmail['cause'], string> = {
  bounce: 'Bounced permanently',
  complaint: 'Marked as spam',
  'soft-bounces': 'Bounced several times',
}

/** The addresses that get no mailings, with a button to allow them again. */
export function BouncedPart(): ReactElement {
  const { page } = useAdminAddress()
  const bounced = useQuery(bouncedQuery(page))
  return (
    <SectionCard
      title="Bounced addresses"
      description="These addresses no longer get broadcasts, because emails bounced or were marked as spam. Account emails, such as sign-in codes, are still sent."
    >
      <PagedList
        list={bounced}
        pageSize={BOUNCED_PER_PAGE}
        noun="bounced addresses"
        entryHeight="h-24"
        className="gap-0"
        empty={<EmptyState message="No bounced addresses" />}
        renderEntry={(entry) => <BouncedRow entry={entry} />}
      />
    </SectionCard>
  )
}

function BouncedRow({ entry }: { entry: BouncedEmail }): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="flex flex-col items-start justify-between gap-3 border-b border-line py-4 sm:flex-row">
      <div className="flex min-w-0 flex-col items-start gap-1.5">
        <p className="font-medium wrap-anywhere">
          <bdi>{entry.email}</bdi>
        </p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-quiet">
          <Badge variant={entry.cause === 'soft-bounces' ? 'gold' : 'destructive'}>
            {CAUSES[entry.cause]}
          </Badge>
          <RelativeTime date={entry.createdAt} />
        </p>
        {entry.reason ? (
          <p className="max-w-prose text-sm wrap-anywhere">
            <bdi>{entry.reason}</bdi>
          </p>
        ) : null}
      </div>
      <EntryButton label="Allow again" entry={entry.email} onClick={() => setIsOpen(true)} />
      <LiftDialog entry={entry} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </div>
  )
}

const LONGEST_REASON = 300

interface LiftDialogProps {
  entry: BouncedEmail
  onClose: () => void
}

/** Asks for the reason to allow broadcasts to an address again. */
function LiftDialog(props: LiftDialogProps & { isOpen: boolean }): ReactElement {
  const { entry, isOpen, onClose } = props
  return (
    <DecisionDialog
      title="Allow broadcasts again"
      description={`${entry.email} will get broadcasts again, until one bounces.`}
      className="wrap-anywhere"
      isOpen={isOpen}
      onClose={onClose}
    >
      <LiftForm entry={entry} onClose={onClose} />
    </DecisionDialog>
  )
}

function LiftForm({ entry, onClose }: LiftDialogProps): ReactElement {
  const { form, ...state } = useServerForm({
    initial: { reason: '' },
    values: BounceLift,
    draft: { ...REASON_DRAFT, key: `lift:${useMember().id}:${entry.id}` },
    save: (body) => call(emailCalls.liftBounce, { params: { id: entry.id }, body }),
    done: 'Address allowed again',
    onSaved: onClose,
    refresh: refreshBounced,
  })
  return (
    <DecisionForm {...state} label="Allow again" failed="Failed to allow this address">
      {entry.cause === 'complaint' ? (
        <Notice>Someone marked an email as spam. Ask them before you email them again.</Notice>
      ) : null}
      <TextareaField
        form={form}
        name="reason"
        label="Reason"
        help="Recorded in the audit log."
        limit={LONGEST_REASON}
        required
      />
    </DecisionForm>
  )
}

/** The reason is kept until the tab is closed. */
const REASON_DRAFT = {
  schema: z.object({ reason: z.string() }),
  isEmpty: ({ reason }: { reason: string }) => reason.trim() === '',
  storage: tabStorage,
}
