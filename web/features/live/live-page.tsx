import type { QueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentProps, type ReactElement, type ReactNode, useState } from 'react'
import type { Page } from '#contract/endpoint.ts'
import type { CoachingSession, PublishedRecording } from '#contract/live.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { Folded } from '#web/features/live/folded.tsx'
import { CalendarLink } from '#web/features/live/next-session.tsx'
import { sessionText } from '#web/features/live/on-air.tsx'
import {
  livePageQuery,
  liveStateQuery,
  PUBLISHED_PER_PAGE,
  publishedQuery,
  useLivePage,
  useLiveState,
  usePublished,
} from '#web/features/live/queries.ts'
import { RoomCard } from '#web/features/live/room-card.tsx'
import { productsQuery } from '#web/features/shop/queries.ts'
import { UpgradeDialog } from '#web/features/shop/upgrade-dialog.tsx'
import { StoryPlayer } from '#web/features/stories/player/story-player.tsx'
import { cn } from '#web/lib/cn.ts'
import { longDate } from '#web/lib/dates.ts'
import { type MemberLoad, pageIn } from '#web/lib/load.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { useDates, useNow } from '#web/lib/use-dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { QuerySkeletons } from '#web/ui/query-skeletons.tsx'
import { DaysAway } from '#web/ui/relative-time.tsx'
import { RichText } from '#web/ui/rich-text.tsx'

/** Administrator document, section 2. */
const ENTRIES = [
  {
    question: 'How do I join the live coaching?',
    answer:
      'Open this page at the time of a scheduled session and wait for the admin to enable the Join button. It appears in the Live Coaching Room card.',
  },
  {
    question: 'What should I prepare?',
    answer: 'Have your questions ready, and be in a quiet environment.',
  },
] as const

/** Prefetches the data that the page shows first. */
export async function loadLive({ client, search }: MemberLoad): Promise<void> {
  await Promise.all([prefetch(client, livePageQuery), loadPublished(client, pageIn(search))])
}

/** The server refuses the recordings to members without access, who read what access costs. */
async function loadPublished(client: QueryClient, page: number): Promise<void> {
  await prefetch(client, liveStateQuery)
  const state = client.getQueryData(liveStateQuery.queryKey)
  if (state?.hasAccess) await prefetch(client, publishedQuery(page))
  else await prefetch(client, productsQuery)
}

/**
 * The live coaching page for members (administrator document, section 2).
 *
 * @param children stands between the room and what is about it
 */
export function LivePage({ children }: { children?: ReactNode }): ReactElement {
  const isOnAir = useLiveState().data?.onAir ?? false
  return (
    <div className="flex flex-col gap-4 sm:gap-6">
      <h1>Live Coaching</h1>
      <RoomCard />
      {children}
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

/** The assignment to work on until the next session. */
function AssignmentCard(): ReactElement {
  const { data, error, isFetching, refetch } = useLivePage()
  return (
    <Card aria-labelledby="live-assignment-title" className="min-w-0">
      <CardHeader>
        <CardTitle id="live-assignment-title">Monthly Faith Assignment</CardTitle>
      </CardHeader>
      {data ? (
        <div className="flex flex-col gap-4">
          <h3 dir="auto">{data.assignment.title}</h3>
          <RichText html={data.assignment.html} />
          <Button asChild variant="outline" className="self-start">
            <Link to="/daily-actions">My Daily Actions</Link>
          </Button>
        </div>
      ) : (
        <QuerySkeletons
          query={{ error, isFetching, refetch }}
          label="Loading the assignment"
          rows={['h-6 w-2/3', 'h-20']}
          className="flex flex-col gap-4"
        />
      )}
    </Card>
  )
}

/** At most one entry is open at a time. */
function FaqCard(): ReactElement {
  return (
    <Card aria-labelledby="live-faq-title" className="min-w-0">
      <CardHeader>
        <CardTitle id="live-faq-title">Frequently Asked Questions</CardTitle>
      </CardHeader>
      {ENTRIES.map(({ question, answer }) => (
        <Disclosure key={question} name="live-faq" summary={question} className="last:border-b-0">
          <p className="max-w-prose">{answer}</p>
        </Disclosure>
      ))}
    </Card>
  )
}

/** The next sessions in the member's time zone. */
function ScheduleCard(): ReactElement {
  const { data, error, isFetching, refetch } = useLivePage()
  const isOnAir = useLiveState().data?.onAir ?? false
  const hasLater = !isOnAir && data !== undefined && data.sessions.length > 1
  return (
    <Card aria-labelledby="live-schedule-title" className="min-w-0">
      <CardHeader>
        <CardTitle id="live-schedule-title">Upcoming LIVE Coaching Schedule</CardTitle>
        <CardDescription>
          Every 2nd Thursday of the month.{hasLater ? ' After the next session:' : null}
        </CardDescription>
      </CardHeader>
      {data ? (
        <Sessions sessions={data.sessions} />
      ) : (
        <QuerySkeletons
          query={{ error, isFetching, refetch }}
          label="Loading the schedule"
          rows={['h-14', 'h-14', 'h-14']}
          className="flex flex-col gap-4"
        />
      )}
    </Card>
  )
}

function Sessions({ sessions }: { sessions: CoachingSession[] }): ReactElement {
  const { timeZone } = useMember()
  const { locale } = useDates()
  const isOnAir = useLiveState().data?.onAir ?? false
  const next = sessions[0]?.startsAt
  // A session stays in the list for an hour after its start.
  const isAhead = useNow((now) => next !== undefined && new Date(next) > now)
  // While the room is closed, the next one begins the page.
  const listed = isOnAir ? sessions : sessions.slice(1)
  if (listed.length === 0) {
    return (
      <p className="text-ink-quiet">
        {next ? 'No other session is scheduled right now.' : 'No session is scheduled right now.'}
      </p>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <ol className="-my-3 divide-y divide-line">
        {listed.map(({ startsAt, isMoved }) => (
          <li key={startsAt} className="flex flex-col py-3">
            <p className="flex flex-wrap items-center gap-2 font-medium">
              <time dateTime={startsAt} className="text-balance">
                {sessionText(startsAt, { locale, timeZone })}
              </time>
              {isMoved ? <Badge variant="gold">Moved</Badge> : null}
            </p>
            <p className="text-sm text-ink-quiet">
              {startsAt === next ? (isAhead ? 'Next session, ' : 'Started ') : null}
              <DaysAway date={startsAt} timeZone={timeZone} />
            </p>
          </li>
        ))}
      </ol>
      {isOnAir ? <CalendarLink /> : null}
    </div>
  )
}

/** Past sessions to listen to, for people who may join the room. */
function PublishedCard(): ReactElement {
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
      <p>Recordings come with the membership too.</p>
      <Button variant="outline" onClick={() => setIsShown(true)}>
        Upgrade
      </Button>
      <UpgradeDialog isOpen={isShown} onOpenChange={setIsShown} />
    </div>
  )
}

function Recordings(): ReactElement {
  const search: { page?: number | undefined } = useSearch({ strict: false })
  const { page = 1 } = search
  const navigate = useNavigate()
  const openPage = (next: number): void =>
    void navigate({
      to: '.',
      search: { page: next > 1 ? next : undefined },
      resetScroll: false,
    })
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
        onPageChange={openPage}
        address={{ name: 'page', search }}
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
          <h3 dir="auto">{title}</h3>
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
