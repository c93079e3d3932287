import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { isolated } from '#contract/direction.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts'
import { type DayContent, MOST_COUNTED, type Today, type Waiting } from '#contract/today.ts'
import { FactorReminder, useMissingFactor } from '#web/features/accounts/admin-factor.tsx'
import { useMember } from '#web/features/accounts/auth.tsx'
import { todayQuery } from '#web/features/admin/today/queries.ts'
import { SetupCard } from '#web/features/admin/today/setup-card.tsx'
import { counted } from '#web/lib/counted.ts'
import { fullDateTime } from '#web/lib/dates.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { useDates, useNow } from '#web/lib/use-dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loaded } from '#web/ui/query-skeletons.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** The Today tab: problems, queues, today's content and events, and setup steps. */
export function TodayPanel(): ReactElement {
  const today = useQuery(todayQuery)
  return (
    <section aria-labelledby="today" className="flex flex-col gap-5">
      <h2 id="today" className="sr-only">
        Today
      </h2>
      <Loaded
        query={today}
        label="Loading today’s work"
        rows={['h-56 rounded-xl', 'h-56 rounded-xl']}
        className="grid gap-5 xl:grid-cols-2"
      >
        {(data) => <Overview today={data} />}
      </Loaded>
    </section>
  )
}

function Overview({ today }: { today: Today }): ReactElement {
  const missing = useMissingFactor()
  const told = today.problems.flatMap(({ findings }) => findings)
  return (
    <>
      <div className="grid gap-5 xl:grid-cols-2">
        {Object.values(today.waiting).some((queue) => queue !== null) ? (
          <WaitingCard {...today} />
        ) : null}
        <OutgoingCard today={today} />
      </div>
      <ProblemsCard problems={today.problems} />
      {missing ? <FactorReminder {...missing} /> : null}
      {/* What is said above isn't repeated. */}
      <SetupCard
        steps={today.setup.map((step) =>
          told.includes(step.finding ?? '') ? { ...step, finding: null } : step,
        )}
      />
    </>
  )
}

/** Each queue with the page that shows it, and what its entries are called. */
const QUEUES: readonly (QueuePage & { queue: keyof Today['waiting'] })[] = [
  {
    queue: 'guidance',
    page: { to: '/admin/guidance' },
    one: 'guidance request',
    many: 'guidance requests',
  },
  {
    queue: 'reports',
    page: { to: '/admin/reports' },
    one: 'report',
    many: 'reports',
  },
  {
    queue: 'secondLooks',
    page: { to: '/admin/second-looks' },
    one: 'second look',
    many: 'second looks',
  },
  {
    queue: 'stories',
    page: { to: '/admin/stories' },
    one: 'story',
    many: 'stories',
  },
  {
    queue: 'replies',
    page: { to: '/admin/replies' },
    one: 'first reply',
    many: 'first replies',
  },
  {
    queue: 'prayers',
    page: { to: '/admin/prayer' },
    one: 'prayer request',
    many: 'prayer requests',
  },
  {
    queue: 'transcripts',
    page: { to: '/admin/transcripts' },
    one: 'transcript',
    many: 'transcripts',
  },
  {
    queue: 'applications',
    page: { to: '/admin/joining' },
    one: 'application',
    many: 'applications',
  },
  {
    queue: 'unheard',
    page: { to: '/flow', search: { tab: 'exit', waiting: 'first-reply' } },
    one: 'story without a reply',
    many: 'stories without a reply',
  },
]

function WaitingCard({ waiting, hasDanger }: Pick<Today, 'waiting' | 'hasDanger'>): ReactElement {
  const isNothing = Object.values(waiting).every((queue) => !queue || queue.count === 0)
  return (
    <Card aria-labelledby="today-waiting">
      <CardTitle id="today-waiting" asLevel={3}>
        Waiting for you
      </CardTitle>
      {isNothing ? <p className="mt-3 text-ink-quiet">Nothing is waiting.</p> : null}
      <ul className="mt-3 flex flex-col gap-3">
        {hasDanger ? (
          <Line page={{ to: '/admin/reports' }} title="Somebody may be in danger">
            <Badge variant="destructive">Read this first</Badge>
          </Line>
        ) : null}
        {QUEUES.map(({ queue, ...line }) => (
          <QueueLine key={queue} queue={queue} waiting={waiting[queue]} {...line} />
        ))}
      </ul>
    </Card>
  )
}

interface QueuePage {
  page: Pick<LinkProps, 'to' | 'search' | 'params'>
  one: string
  many: string
}

interface QueueLineProps extends QueuePage {
  queue: keyof Today['waiting']
  waiting: Waiting | null
}

/** Renders nothing for an empty queue, or for one that the member may not open. */
function QueueLine(props: QueueLineProps): ReactElement | null {
  const { queue, waiting, one, many, page } = props
  const promiseHours = useSiteSettings()?.answerPromiseHours
  const oldest = waiting?.oldestAt ? Date.parse(waiting.oldestAt) : 0
  const isNew = useNow((now) => now.getTime() - oldest < MINUTE_MS)
  const isLate = useNow(
    (now) =>
      queue === 'guidance' &&
      promiseHours !== undefined &&
      now.getTime() - oldest > promiseHours * HOUR_MS,
  )
  if (!waiting || waiting.count === 0) return null
  const { count, oldestAt } = waiting
  return (
    <Line
      page={page}
      title={`${count === MOST_COUNTED ? `${count}+` : count} ${count === 1 ? one : many}`}
    >
      {isNew ? (
        'just now'
      ) : oldestAt ? (
        <>
          {count === 1 ? '' : 'oldest '}
          <RelativeTime date={oldestAt} />
          {isLate ? (
            <Badge variant="destructive" className="ms-2">
              Late
            </Badge>
          ) : null}
        </>
      ) : null}
    </Line>
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
  const { locale } = useDates()
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
            {content.tomorrow === 'missing' ? (
              <Line page={{ to: '/admin/daily-content' }} title="Tomorrow: no message yet" />
            ) : null}
          </>
        ) : null}
        {mailings.map(({ id, subject, sendAt }) => (
          <Line
            key={id}
            page={{ to: '/admin/email/$mailingId', params: { mailingId: String(id) } }}
            title={`Email: ${isolated(subject)}`}
          >
            <RelativeTime date={sendAt} />
          </Line>
        ))}
        <Line
          page={{ to: rights.includes('host') ? '/sfx-members' : '/live' }}
          title="Next live session"
        >
          {nextSessionAt
            ? fullDateTime(new Date(nextSessionAt), { locale, timeZone })
            : 'Not scheduled'}
        </Line>
      </ul>
    </Card>
  )
}

function ContentLine(props: { label: string; content: DayContent }): ReactElement {
  const { label, content } = props
  return (
    <Line page={{ to: '/admin/daily-content' }} title={label}>
      {content === 'missing' ? (
        <span className="font-medium text-destructive">{CONTENT_WORDS[content]}</span>
      ) : (
        CONTENT_WORDS[content]
      )}
    </Line>
  )
}

interface LineProps extends Pick<QueuePage, 'page'> {
  title: string
  /** When, or how it stands. */
  children?: ReactNode
}

/** A line of a card, with a link to the page that has more. */
function Line({ page, title, children }: LineProps): ReactElement {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4">
      <Link {...page} className="font-medium text-primary underline underline-offset-4">
        {title}
      </Link>
      {children ? <span className="text-sm text-ink-quiet">{children}</span> : null}
    </li>
  )
}

type Problem = Today['problems'][number]

/** The failures of the last 7 days. Renders nothing if nothing did. */
function ProblemsCard({ problems }: { problems: Problem[] }): ReactElement | null {
  if (problems.length === 0) return null
  return (
    <Notice variant="error" title="Needs attention">
      <ul className="mt-1 flex flex-col gap-1">
        {problems.map((problem) => (
          <li key={problem.kind}>
            <ProblemLine {...problem} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function ProblemLine({ kind, count, findings }: Problem): ReactElement {
  const classes = 'underline underline-offset-4'
  switch (kind) {
    case 'emails':
      return (
        <Link to="/admin/email" search={{ part: 'settings' }} className={classes}>
          {counted(count, 'email')} couldn’t be sent in the last 7 days
        </Link>
      )
    case 'payments':
      return (
        <Link to="/admin/orders" className={classes}>
          {counted(count, 'payment')} differed from the payment service in the last 7 days
        </Link>
      )
    case 'mailings':
      return (
        <Link to="/admin/scheduled-emails" className={classes}>
          {counted(count, 'broadcast')} paused
        </Link>
      )
    case 'checks':
      return (
        <>
          {findings.map((finding) => (
            <Link key={finding} to="/admin/backups" className={`${classes} block`}>
              {finding}
            </Link>
          ))}
        </>
      )
    case 'daily-run':
      return (
        <Link to="/admin/daily-content" className={classes}>
          Today’s content came from the library, because the AI provider failed
        </Link>
      )
  }
}
