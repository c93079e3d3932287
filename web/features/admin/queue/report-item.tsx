import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import type { Report } from '#contract/stories.ts'
import { STORY_LIMITS } from '#contract/story-limits.ts'
import { isWithinLength } from '#contract/text-length.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { FoldedText } from '#web/features/admin/folded-text.tsx'
import { isOutdated, reportCountLabel } from '#web/features/admin/moderation.ts'
import { notifyError, notifySuccess } from '#web/features/admin/notify.ts'
import { refreshStory, resolveReport } from '#web/features/admin/queries.ts'
import { CareCover, useCover } from '#web/features/admin/queue/care-cover.tsx'
import { ClaimLine } from '#web/features/admin/queue/claim-line.tsx'
import { DecisionBar } from '#web/features/admin/queue/decision-bar.tsx'
import type { ItemProps } from '#web/features/admin/queue/queue.tsx'
import { ReportNote } from '#web/features/admin/queue/report-note.tsx'
import { dismissal, reportSubject } from '#web/features/admin/queue/story-decisions.ts'
import { useDecisionStatus } from '#web/features/admin/queue/use-decision-status.ts'
import { useKeys } from '#web/features/admin/queue/use-keys.ts'
import { claimKey, useReviewClaim } from '#web/features/admin/queue/use-review-claim.ts'
import { AuthorButtons } from '#web/features/stories/author-button.tsx'
import { reasonDraftKey } from '#web/lib/reason-draft.ts'
import { decide, settle } from '#web/lib/undo.ts'
import { forgetText, useTextDraft } from '#web/lib/use-text-draft.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

interface ReportItemProps extends ItemProps {
  report: Report
}

/** A reported story or reply, with the reasons given and the two ways to close the report. */
export function ReportItem({ report, hardness, onSkip }: ReportItemProps): ReactElement {
  const client = useQueryClient()
  const subject = reportSubject(report)
  const status = useDecisionStatus(subject)
  const cover = useCover(hardness)
  const { isCovered } = cover
  const claiming = useReviewClaim('report', report)
  const isOpen = status === undefined && !isCovered && report.claim?.mine !== false
  const what = report.replyId === null ? 'story' : 'reply'
  const draftKey = reasonDraftKey('report-note', { memberId: useMember().id, ...report })
  const [note, setNote] = useTextDraft(draftKey)
  const isTooLong = !isWithinLength(note, STORY_LIMITS.reportNote)
  const canDecide = isOpen && !isTooLong
  const handleDone = (): void => forgetText(draftKey)
  const keep = (): void => {
    if (canDecide) decide([dismissal(client, { report, note, onDone: handleDone })])
  }
  const handleSkip = (): void => {
    if (report.claim?.mine) claiming.release()
    onSkip()
  }
  useKeys({
    a: keep,
    c: status === undefined ? claimKey(report.claim, claiming) : undefined,
  })
  return (
    <Card className="flex lg:min-h-[32rem] flex-col gap-4">
      <ReportHeading report={report} isCovered={isCovered} />
      <ClaimLine
        claim={report.claim}
        canClaim={status === undefined}
        claiming={claiming}
        name={report.subject}
      />
      <CareCover {...cover} isDecided={status !== undefined} onSkip={handleSkip}>
        <Reported report={report} />
        <Reasons reasons={report.reasons} />
        {status === undefined ? (
          <ReportNote note={note} isTooLong={isTooLong} onNote={setNote} />
        ) : null}
      </CareCover>
      <DecisionBar
        subject={subject}
        status={status}
        aside={
          isCovered ? null : (
            <AuthorButtons author={report} about={`${what} by ${report.anonymousUsername}`} />
          )
        }
      >
        <RemoveButton report={report} note={note} isDisabled={!canDecide} onDone={handleDone} />
        <Button aria-keyshortcuts="A" aria-disabled={!canDecide || undefined} onClick={keep}>
          Keep
        </Button>
      </DecisionBar>
    </Card>
  )
}

/** The reported text. A reported recording is played on its story's page. */
function Reported({ report }: { report: Report }): ReactElement {
  const text = report.replyId === null ? report.text : report.subject
  return (
    <>
      {report.isVoice ? (
        <p className="text-ink-quiet">
          This is a recording. Open the story to listen{text ? ' to it. Transcript:' : '.'}
        </p>
      ) : null}
      {text ? (
        <blockquote className="border-l-3 border-line-strong pl-4">
          <FoldedText text={text} />
        </blockquote>
      ) : null}
    </>
  )
}

function ReportHeading(props: { report: Report; isCovered: boolean }): ReactElement {
  const { report, isCovered } = props
  const isStory = report.replyId === null
  return (
    <header className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-2 text-sm text-ink-quiet">
        <Badge variant={report.isHidden ? 'destructive' : 'neutral'}>
          {report.isHidden ? 'Hidden until you decide' : 'Still visible'}
        </Badge>
        <span>{reportCountLabel(report.reportCount)}</span>
        <RelativeTime date={report.createdAt} />
      </p>
      {isStory ? (
        <h3>{isCovered ? 'A story that may be hard to read' : report.subject}</h3>
      ) : (
        <h3>A reply</h3>
      )}
      <p className="text-sm text-ink-quiet">
        {isStory ? 'Story' : 'Reply'} by {report.anonymousUsername} ·{' '}
        <Link
          to="/flow"
          search={{ story: report.storyId }}
          className="text-primary underline underline-offset-4"
        >
          Open the story
        </Link>
      </p>
    </header>
  )
}

function Reasons({ reasons }: { reasons: string[] }): ReactElement {
  const given = reasons.filter((reason) => reason.trim() !== '')
  if (given.length === 0) return <p className="text-ink-quiet">No reason given.</p>
  return (
    <div className="flex flex-col gap-1">
      <h4 className="text-sm font-medium text-ink-quiet">Why it was reported</h4>
      <ul className="list-disc pl-5">
        {given.map((reason, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: reasons can be alike and never move
          <li key={index} className="whitespace-pre-wrap">
            {reason}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Asks first, because a removal can't be undone. */
function RemoveButton(props: {
  report: Report
  note: string
  isDisabled: boolean
  onDone: () => void
}): ReactElement {
  const { report, note, isDisabled, onDone } = props
  const client = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
  const what = report.replyId === null ? 'story' : 'reply'
  const removing = useMutation({
    mutationFn: () => resolveReport({ reportId: report.id, decision: 'remove', note }),
    onSuccess: () => {
      onDone()
      const done = report.replyId === null ? 'Story removed' : 'Reply removed'
      settle(reportSubject(report), `✓ ${done}`)
      notifySuccess(done)
      void refreshStory(client, report.storyId)
    },
    onError: (error) => {
      notifyError('Failed to close report', error)
      if (isOutdated(error)) void refreshStory(client, report.storyId)
    },
    onSettled: () => setIsConfirming(false),
  })
  return (
    <>
      <Button
        variant="outline"
        className="text-destructive"
        aria-disabled={isDisabled || undefined}
        onClick={() => (isDisabled ? undefined : setIsConfirming(true))}
      >
        Remove
      </Button>
      <ConfirmDialog
        title={`Remove this ${what}?`}
        description={
          what === 'story'
            ? `“${report.subject}” will be deleted for everyone, with its replies. This can’t be undone.`
            : 'The reply will be deleted for everyone. This can’t be undone.'
        }
        confirmLabel={`Remove ${what}`}
        isDestructive
        isBusy={removing.isPending}
        onConfirm={() => removing.mutate()}
        isOpen={isConfirming}
        onOpenChange={setIsConfirming}
      />
    </>
  )
}
