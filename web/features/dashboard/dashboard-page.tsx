import { Link, type LinkProps, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { logicalDate } from '#contract/logical-date.ts'
import { isNewcomer } from '#contract/newcomer.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { weekQuery } from '#web/features/actions/queries.ts'
import { WeekSummary } from '#web/features/actions/week-summary.tsx'
import { dailyQuery } from '#web/features/daily/queries.ts'
import { NextStepCard } from '#web/features/dashboard/next-step-card.tsx'
import { OwnStoriesCard } from '#web/features/dashboard/own-stories-card.tsx'
import { firstMorningQuery, ownStoriesQuery } from '#web/features/dashboard/queries.ts'
import { LiveCoachingPanel } from '#web/features/live/live-coaching-panel.tsx'
import { livePageQuery, liveStateQuery } from '#web/features/live/queries.ts'
import { readOpenJournal } from '#web/features/moods/queries.ts'
import { waitingQuery } from '#web/features/notifications/queries.ts'
import { WaitingCard } from '#web/features/notifications/waiting-card.tsx'
import { PurchasesPanel } from '#web/features/shop/purchases-panel.tsx'
import { purchasesQuery } from '#web/features/shop/queries.ts'
import { cn } from '#web/lib/cn.ts'
import type { MemberLoad } from '#web/lib/load.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { prefetch } from '#web/lib/prefetch.ts'
import { siteSettingsQuery, useSiteSettings } from '#web/lib/site-settings.ts'
import { useNow } from '#web/lib/use-dates.ts'
import { useToday } from '#web/lib/use-today.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader, CardTitle } from '#web/ui/card.tsx'

const QUICK_LINKS: QuickLink[] = [
  { to: '/flow', label: "Start Today's Flow" },
  { to: '/daily-actions', label: 'Daily Actions List' },
  { to: '/guidance-responses', label: 'Guidance Responses' },
]

/** Loaded only in a member's first days. */
const FirstMorning = onDemand(
  () => import('#web/features/dashboard/first-morning.tsx'),
  'FirstMorning',
)

/**
 * Reads what the page shows first. The journal only on the server: each read extends its lock's time,
 * and hovering over a link must not.
 */
export async function loadDashboard(load: MemberLoad): Promise<void> {
  const { client, user, now, search } = load
  const today = logicalDate(now, user.timeZone)
  const { page = 1, purchases = 1 } = search
  const readDaily = async (): Promise<void> => {
    const { timeZone } = await client.ensureQueryData(siteSettingsQuery)
    await prefetch(client, dailyQuery({ today: logicalDate(now, timeZone), date: undefined }))
  }
  await Promise.all([
    prefetch(client, ownStoriesQuery(Number(page))),
    prefetch(client, purchasesQuery(Number(purchases))),
    prefetch(client, liveStateQuery),
    prefetch(client, livePageQuery),
    prefetch(client, weekQuery(today)),
    prefetch(client, waitingQuery),
    readDaily(),
    ...(isNewcomer(user.createdAt, now) ? [prefetch(client, firstMorningQuery)] : []),
    ...(import.meta.env.SSR ? [readOpenJournal(client, today)] : []),
  ])
}

/**
 * The day's next step first, which is done here. Then the week and news, the live room, and the
 * member's own stories and purchases.
 */
export function DashboardPage(): ReactElement {
  const { anonymousUsername, createdAt } = useMember()
  const [isNew] = useState(useNow((now) => isNewcomer(createdAt, now)))
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-col gap-1">
        <h1>{`Welcome, ${anonymousUsername}`}</h1>
        <p className="text-ink-quiet">One quiet step is enough for today.</p>
      </header>
      {/* Beside the week on a wide screen, above it on a phone. */}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-3">
        <div className="min-w-0 lg:col-span-2">
          <NextStepCard />
        </div>
        <QuickLinks className="lg:col-span-3 lg:row-start-2" />
        <div className="empty:hidden lg:col-span-3 lg:row-start-3">
          {isNew ? <FirstMorning /> : null}
        </div>
        <WeekCard />
      </div>
      <WaitingCard />
      <LiveCoachingPanel />
      <OwnLists />
      <HelpContact />
    </div>
  )
}

function OwnLists(): ReactElement {
  const { page = 1, purchases = 1 } = useSearch({ from: '/dashboard' })
  const navigate = useNavigate({ from: '/dashboard' })
  const openPage = (list: 'page' | 'purchases', next: number): void => {
    const change = { [list]: next === 1 ? undefined : next }
    void navigate({ search: (search) => ({ ...search, ...change }), resetScroll: false })
  }
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <OwnStoriesCard page={page} onPageChange={(next) => openPage('page', next)} />
      <PurchasesCard page={purchases} onPageChange={(next) => openPage('purchases', next)} />
    </div>
  )
}

/** Renders nothing if no help address is set. */
function HelpContact(): ReactElement | null {
  const helpEmail = useSiteSettings()?.helpEmail
  if (!helpEmail) return null
  return (
    <p className="text-center text-ink-quiet">
      Need help? Write to{' '}
      <a href={`mailto:${helpEmail}`} className="text-primary underline underline-offset-4">
        {helpEmail}
      </a>
    </p>
  )
}

interface PurchasesCardProps {
  /** Starts at 1. */
  page: number
  onPageChange: (page: number) => void
}

function PurchasesCard(props: PurchasesCardProps): ReactElement {
  return (
    <Card>
      <CardHeader>
        <CardTitle>My Purchases & Subscriptions</CardTitle>
      </CardHeader>
      <PurchasesPanel {...props} />
    </Card>
  )
}

interface QuickLink {
  to: LinkProps['to']
  label: string
}

/** The quick navigation of the dashboard. */
function QuickLinks({ className }: { className: string }): ReactElement {
  return (
    <nav
      aria-label="Quick navigation"
      className={cn('flex flex-col gap-3 sm:flex-row sm:flex-wrap', className)}
    >
      {QUICK_LINKS.map(({ to, label }) => (
        <Button key={to} asChild variant="outline">
          <Link to={to}>{label}</Link>
        </Button>
      ))}
    </nav>
  )
}

/** The week of daily actions, with a link to today's. */
function WeekCard(): ReactElement {
  const today = useToday(useMember().timeZone)
  return (
    <Card aria-labelledby="week-title" className="flex flex-col">
      <CardHeader>
        <CardTitle id="week-title">Your week</CardTitle>
      </CardHeader>
      <WeekSummary today={today} />
      <Button asChild variant="outline" className="mt-5 self-start">
        <Link to="/flow" search={{ tab: 'faith' }}>
          Check off an action
        </Link>
      </Button>
    </Card>
  )
}
