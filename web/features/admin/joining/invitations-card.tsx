import { useInfiniteQuery } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import type { ReactElement } from 'react'
import {
  type Invitation,
  JOINING_LIMITS,
  type JoiningMode,
  NewInvitation,
} from '#contract/joining.ts'
import { invitationsQuery, refreshInvitations } from '#web/features/admin/joining/queries.ts'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { CopyField } from '#web/features/admin/kit/copy-field.tsx'
import { call } from '#web/lib/api.ts'
import { joiningCalls } from '#web/lib/calls.gen.ts'
import { useSiteTitle } from '#web/lib/site-settings.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FoldedCard } from '#web/ui/folded-card.tsx'
import { Form } from '#web/ui/form.tsx'
import { SelectField, TextField } from '#web/ui/form-fields.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { DatedTime } from '#web/ui/relative-time.tsx'
import { Skeletons } from '#web/ui/skeleton.tsx'

const NOT_NEEDED: Partial<Record<JoiningMode, string>> = {
  open: 'Anyone can join right now, so nobody needs an invitation.',
  closed: 'Invitations don’t work while the community is closed.',
}

/** A form for new invitations, and the list of existing ones; folded while nobody needs one. */
export function InvitationsCard({ mode }: { mode: JoiningMode }): ReactElement {
  const list = useInfiniteQuery(invitationsQuery)
  const invitations = list.data?.pages.flat()
  const words = {
    title: 'Invitations',
    description: `${NOT_NEEDED[mode] ?? 'A link that lets people create an account.'} You’ll see how often each one was used, never by whom.`,
  }
  const content = (
    <div className="flex flex-col gap-5">
      <NewInvitationForm />
      {list.error && !invitations ? <QueryError query={list} /> : null}
      {list.isPending ? (
        <Skeletons label="Loading the invitations" rows={['h-16 rounded-lg', 'h-16 rounded-lg']} />
      ) : null}
      {invitations?.length === 0 ? <EmptyState message="No invitations yet" /> : null}
      {invitations && invitations.length > 0 ? (
        <ul aria-label="Invitations" className="flex flex-col divide-y divide-line">
          {invitations.map((invitation) => (
            <li key={invitation.id}>
              <InvitationRow invitation={invitation} />
            </li>
          ))}
        </ul>
      ) : null}
      <LoadMore list={list} />
    </div>
  )
  return mode in NOT_NEEDED ? (
    <FoldedCard {...words}>{content}</FoldedCard>
  ) : (
    <SectionCard {...words}>{content}</SectionCard>
  )
}

const STATE_WORDS: Record<Invitation['state'], string> = {
  valid: 'Active',
  used: 'Used up',
  expired: 'Expired',
  revoked: 'Revoked',
}

const KIND_WORDS: Record<Invitation['kind'], string> = {
  link: 'Invitation link',
  application: 'Approved application',
  list: 'Sent by email from a list',
}

/** An invitation, with its uses and a button to revoke it. */
function InvitationRow({ invitation }: { invitation: Invitation }): ReactElement {
  const { name, kind, state, uses, maxUses, createdAt, expiresAt, mine } = invitation
  const isActive = state === 'valid'
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="flex min-w-0 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <bdi className="font-medium wrap-anywhere">{name ?? KIND_WORDS[kind]}</bdi>
          <Badge variant={isActive ? 'default' : 'neutral'}>{STATE_WORDS[state]}</Badge>
        </p>
        <p className="text-sm">
          {maxUses === 1
            ? uses === 1
              ? 'Used'
              : 'Not used yet'
            : `Used ${uses} of ${maxUses} times`}
        </p>
        <p className="text-sm text-ink-quiet">
          {mine ? 'Created by you' : 'Created'} <DatedTime date={createdAt} />
          {isActive ? (
            <>
              {' · expires '}
              <DatedTime date={expiresAt} />
            </>
          ) : null}
        </p>
      </div>
      {isActive ? <RevokeButton invitation={invitation} /> : null}
    </div>
  )
}

/** Asks first, because a revoked link can't be restored. */
function RevokeButton({ invitation }: { invitation: Invitation }): ReactElement {
  const revoking = useAction({
    call: () => call(joiningCalls.revokeInvitation, { params: { id: invitation.id } }),
    done: 'Invitation revoked',
    failed: 'Failed to revoke the invitation',
    refresh: refreshInvitations,
  })
  return (
    <ActionButton
      label="Revoke"
      entry={invitation.name ?? KIND_WORDS[invitation.kind]}
      action={revoking}
      confirm={{
        title: 'Revoke this invitation?',
        description: 'Its link stops working right away. People who have already joined stay.',
        confirmLabel: 'Revoke invitation',
        isDestructive: true,
      }}
    />
  )
}

const DAYS = { 1: '1 day', 7: '7 days', 30: '30 days', 90: '90 days' }

/** Creates an invitation, and shows its link only once. */
function NewInvitationForm(): ReactElement {
  const { form, submit, isSaving, saved } = useServerForm({
    initial: { name: '', maxUses: '1', days: '7' },
    values: NewInvitation,
    save: (body) => call(joiningCalls.createInvitation, { body }),
    failed: 'Failed to create the invitation',
    refresh: refreshInvitations,
  })
  return (
    <div className="flex flex-col gap-4">
      <Form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-4">
        <TextField
          form={form}
          name="name"
          label="Name"
          help="For your team. Name a group, not a person."
          fieldClassName="w-full max-w-68"
          autoComplete="off"
          limit={JOINING_LIMITS.invitationName}
        />
        <TextField
          form={form}
          name="maxUses"
          label="People"
          fieldClassName="w-28"
          type="number"
          inputMode="numeric"
          min={1}
          max={JOINING_LIMITS.uses}
        />
        <SelectField
          form={form}
          name="days"
          label="Valid for"
          fieldClassName="w-36"
          labels={DAYS}
        />
        <Button type="submit" busy={isSaving} className="sm:mt-8">
          Create invitation
        </Button>
      </Form>
      {saved ? <NewLink key={saved.id} url={saved.url} /> : null}
    </div>
  )
}

function NewLink({ url }: { url: string }): ReactElement {
  const siteTitle = useSiteTitle()
  const handleShare = (): void =>
    // Closing the share sheet is not an error.
    void navigator.share({ title: `Join ${siteTitle}`, url }).catch(() => undefined)
  return (
    <Notice variant="success" title="Your invitation is ready">
      <p>Copy the link now. It won’t be shown again.</p>
      <div className="mt-3 flex flex-col gap-2">
        <CopyField label="Invitation link" value={url} />
        {'share' in navigator ? (
          <Button variant="outline" className="self-start" onClick={handleShare}>
            <Share2 aria-hidden size={18} />
            Share
          </Button>
        ) : null}
      </div>
    </Notice>
  )
}
