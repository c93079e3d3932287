import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { isolated } from '#contract/direction.ts'
import type { PrayerReview } from '#contract/prayer.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { AuthorMenu } from '#web/features/admin/author-menu.tsx'
import { reviewDecision } from '#web/features/admin/queue/decisions.ts'
import { waitingPrayersQuery } from '#web/features/admin/queue/queries.ts'
import { RejectDialog } from '#web/features/admin/queue/reject-dialog.tsx'
import { ReportReasons } from '#web/features/admin/queue/report-reasons.tsx'
import { DecisionButton, ReviewCard } from '#web/features/admin/queue/review-card.tsx'
import { ReviewQueue } from '#web/features/admin/queue/review-queue.tsx'
import type { Review } from '#web/features/admin/queue/use-review.ts'
import { call } from '#web/lib/api.ts'
import { prayerCalls } from '#web/lib/calls.gen.ts'
import { counted } from '#web/lib/counted.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { reasonDraftKey } from '#web/lib/reason-draft.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

const KIND_LABELS: Record<PrayerReview['kind'], string> = {
  request: 'Request',
  answer: 'Answer',
  report: 'Reported',
}

export async function loadPrayers({ client }: AdminLoad): Promise<void> {
  await prefetch(client, waitingPrayersQuery)
}

/** New prayer requests, answer lines and reports, decided one at a time. */
export function PrayerPanel(): ReactElement {
  return (
    <section aria-labelledby="waiting-prayers" className="flex flex-col gap-4">
      <h2 id="waiting-prayers" className="sr-only">
        Prayer requests
      </h2>
      <ReviewQueue
        kind="prayer"
        label="Prayer requests waiting for review"
        noun="request"
        list={useQuery(waitingPrayersQuery)}
        textOf={({ content, answer }) => [content, answer].filter(Boolean).join('\n')}
        rowOf={({ kind, content, answer }) => ({
          title: (kind === 'answer' ? answer : content) ?? '',
          detail: KIND_LABELS[kind],
        })}
        subjectOf={({ id, kind, submittedAt }) => `prayer-${id}-${kind}-${submittedAt}`}
        versionOf={({ submittedAt }) => submittedAt}
        decidedOf={({ id, waitingSince }) => ({
          subject: 'prayer',
          id,
          since: waitingSince,
          actions: ['prayer-approved', 'prayer-returned'],
        })}
        empty={<EmptyState message="No prayer requests are waiting" />}
        renderItem={(request, review) => <PrayerCard request={request} review={review} />}
      />
    </section>
  )
}

/** A prayer request with its decisions. */
function PrayerCard(props: { request: PrayerReview; review: Review }): ReactElement {
  const { request, review } = props
  const { id, kind } = request
  const client = useQueryClient()
  const draftKey = reasonDraftKey('rejection', { memberId: useMember().id, prayerId: id })
  const { approval, rejection } = prayerDecisions(client, request)
  const name = `Request by ${isolated(request.anonymousUsername)}`
  return (
    <ReviewCard
      review={review}
      noun="request"
      name={name}
      title={
        <>
          {TITLES[kind]} <bdi>{request.anonymousUsername}</bdi>
          {request.mine ? ' (you)' : null}
        </>
      }
      facts={<Facts request={request} />}
      decisions={
        <>
          {request.mine ? null : (
            <AuthorMenu
              author={{ prayerId: id }}
              about={name}
              actions={['suspend']}
              isDisabled={!review.isOpen}
            />
          )}
          <RejectDialog
            review={review}
            noun={kind === 'answer' ? 'answer' : 'prayer request'}
            name={name}
            draftKey={draftKey}
            rejection={rejection}
          />
          <DecisionButton
            review={review}
            label={kind === 'report' ? 'Keep' : 'Approve'}
            name={name}
            shortcut="A"
            onPress={() => review.decide(approval)}
          />
        </>
      }
    >
      <Words request={request} />
    </ReviewCard>
  )
}

/** Publishes a request or its answer line or dismisses a report, or returns it with a reason. */
// The return type is that of its two decisions, inferred.
function prayerDecisions(client: QueryClient, { id, kind, submittedAt }: PrayerReview) {
  const done = kind === 'report' ? 'Prayer request kept' : 'Prayer request approved'
  const params = { id }
  return {
    approval: reviewDecision({
      client,
      label: kind === 'report' ? 'Keeping the request' : 'Approving',
      doneLabel: `✓ ${done}`,
      work: () => call(prayerCalls.approve, { params, body: { submittedAt }, keepalive: true }),
      done,
      failed: 'Failed to approve prayer request',
    }),
    rejection: (reason: string, onDone: () => void) =>
      reviewDecision({
        client,
        label: 'Returning to its author',
        doneLabel: 'Returned to its author',
        work: () =>
          call(prayerCalls.reject, { params, body: { submittedAt, reason }, keepalive: true }),
        done: 'Prayer request returned',
        failed: 'Failed to return prayer request',
        onDone,
      }),
  }
}

const TITLES: Record<PrayerReview['kind'], string> = {
  request: 'A prayer request by',
  answer: 'An answered prayer by',
  report: 'A reported prayer request by',
}

function Facts({ request }: { request: PrayerReview }): ReactElement {
  const { waitingSince, isHidden, reportCount } = request
  return (
    <>
      <RelativeTime date={waitingSince} />
      {reportCount > 0 ? (
        <Badge variant="destructive">{counted(reportCount, 'report')}</Badge>
      ) : null}
      {isHidden ? <Badge variant="neutral">Hidden until you decide</Badge> : null}
    </>
  )
}

function Words({ request }: { request: PrayerReview }): ReactElement {
  const { kind, content, answer, reasons } = request
  return (
    <div className="flex flex-col gap-4">
      {kind === 'answer' ? (
        <p className="text-sm text-ink-quiet">The request, already approved:</p>
      ) : null}
      <p dir="auto" className="max-w-prose wrap-anywhere whitespace-pre-wrap">
        {content}
      </p>
      {answer ? (
        <div className="border-l-3 border-gold pl-4">
          <p className="text-sm font-medium text-gold-ink">How it was answered</p>
          <p dir="auto" className="max-w-prose wrap-anywhere whitespace-pre-wrap">
            {answer}
          </p>
        </div>
      ) : null}
      {reasons.length > 0 ? <ReportReasons reasons={reasons} /> : null}
    </div>
  )
}
