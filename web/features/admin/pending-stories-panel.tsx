import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { reportsKey, reportsQuery } from '#web/features/admin/queries.ts'
import { ReportQueue } from '#web/features/admin/queue/report-queue.tsx'
import { StoryQueue } from '#web/features/admin/queue/story-queue.tsx'
import { useRefreshOn } from '#web/lib/live.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/ui/tabs.tsx'

/** The stories that wait for approval, and what has been reported. */
export function PendingStoriesPanel(): ReactElement {
  const { part, openPart } = useAdminAddress()
  const { data: reports } = useQuery(reportsQuery)
  useRefreshOn('review', reportsKey)
  const open = part === 'reports' ? 'reports' : 'waiting'
  return (
    <section aria-labelledby="pending-stories" className="flex flex-col gap-4">
      <h2 id="pending-stories">{open === 'reports' ? 'Reports' : 'Waiting for approval'}</h2>
      <Tabs
        value={open}
        onValueChange={(value) => openPart(value === 'reports' ? value : undefined)}
      >
        <TabsList aria-label="Review">
          <TabsTrigger value="waiting">Waiting</TabsTrigger>
          <TabsTrigger value="reports">
            Reports
            {reports && reports.total > 0 ? (
              <Badge variant="destructive">{reports.total}</Badge>
            ) : null}
          </TabsTrigger>
        </TabsList>
        <TabsContent value={open}>
          {open === 'reports' ? <ReportQueue /> : <StoryQueue />}
        </TabsContent>
      </Tabs>
    </section>
  )
}
