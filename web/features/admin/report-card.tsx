import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import type { Report } from '#contract/stories.ts'
import { FoldedText } from '#web/features/admin/folded-text.tsx'
import { reportCountLabel } from '#web/features/admin/moderation.ts'
import { useResolveReport } from '#web/features/admin/use-moderation.ts'
import { SuspendAuthorButton } from '#web/features/stories/suspend-author-button.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** A reported story or reply, with what was said about it and the two ways to close it. */
export function ReportCard({ report }: { report: Report }): ReactElement {
  return (
    <Card className="flex h-full flex-col gap-4">
      <ReportHeading report={report} />
      <Reasons reasons={report.reasons} />
      <ReportButtons report={report} />
    </Card>
  )
}

function ReportHeading({ report }: { report: Report }): ReactElement {
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
      {isStory ? <h3>{report.subject}</h3> : <h3 className="sr-only">A reply</h3>}
      {isStory ? null : (
        <blockquote className="border-l-3 border-line-strong pl-4">
          <FoldedText text={report.subject} />
        </blockquote>
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

function ReportButtons({ report }: { report: Report }): ReactElement {
  const [isConfirming, setIsConfirming] = useState(false)
  const resolving = useResolveReport(report)
  const what = report.replyId === null ? 'story' : 'reply'
  const remove = (): void => resolving.mutate('remove', { onSettled: () => setIsConfirming(false) })
  return (
    <div className="mt-auto grid grid-cols-2 gap-3 sm:flex sm:flex-wrap sm:justify-end">
      <div className="col-span-2 grid sm:mr-auto">
        <SuspendAuthorButton author={report} about={`${what} by ${report.anonymousUsername}`} />
      </div>
      <Button
        variant="outline"
        busy={resolving.isPending && resolving.variables === 'keep'}
        onClick={() => resolving.mutate('keep')}
      >
        Keep
      </Button>
      <Button
        variant="outline"
        className="text-destructive"
        disabled={resolving.isPending}
        onClick={() => setIsConfirming(true)}
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
        isBusy={resolving.isPending}
        onConfirm={remove}
        isOpen={isConfirming}
        onOpenChange={setIsConfirming}
      />
    </div>
  )
}
