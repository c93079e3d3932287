import type { QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { livePageQuery, liveStateQuery, useLiveState } from '#web/features/live/queries.ts'
import { publishedQuery } from '#web/features/live/room-queries.ts'
import type { MemberLoad } from '#web/lib/load.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { AssignmentCard } from './assignment-card.tsx'
import { FaqCard } from './faq-card.tsx'
import { Folded } from './folded.tsx'
import { PublishedCard } from './published-card.tsx'
import { RoomCard } from './room-card.tsx'
import { ScheduleCard } from './schedule-card.tsx'

/** Prefetches the data that the page shows first. */
export async function loadLive({ client }: MemberLoad): Promise<void> {
  await Promise.all([prefetch(client, livePageQuery), loadPublished(client)])
}

/** The server refuses the recordings to members without access. */
async function loadPublished(client: QueryClient): Promise<void> {
  await prefetch(client, liveStateQuery)
  const state = client.getQueryData(liveStateQuery.queryKey)
  if (state?.hasAccess) await prefetch(client, publishedQuery(1))
}

/** The live coaching page for members (administrator document, section 2). */
export function LivePage(): ReactElement {
  const isOnAir = useLiveState().data?.onAir ?? false
  return (
    <div className="flex flex-col gap-6">
      <header className="flex max-w-prose flex-col gap-1">
        <h1>Live Coaching</h1>
        {isOnAir ? null : (
          <p className="text-ink-quiet">
            We meet once a month to listen and ask questions. Join the room, see the schedule and
            past sessions.
          </p>
        )}
      </header>
      <RoomCard />
      <Folded label="Schedule, assignment and past sessions" isFolded={isOnAir}>
        {/* One column in the specification's order, or two columns without gaps. */}
        <div className="grid grid-cols-1 items-start gap-6 *:min-w-0 lg:grid-cols-2">
          <div className="lg:row-span-2">
            <ScheduleCard />
          </div>
          <FaqCard />
          <div className="lg:col-start-1 lg:row-start-3">
            <AssignmentCard />
          </div>
          <div className="lg:col-start-2 lg:row-span-2 lg:row-start-2">
            <PublishedCard />
          </div>
        </div>
      </Folded>
    </div>
  )
}
