import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Report } from '#contract/stories.ts'
import { reportCountLabel } from '#web/features/admin/moderation.ts'
import { reportsQuery } from '#web/features/admin/queries.ts'
import { Queue } from '#web/features/admin/queue/queue.tsx'
import { ReportItem } from '#web/features/admin/queue/report-item.tsx'
import { reportSubject } from '#web/features/admin/queue/story-decisions.ts'
import { type Hardness, hardnessOf } from '#web/lib/hard-words.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Open reports, decided one at a time. */
export function ReportQueue(): ReactElement {
  const list = useQuery(reportsQuery)
  return (
    <Queue
      label="Reports"
      noun="report"
      list={list}
      rank={(report) => (hardnessOfReport(report) === 'crisis' ? 0 : 1)}
      rowOf={(report) => {
        const isHard = hardnessOfReport(report) !== undefined
        const what = report.replyId === null ? 'Story' : 'Reply'
        return {
          title: isHard ? 'May be hard to read' : report.subject,
          detail: `${what} · ${reportCountLabel(report.reportCount)}`,
          isHard,
        }
      }}
      subjectOf={reportSubject}
      decidedOf={({ storyId, replyId, createdAt }) => ({
        ...(replyId === null
          ? { subject: 'story' as const, id: storyId }
          : { subject: 'reply' as const, id: replyId }),
        since: createdAt,
        actions: ['report-kept', 'story-removed', 'reply-removed'],
      })}
      empty={<EmptyState message="Nothing is reported" />}
      renderItem={(report, onSkip) => (
        <ReportItem report={report} hardness={hardnessOfReport(report)} onSkip={onSkip} />
      )}
    />
  )
}

function hardnessOfReport({ subject, text, reasons }: Report): Hardness | undefined {
  return hardnessOf([subject, text ?? '', ...reasons].join('\n'))
}
