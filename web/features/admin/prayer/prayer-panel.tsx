import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { PrayerReview } from '#contract/prayer.ts'
import { prayerSubject } from '#web/features/admin/prayer/prayer-decisions.ts'
import { PrayerItem } from '#web/features/admin/prayer/prayer-item.tsx'
import { waitingPrayersKey, waitingPrayersQuery } from '#web/features/admin/queries.ts'
import { Queue } from '#web/features/admin/queue/queue.tsx'
import { type Hardness, hardnessOf } from '#web/lib/hard-words.ts'
import { useRefreshOn } from '#web/lib/live.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

const KIND_LABELS: Record<PrayerReview['kind'], string> = {
  request: 'Request',
  answer: 'Answer',
  report: 'Reported',
}

/** New prayer requests, answer lines and reports, decided one at a time. */
export function PrayerPanel(): ReactElement {
  const list = useQuery(waitingPrayersQuery)
  useRefreshOn('review', waitingPrayersKey)
  return (
    <section aria-labelledby="waiting-prayers" className="flex flex-col gap-4">
      <h2 id="waiting-prayers">Prayer requests</h2>
      <Queue
        label="Prayer requests waiting for review"
        noun="request"
        list={list}
        hardnessOf={hardnessOfPrayer}
        rowOf={({ kind, content, answer }) => ({
          title: (kind === 'answer' ? answer : content) ?? '',
          detail: KIND_LABELS[kind],
        })}
        subjectOf={prayerSubject}
        decidedOf={({ id, waitingSince }) => ({
          ...{ subject: 'prayer', id, since: waitingSince },
          actions: ['prayer-approved', 'prayer-returned'],
        })}
        empty={<EmptyState message="No prayer requests are waiting" />}
        renderItem={(request, given) => <PrayerItem request={request} {...given} />}
      />
    </section>
  )
}

function hardnessOfPrayer({ content, answer }: PrayerReview): Hardness | undefined {
  return hardnessOf([content, answer].filter(Boolean).join('\n'))
}
