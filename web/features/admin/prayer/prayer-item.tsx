import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { PrayerReview } from '#contract/prayer.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { reportCountLabel } from '#web/features/admin/moderation.ts'
import {
  prayerApproval,
  prayerRejection,
  prayerSubject,
} from '#web/features/admin/prayer/prayer-decisions.ts'
import { CareCover, useCover } from '#web/features/admin/queue/care-cover.tsx'
import { ChangedNotice } from '#web/features/admin/queue/changed-notice.tsx'
import { ClaimLine } from '#web/features/admin/queue/claim-line.tsx'
import { DecisionBar } from '#web/features/admin/queue/decision-bar.tsx'
import type { ItemProps } from '#web/features/admin/queue/queue.tsx'
import { RejectDialog } from '#web/features/admin/queue/reject-dialog.tsx'
import { useDecisionStatus } from '#web/features/admin/queue/use-decision-status.ts'
import { useKeys } from '#web/features/admin/queue/use-keys.ts'
import { claimKey, useReviewClaim } from '#web/features/admin/queue/use-review-claim.ts'
import { AuthorButton } from '#web/features/stories/author-button.tsx'
import { reasonDraftKey } from '#web/lib/reason-draft.ts'
import { decide } from '#web/lib/undo.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** A prayer request with its decisions. */
export function PrayerItem(props: ItemProps & { request: PrayerReview }): ReactElement {
  const { request, hardness, onSkip } = props
  const { id, kind, claim } = request
  const client = useQueryClient()
  const subject = prayerSubject(request)
  const status = useDecisionStatus(subject)
  const draftKey = reasonDraftKey('rejection', { memberId: useMember().id, prayerId: id })
  const [isRejecting, setIsRejecting] = useState(false)
  /** The author can change the text while it is open. An unread version can't be decided on. */
  const [readVersion, setReadVersion] = useState(request.submittedAt)
  const hasChanged = request.submittedAt !== readVersion
  const cover = useCover(hardness)
  const { isCovered } = cover
  const claiming = useReviewClaim('prayer request', request)
  const isOpen = status === undefined && !isCovered && !hasChanged && claim?.mine !== false
  const approve = (): void => {
    if (isOpen) decide([prayerApproval(client, request)])
  }
  /** Claims the request while a reason is written, so that nobody else decides. */
  const handleRejecting = (next: boolean): void => {
    setIsRejecting(next)
    if (next) claiming.ensure()
  }
  const handleSkip = (): void => {
    if (claim?.mine) claiming.release()
    onSkip()
  }
  useKeys({
    a: approve,
    r: () => (isOpen ? handleRejecting(true) : undefined),
    c: status === undefined ? claimKey(claim, claiming) : undefined,
  })
  const name = `Request by ${request.anonymousUsername}`
  return (
    <Card className="flex flex-col gap-4 lg:min-h-[24rem]">
      <Heading request={request} />
      <ClaimLine claim={claim} canClaim={status === undefined} claiming={claiming} name={name} />
      {hasChanged ? (
        <ChangedNotice noun="request" onRead={() => setReadVersion(request.submittedAt)} />
      ) : null}
      <CareCover {...cover} isDecided={status !== undefined} onSkip={handleSkip}>
        <Words request={request} />
      </CareCover>
      <DecisionBar
        subject={subject}
        status={status}
        aside={
          request.mine || isCovered ? null : (
            <AuthorButton action="suspend" author={{ prayerId: id }} about={name} />
          )
        }
      >
        <RejectDialog
          noun={kind === 'answer' ? 'answer' : 'prayer request'}
          name={name}
          draftKey={draftKey}
          isDisabled={!isOpen}
          isOpen={isRejecting}
          onOpenChange={handleRejecting}
          onReason={(reason, onDone) =>
            decide([prayerRejection(client, { request, reason, onDone })])
          }
        />
        <Button
          aria-label={`${kind === 'report' ? 'Keep' : 'Approve'}: ${name}`}
          aria-keyshortcuts="A"
          aria-disabled={!isOpen || undefined}
          onClick={approve}
        >
          {kind === 'report' ? 'Keep' : 'Approve'}
        </Button>
      </DecisionBar>
    </Card>
  )
}

const TITLES: Record<PrayerReview['kind'], string> = {
  request: 'A prayer request by',
  answer: 'An answered prayer by',
  report: 'A reported prayer request by',
}

function Heading({ request }: { request: PrayerReview }): ReactElement {
  const { kind, anonymousUsername, mine, waitingSince, isHidden, reportCount } = request
  return (
    <header className="flex flex-col gap-1">
      <h3>
        {TITLES[kind]} {anonymousUsername}
        {mine ? ' (you)' : null}
      </h3>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-quiet">
        <RelativeTime date={waitingSince} />
        {reportCount > 0 ? (
          <Badge variant="destructive">{reportCountLabel(reportCount)}</Badge>
        ) : null}
        {isHidden ? <Badge variant="neutral">Hidden until you decide</Badge> : null}
      </p>
    </header>
  )
}

function Words({ request }: { request: PrayerReview }): ReactElement {
  const { kind, content, answer, reasons } = request
  return (
    <div className="flex flex-col gap-4">
      {kind === 'answer' ? (
        <p className="text-sm text-ink-quiet">The request, already approved:</p>
      ) : null}
      <p className="max-w-prose wrap-anywhere whitespace-pre-wrap">{content}</p>
      {answer ? (
        <div className="border-l-3 border-gold pl-4">
          <p className="text-sm font-medium text-gold-ink">How it was answered</p>
          <p className="max-w-prose wrap-anywhere whitespace-pre-wrap">{answer}</p>
        </div>
      ) : null}
      {reasons.length > 0 ? (
        <div>
          <p className="font-medium">Why it was reported</p>
          <ul className="mt-1 list-disc pl-5">
            {reasons.map((reason, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two members can give the same reason
              <li key={index} className="wrap-anywhere whitespace-pre-wrap">
                {reason}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  )
}
