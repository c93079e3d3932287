import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Report } from '#contract/stories.ts'
import { reportCountLabel } from '#web/features/admin/moderation.ts'
import { reportsKey, reportsQuery } from '#web/features/admin/queries.ts'
import { Queue } from '#web/features/admin/queue/queue.tsx'
import { ReportItem } from '#web/features/admin/queue/report-item.tsx'
import { reportSubject } from '#web/features/admin/queue/story-decisions.ts'
import { type Hardness, hardnessOf } from '#web/lib/hard-words.ts'
import { useRefreshOn } from '#web/lib/live.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Open reports, decided one at a time. */
export function ReportsPanel(): ReactElement {
  const list = useQuery(reportsQuery)
  useRefreshOn('review', reportsKey)
  return (
    <section aria-labelledby="reports" className="flex flex-col gap-4">
      <h2 id="reports">Reports</h2>
      <Queue
        label="Reports"
        noun="report"
        list={list}
        hardnessOf={hardnessOfReport}
        rowOf={({ subject, replyId, reportCount }) => ({
          title: subject,
          detail: `${replyId === null ? 'Story' : 'Reply'} · ${reportCountLabel(reportCount)}`,
        })}
        subjectOf={reportSubject}
        decidedOf={({ storyId, replyId, createdAt }) => ({
          ...(replyId === null
            ? { subject: 'story' as const, id: storyId }
            : { subject: 'reply' as const, id: replyId }),
          since: createdAt,
          actions: ['report-kept', 'story-removed', 'reply-removed'],
        })}
        empty={<EmptyState message="Nothing is reported" />}
        renderItem={(report, given) => <ReportItem report={report} {...given} />}
      />
    </section>
  )
}

function hardnessOfReport({ subject, text, reasons }: Report): Hardness | undefined {
  return hardnessOf([subject, text ?? '', ...reasons].join('\n'))
}
