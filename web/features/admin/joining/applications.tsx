import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { type Application, JOINING_LIMITS } from '#contract/joining.ts'
import { isWithinLength } from '#contract/text-length.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { refreshInvitations } from '#web/features/admin/joining/queries.ts'
import { reviewDecision } from '#web/features/admin/queue/decisions.ts'
import { applicationsQuery, refreshReview } from '#web/features/admin/queue/queries.ts'
import { DecisionButton, ReviewCard } from '#web/features/admin/queue/review-card.tsx'
import { ReviewQueue } from '#web/features/admin/queue/review-queue.tsx'
import type { Review } from '#web/features/admin/queue/use-review.ts'
import { call } from '#web/lib/api.ts'
import { joiningCalls } from '#web/lib/calls.gen.ts'
import { forgetText, useTextDraft } from '#web/lib/use-draft.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { FoldedText } from '#web/ui/folded-text.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

/** The waiting applications, answered one at a time. */
export function Applications({ isAsked }: { isAsked: boolean }): ReactElement | null {
  const list = useQuery(applicationsQuery)
  // Waiting applications must still be answered after the community stops accepting new ones.
  if (!isAsked && !list.data?.items.length) return null
  return (
    <section aria-labelledby="applications" className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h2 id="applications" className="text-xl">
          Applications
        </h2>
        <p className="text-ink-quiet">Each one is deleted when you answer it, or after 30 days.</p>
      </div>
      <ReviewQueue
        kind="application"
        label="Applications"
        noun="application"
        list={list}
        textOf={() => ''}
        rowOf={({ email, createdAt }) => ({
          title: email,
          detail: <RelativeTime date={createdAt} />,
        })}
        subjectOf={({ id, createdAt }) => `application-${id}-${createdAt}`}
        decidedOf={({ id, createdAt }) => ({
          subject: 'application',
          id,
          since: createdAt,
          actions: ['application-approved', 'application-declined'],
        })}
        empty={<EmptyState message="No applications are waiting" />}
        renderItem={(application, review) => (
          <ApplicationCard application={application} review={review} />
        )}
      />
    </section>
  )
}

interface ApplicationCardProps {
  application: Application
  review: Review
}

/** An application, with buttons to approve or decline it. */
function ApplicationCard({ application, review }: ApplicationCardProps): ReactElement {
  const client = useQueryClient()
  const { id, email, message, createdAt } = application
  const approve = (): void =>
    review.decide(
      reviewDecision({
        client,
        label: 'Approving',
        doneLabel: '✓ Approved',
        work: () => call(joiningCalls.approveApplication, { params: { id }, keepalive: true }),
        done: 'Application approved, invitation sent',
        failed: 'Failed to approve the application',
        refresh: () => refreshAnswered(client),
      }),
    )
  return (
    <ReviewCard
      review={review}
      noun="application"
      name={email}
      title={email}
      facts={<RelativeTime date={createdAt} />}
      decisions={
        <>
          <DeclineButton application={application} review={review} />
          <DecisionButton review={review} label="Approve" shortcut="A" onPress={approve} />
        </>
      }
    >
      <FoldedText text={message} />
    </ReviewCard>
  )
}

/** Asks for an optional reason. The typed reason is saved until the decision is sent. */
function DeclineButton({ application, review }: ApplicationCardProps): ReactElement {
  const client = useQueryClient()
  const { id } = application
  const [isOpen, setIsOpen] = useState(false)
  const draftKey = `decline:${useMember().id}:${id}`
  const [reason, setReason] = useTextDraft(draftKey)
  /** Claims the application while a reason is written, so that nobody else decides. */
  const handleOpen = (): void => {
    setIsOpen(true)
    if (review.canClaim) review.claiming.ensure()
  }
  const handleDecline = (): void => {
    setIsOpen(false)
    const body = { reason: reason.trim() }
    review.decide(
      reviewDecision({
        client,
        label: 'Declining',
        doneLabel: 'Declined',
        work: () =>
          call(joiningCalls.declineApplication, { params: { id }, body, keepalive: true }),
        done: 'Application declined',
        failed: 'Failed to decline the application',
        onDone: () => forgetText(draftKey),
        refresh: () => refreshAnswered(client),
      }),
    )
  }
  return (
    <>
      <DecisionButton review={review} label="Decline" variant="outline" onPress={handleOpen} />
      <ConfirmDialog
        title="Decline this application?"
        description={`${application.email} will get an email, and the application will be deleted.`}
        confirmLabel="Decline application"
        isDestructive
        isDisabled={!isWithinLength(reason.trim(), JOINING_LIMITS.reason)}
        onConfirm={handleDecline}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
      >
        <Field label="Reason (optional)" help="The applicant will see it in the email.">
          <Textarea
            limit={JOINING_LIMITS.reason}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </ConfirmDialog>
    </>
  )
}

/** Refetches the queue, and the invitations that approvals create. */
async function refreshAnswered(client: QueryClient): Promise<void> {
  await Promise.all([refreshReview(client), refreshInvitations(client)])
}
