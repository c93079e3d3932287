import { type ComponentProps, type ReactElement, useState } from 'react'
import type { Page } from '#contract/endpoint.ts'
import type { PublishedRecording } from '#contract/live.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { UpgradeDialog } from '#web/features/shop/upgrade-dialog.tsx'
import { StoryPlayer } from '#web/features/stories/player/story-player.tsx'
import { cn } from '#web/lib/cn.ts'
import { longDate } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { QuerySkeletons } from '#web/ui/query-skeletons.tsx'
import { useLiveState } from './queries.ts'
import { PUBLISHED_PER_PAGE, usePublished } from './room-queries.ts'

/** Past sessions to listen to, for people who may join the room. */
export function PublishedCard(): ReactElement {
  const state = useLiveState()
  return (
    <Card aria-labelledby="live-published-title" className="min-w-0">
      <CardHeader>
        <CardTitle id="live-published-title">Past Sessions</CardTitle>
      </CardHeader>
      {state.data ? (
        state.data.hasAccess ? (
          <Recordings />
        ) : (
          <Invitation />
        )
      ) : (
        <Loading query={state} />
      )}
    </Card>
  )
}

function Invitation(): ReactElement {
  const [isShown, setIsShown] = useState(false)
  return (
    <div className="flex flex-col items-start gap-4">
      <p>With the membership, you can listen to recorded sessions.</p>
      <Button variant="outline" onClick={() => setIsShown(true)}>
        See the membership
      </Button>
      <UpgradeDialog isOpen={isShown} onOpenChange={setIsShown} />
    </div>
  )
}

function Recordings(): ReactElement {
  const [page, setPage] = useState(1)
  const { data, error, isFetching, isPlaceholderData, refetch } = usePublished(page, true)
  if (!data) return <Loading query={{ error, isFetching, refetch }} />
  if (data.total === 0) return <EmptyState message="No session has been published yet." />
  const pageCount = Math.max(1, Math.ceil(data.total / PUBLISHED_PER_PAGE))
  return (
    <div className="flex flex-col gap-4">
      <List recordings={data} isOld={isPlaceholderData} />
      <Pagination
        label="Pages of past sessions"
        page={Math.min(page, pageCount)}
        pageCount={pageCount}
        onPageChange={setPage}
      />
    </div>
  )
}

function List(props: { recordings: Page<PublishedRecording>; isOld: boolean }): ReactElement {
  const { recordings, isOld } = props
  const { timeZone } = useMember()
  const { locale } = useDates()
  return (
    <ul aria-busy={isOld} className={cn('-my-4 divide-y divide-line', isOld && 'opacity-60')}>
      {recordings.items.map(({ id, title, recordedAt, duration, audioUrl, waveform }) => (
        <li key={id} className="flex flex-col gap-2 py-4">
          <h3>{title}</h3>
          <p className="text-sm text-ink-quiet">
            {longDate(new Date(recordedAt), { locale, timeZone })}
          </p>
          <StoryPlayer
            src={audioUrl}
            durationSeconds={duration}
            waveform={waveform}
            title={title}
          />
        </li>
      ))}
    </ul>
  )
}

function Loading({ query }: Pick<ComponentProps<typeof QuerySkeletons>, 'query'>): ReactElement {
  return (
    <QuerySkeletons
      query={query}
      label="Loading past sessions"
      rows={['h-6 w-2/3', 'h-16']}
      className="flex flex-col gap-4"
    />
  )
}
