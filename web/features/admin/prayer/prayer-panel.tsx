import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { PrayerReview } from '#contract/prayer.ts'
import { prayerSubject } from '#web/features/admin/prayer/prayer-decisions.ts'
import { hardnessOfPrayer, PrayerItem } from '#web/features/admin/prayer/prayer-item.tsx'
import { waitingPrayersKey, waitingPrayersQuery } from '#web/features/admin/queries.ts'
import { Queue } from '#web/features/admin/queue/queue.tsx'
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
        rank={(request) => (hardnessOfPrayer(request) === 'crisis' ? 0 : 1)}
        rowOf={(request) => {
          const isHard = hardnessOfPrayer(request) !== undefined
          const title = request.kind === 'answer' ? request.answer : request.content
          return {
            title: isHard ? 'May be hard to read' : (title ?? ''),
            detail: KIND_LABELS[request.kind],
            isHard,
          }
        }}
        subjectOf={prayerSubject}
        decidedOf={({ id, waitingSince }) => ({
          ...{ subject: 'prayer', id, since: waitingSince },
          actions: ['prayer-approved', 'prayer-returned'],
        })}
        empty={<EmptyState message="No prayer requests are waiting" />}
        renderItem={(request, onSkip) => <PrayerItem request={request} onSkip={onSkip} />}
      />
    </section>
  )
}
