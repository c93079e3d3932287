import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type ReactElement, useRef, useState } from 'react'
import { isolated } from '#contract/direction.ts'
import type { Report } from '#contract/stories.ts'
import { STORY_LIMITS } from '#contract/story-limits.ts'
import { isWithinLength } from '#contract/text-length.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { AuthorMenu } from '#web/features/admin/author-menu.tsx'
import { PartTabs } from '#web/features/admin/kit/part-tabs.tsx'
import { refreshStory } from '#web/features/admin/queries.ts'
import { reviewDecision } from '#web/features/admin/queue/decisions.ts'
import { NoticesQueue } from '#web/features/admin/queue/notices-queue.tsx'
import { noticesQuery, reportsQuery } from '#web/features/admin/queue/queries.ts'
import { ReportReasons } from '#web/features/admin/queue/report-reasons.tsx'
import { DecisionButton, ReviewCard } from '#web/features/admin/queue/review-card.tsx'
import { ReviewQueue } from '#web/features/admin/queue/review-queue.tsx'
import type { Review } from '#web/features/admin/queue/use-review.ts'
import { AUTHOR_TOLD, ReasonDialog } from '#web/features/rules/reason-dialog.ts'
import { call } from '#web/lib/api.ts'
import { storyCalls } from '#web/lib/calls.gen.ts'
import { counted } from '#web/lib/counted.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { reasonDraftKey } from '#web/lib/reason-draft.ts'
import { useAction } from '#web/lib/use-action.ts'
import { forgetText, useTextDraft } from '#web/lib/use-draft.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { FoldedText } from '#web/ui/folded-text.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Template, TemplateButtons, withTemplate } from '#web/ui/template-buttons.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

export async function loadReports({ client }: AdminLoad): Promise<void> {
  await Promise.all([prefetch(client, reportsQuery), prefetch(client, noticesQuery)])
}

/** Open reports by members and, once there are some, what anyone reported as unlawful. */
export function ReportsPanel(): ReactElement {
  const { part } = useSearch({ from: '/admin/reports' })
  const notices = useQuery(noticesQuery).data
  const count = notices?.total ?? 0
  // Not when the first one arrives: the row would push the open report down under the pointer.
  const [hasParts] = useState(count > 0)
  const [hasDanger] = useState(notices?.items.some(({ isDanger }) => isDanger))
  if (!hasParts && part === undefined) return <Reports />
  const members = { value: 'members', label: 'By members', Part: Reports }
  const unlawful = { value: 'unlawful', label: `Unlawful content (${count})`, Part: NoticesQueue }
  // A life in danger comes first.
  const parts = hasDanger ? [unlawful, members] : [members, unlawful]
  return (
    <PartTabs label="Reports" parts={parts}>
      {({ Part }) => <Part />}
    </PartTabs>
  )
}

/** Decided one at a time. */
function Reports(): ReactElement {
  return (
    <section aria-labelledby="reports" className="flex flex-col gap-4">
      <h2 id="reports" className="sr-only">
        Open reports
      </h2>
      <ReviewQueue
        kind="report"
        label="Reports"
        noun="report"
        list={useQuery(reportsQuery)}
        textOf={({ subject, text, reasons }) => [subject, text ?? '', ...reasons].join('\n')}
        rowOf={({ subject, replyId, reportCount }) => ({
          title: subject,
          detail: `${replyId === null ? 'Story' : 'Reply'} · ${counted(reportCount, 'report')}`,
        })}
        subjectOf={({ id }) => `report-${id}`}
        decidedOf={({ storyId, replyId, createdAt }) => ({
          ...(replyId === null
            ? { subject: 'story' as const, id: storyId }
            : { subject: 'reply' as const, id: replyId }),
          since: createdAt,
          actions: ['report-kept', 'story-removed', 'reply-removed'],
        })}
        empty={<EmptyState message="Nothing is reported" />}
        renderItem={(report, review) => <ReportCard report={report} review={review} />}
      />
    </section>
  )
}

interface ReportCardProps {
  report: Report
  review: Review
}

/** A reported story or reply, with the reasons given and the two ways to close the report. */
function ReportCard({ report, review }: ReportCardProps): ReactElement {
  const client = useQueryClient()
  const what = whatIs(report)
  const draftKey = reasonDraftKey('report-note', { memberId: useMember().id, ...report })
  const [note, setNote] = useTextDraft(draftKey)
  const isTooLong = !isWithinLength(note, STORY_LIMITS.reportNote)
  const handleDone = (): void => forgetText(draftKey)
  /** Dismisses the report, so that the story or reply is shown again. */
  const keep = (): void =>
    review.decide(
      reviewDecision({
        client,
        label: `Keeping the ${what.toLowerCase()}`,
        doneLabel: `✓ ${what} kept`,
        work: () => resolveReport({ report, decision: 'keep', note }),
        done: `${what} kept`,
        failed: 'Failed to close report',
        onDone: handleDone,
        refresh: () => refreshStory(client, report.storyId),
      }),
    )
  return (
    <ReviewCard
      review={review}
      noun="report"
      name={report.subject}
      title={titleOf(report, review.cover.isCovered)}
      facts={<ReportFacts report={report} />}
      decisions={
        <>
          <AuthorMenu
            author={report}
            about={`${what.toLowerCase()} by ${report.anonymousUsername}`}
            actions={['warn', 'suspend']}
            isDisabled={!review.isOpen}
          />
          <RemoveButton
            report={report}
            review={review}
            note={note}
            isDisabled={isTooLong}
            onDone={handleDone}
          />
          <DecisionButton
            review={review}
            label="Keep"
            shortcut="A"
            isDisabled={isTooLong}
            onPress={keep}
          />
        </>
      }
    >
      <ReportReasons reasons={report.reasons} />
      <Reported report={report} />
      {review.status === undefined ? (
        <ReportNote note={note} isTooLong={isTooLong} onNote={setNote} />
      ) : null}
    </ReviewCard>
  )
}

function whatIs({ replyId }: Report): 'Story' | 'Reply' {
  return replyId === null ? 'Story' : 'Reply'
}

/** Keeps or removes what was reported. The note is for those who reported it, the reason for the author. */
function resolveReport(input: {
  report: Report
  decision: 'keep' | 'remove'
  note: string
  reason?: string
}): Promise<undefined> {
  const { report, decision, note, reason } = input
  return call(storyCalls.resolveReport, {
    params: { id: report.id },
    body: { decision, note: note.trim() || undefined, reason },
    keepalive: true,
  })
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

function titleOf(report: Report, isCovered: boolean): string {
  if (report.replyId !== null) return 'A reply'
  return isCovered ? 'A story that may be hard to read' : report.subject
}

function ReportFacts({ report }: { report: Report }): ReactElement {
  return (
    <>
      <Badge variant={report.isHidden ? 'destructive' : 'neutral'}>
        {report.isHidden ? 'Hidden until you decide' : 'Still visible'}
      </Badge>
      <span>{counted(report.reportCount, 'report')}</span>
      <RelativeTime date={report.createdAt} />
      <span>
        {whatIs(report)} by <bdi>{report.anonymousUsername}</bdi>
      </span>
      <Link
        to="/flow"
        search={{ story: report.storyId }}
        className="text-primary underline underline-offset-4"
      >
        Open the story
      </Link>
    </>
  )
}

interface RemoveButtonProps extends ReportCardProps {
  note: string
  isDisabled: boolean
  onDone: () => void
}

/** Asks first for the author's reason, because a removal can't be undone. */
function RemoveButton(props: RemoveButtonProps): ReactElement {
  const { report, review, note, isDisabled, onDone } = props
  const done = `${whatIs(report)} removed`
  const isStory = report.replyId === null
  const draftKey = reasonDraftKey('removal', { memberId: useMember().id, ...report })
  const [isOpen, setIsOpen] = useState(false)
  const removing = useAction({
    call: (reason: string) => resolveReport({ report, decision: 'remove', note, reason }),
    done,
    failed: 'Failed to close report',
    onDone: () => {
      forgetText(draftKey)
      onDone()
      review.settle(`✓ ${done}`)
    },
    refresh: (client) => refreshStory(client, report.storyId),
  })
  const handleOpen = (): void => {
    if (isDisabled || !review.isOpen || !review.isMeant()) return
    removing.reset()
    setIsOpen(true)
    if (review.canClaim) review.claiming.ensure()
  }
  return (
    <>
      <Button
        variant="outline"
        className="text-destructive"
        aria-disabled={isDisabled || !review.isOpen || undefined}
        onClick={handleOpen}
      >
        Remove
      </Button>
      <ReasonDialog
        title={`Remove this ${isStory ? 'story' : 'reply'}?`}
        description={`${
          isStory
            ? `“${isolated(report.subject)}” will be deleted for everyone, with its replies.`
            : 'The reply will be deleted for everyone.'
        } ${AUTHOR_TOLD}`}
        confirmLabel={isStory ? 'Remove story' : 'Remove reply'}
        isDestructive
        draftKey={draftKey}
        limit={STORY_LIMITS.reason}
        isBusy={removing.isPending}
        failure={removing.failure}
        isOpen={isOpen}
        onOpenChange={(open) => (removing.isPending ? undefined : setIsOpen(open))}
        onConfirm={(reason) => removing.run(reason, () => setIsOpen(false))}
      />
    </>
  )
}

const TEMPLATES: readonly Template[] = [
  {
    label: 'Thank you',
    text: 'Thank you for looking out for this community.',
  },
  {
    label: 'Within our rules',
    text: 'We read it carefully. It’s within our rules, even if it’s hard to read. You can mute a community username if you’d rather not see what they write.',
  },
  {
    label: 'We spoke to them',
    text: 'We’ve reminded the person who wrote it of our rules.',
  },
]

interface ReportNoteProps {
  note: string
  isTooLong: boolean
  onNote: (note: string) => void
}

/** An optional message that the reporters receive with the decision. */
function ReportNote({ note, isTooLong, onNote }: ReportNoteProps): ReactElement {
  const box = useRef<HTMLTextAreaElement>(null)
  const [isOpen] = useState(note !== '')
  const fill = (template: string): void => {
    onNote(withTemplate(note, template, TEMPLATES))
    box.current?.focus()
  }
  return (
    <Disclosure
      summary="Message to the person who reported it"
      className="border-b-0"
      open={isOpen}
    >
      <div className="flex flex-col gap-4">
        <TemplateButtons templates={TEMPLATES} onPick={fill} />
        <Field
          label="Message"
          help="Optional. They’ll be told your decision either way, but not who wrote this. You won’t see who they are."
          error={isTooLong ? 'The message must be 500 characters or less' : undefined}
        >
          <Textarea
            ref={box}
            limit={STORY_LIMITS.reportNote}
            value={note}
            onChange={(event) => onNote(event.target.value)}
          />
        </Field>
      </div>
    </Disclosure>
  )
}
