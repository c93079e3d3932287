import type { ReactElement } from 'react'
import { heldKey, pendingStoriesKey, reportsKey } from '#web/features/admin/queries.ts'
import { HeldQueue } from '#web/features/admin/queue/held-queue.tsx'
import { ReportQueue } from '#web/features/admin/queue/report-queue.tsx'
import { StoryQueue } from '#web/features/admin/queue/story-queue.tsx'
import { useRefreshOn } from '#web/lib/live.ts'

/** Stories waiting for approval. */
export function StoriesPanel(): ReactElement {
  useRefreshOn('review', pendingStoriesKey)
  return (
    <section aria-labelledby="pending-stories" className="flex flex-col gap-4">
      <h2 id="pending-stories">Waiting for approval</h2>
      <StoryQueue />
    </section>
  )
}

/** Stories and replies that members reported. */
export function ReportsPanel(): ReactElement {
  useRefreshOn('review', reportsKey)
  return (
    <section aria-labelledby="reports" className="flex flex-col gap-4">
      <h2 id="reports">Reports</h2>
      <ReportQueue />
    </section>
  )
}

/** First replies waiting for review. */
export function HeldPanel(): ReactElement {
  useRefreshOn('review', heldKey)
  return (
    <section aria-labelledby="first-replies" className="flex flex-col gap-4">
      <h2 id="first-replies">First replies</h2>
      <HeldQueue />
    </section>
  )
}
