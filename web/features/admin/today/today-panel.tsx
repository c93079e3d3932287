import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { type DayContent, MOST_COUNTED, type Today, type Waiting } from '#contract/today.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { ProblemsCard } from '#web/features/admin/today/problems-card.tsx'
import { todayQuery } from '#web/features/admin/today/queries.ts'
import { SetupCard } from '#web/features/admin/today/setup-card.tsx'
import { fullDateTime } from '#web/lib/dates.ts'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The Today tab: problems, queues, today's content and events, and setup steps. */
export function TodayPanel(): ReactElement {
  const today = useQuery(todayQuery)
  return (
    <section aria-labelledby="today" className="flex flex-col gap-5">
      <h2 id="today">Today</h2>
      {today.error && !today.data ? <QueryError query={today} /> : null}
      {today.data ? <Overview today={today.data} /> : null}
      {today.isPending ? (
        <div role="status" aria-label="Loading today" className="grid gap-5 xl:grid-cols-2">
          <Skeleton className="h-56 rounded-xl" />
          <Skeleton className="h-56 rounded-xl" />
        </div>
      ) : null}
    </section>
  )
}

function Overview({ today }: { today: Today }): ReactElement {
  return (
    <>
      <ProblemsCard problems={today.problems} />
      <div className="grid gap-5 xl:grid-cols-2">
        {Object.values(today.waiting).some((queue) => queue !== null) ? (
          <WaitingCard waiting={today.waiting} />
        ) : null}
        <OutgoingCard today={today} />
      </div>
      <SetupCard steps={today.setup} />
    </>
  )
}

const linkClasses = 'font-medium text-primary underline underline-offset-4'

function WaitingCard({ waiting }: Pick<Today, 'waiting'>): ReactElement {
  const { stories, reports, guidance, replies, prayers, transcripts, applications } = waiting
  const isNothing = Object.values(waiting).every((queue) => !queue || queue.count === 0)
  return (
    <Card aria-labelledby="today-waiting">
      <CardTitle id="today-waiting" asLevel={3}>
        Waiting for you
      </CardTitle>
      {isNothing ? <p className="mt-3 text-ink-quiet">Nothing is waiting.</p> : null}
      <ul className="mt-3 flex flex-col gap-3">
        <QueueLine waiting={guidance} one="guidance request" many="guidance requests">
          {{ tab: 'guidance' }}
        </QueueLine>
        <QueueLine waiting={reports} one="report" many="reports">
          {{ tab: 'stories', part: 'reports' }}
        </QueueLine>
        <QueueLine waiting={stories} one="story" many="stories">
          {{ tab: 'stories' }}
        </QueueLine>
        <QueueLine waiting={replies} one="first reply" many="first replies">
          {{ tab: 'replies' }}
        </QueueLine>
        <QueueLine waiting={prayers} one="prayer request" many="prayer requests">
          {{ tab: 'prayer' }}
        </QueueLine>
        <QueueLine waiting={transcripts} one="transcript" many="transcripts">
          {{ tab: 'transcripts' }}
        </QueueLine>
        <QueueLine waiting={applications} one="application" many="applications">
          {{ tab: 'joining' }}
        </QueueLine>
      </ul>
    </Card>
  )
}

interface QueueLineProps {
  waiting: Waiting | null
  one: string
  many: string
  /** Search params of the page with the queue. */
  children: { tab: string; part?: string }
}

/** Renders nothing for an empty queue, or for one that the member may not open. */
function QueueLine({ waiting, one, many, children }: QueueLineProps): ReactElement | null {
  if (!waiting || waiting.count === 0) return null
  const { count, oldestAt } = waiting
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4">
      <Link to="/admin" search={children} className={linkClasses}>
        {count === MOST_COUNTED ? `${count}+` : count} {count === 1 ? one : many}
      </Link>
      {oldestAt ? (
        <span className="text-sm text-ink-quiet">
          {count === 1 ? '' : 'oldest '}
          <RelativeTime date={oldestAt} />
        </span>
      ) : null}
    </li>
  )
}

const CONTENT_WORDS: Record<DayContent, string> = {
  published: 'Published',
  automatic: 'Will be generated automatically',
  missing: 'Missing',
}

function OutgoingCard({ today }: { today: Today }): ReactElement {
  const { content, mailings, nextSessionAt } = today
  const { timeZone, rights } = useMember()
  const liveAddress = rights.includes('host') ? '/sfx-members' : '/live'
  return (
    <Card aria-labelledby="today-outgoing">
      <CardTitle id="today-outgoing" asLevel={3}>
        Content and events
      </CardTitle>
      <ul className="mt-3 flex flex-col gap-3">
        {content ? (
          <>
            <ContentLine label="Daily Message" content={content.message} />
            <ContentLine label="Daily Reflection" content={content.reflection} />
          </>
        ) : null}
        {mailings.map(({ id, subject, sendAt }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <Link to="/admin/scheduled-emails" className={linkClasses}>
              Email: {subject}
            </Link>
            <span className="text-sm text-ink-quiet">
              <RelativeTime date={sendAt} />
            </span>
          </li>
        ))}
        <li className="flex flex-wrap items-baseline justify-between gap-x-4">
          <Link to={liveAddress} className={linkClasses}>
            Next live session
          </Link>
          <span className="text-sm text-ink-quiet">
            {nextSessionAt
              ? fullDateTime(new Date(nextSessionAt), undefined, timeZone)
              : 'Not scheduled'}
          </span>
        </li>
      </ul>
    </Card>
  )
}

function ContentLine(props: { label: string; content: DayContent }): ReactElement {
  const { label, content } = props
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4">
      <Link to="/admin" search={{ tab: 'daily-content' }} className={linkClasses}>
        {label}
      </Link>
      <span
        className={
          content === 'missing' ? 'text-sm font-medium text-destructive' : 'text-sm text-ink-quiet'
        }
      >
        {CONTENT_WORDS[content]}
      </span>
    </li>
  )
}
