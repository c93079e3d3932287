import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { reportCountLabel } from '#web/features/admin/moderation.ts'
import { reportsQuery } from '#web/features/admin/queue/queries.ts'
import { ReportCard } from '#web/features/admin/queue/report-card.tsx'
import { ReviewQueue } from '#web/features/admin/queue/review-queue.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Open reports, decided one at a time. */
export function ReportsPanel(): ReactElement {
  return (
    <section aria-labelledby="reports" className="flex flex-col gap-4">
      <h2 id="reports">Reports</h2>
      <ReviewQueue
        label="Reports"
        noun="report"
        claimable="report"
        list={useQuery(reportsQuery)}
        textOf={({ subject, text, reasons }) => [subject, text ?? '', ...reasons].join('\n')}
        rowOf={({ subject, replyId, reportCount }) => ({
          title: subject,
          detail: `${replyId === null ? 'Story' : 'Reply'} · ${reportCountLabel(reportCount)}`,
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
