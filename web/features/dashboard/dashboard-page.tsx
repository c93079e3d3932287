import { Link, type LinkProps, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { logicalDate } from '#contract/logical-date.ts'
import { isNewcomer } from '#contract/newcomer.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { weekQuery } from '#web/features/actions/queries.ts'
import { WeekCard } from '#web/features/actions/week-summary.tsx'
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
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader, CardTitle } from '#web/ui/card.tsx'

const QUICK_LINKS: QuickLink[] = [
  { to: '/flow', label: "Start Today's Flow", isFirst: true },
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
    ...(isNewcomer(user.createdAt, now)
      ? [prefetch(client, firstMorningQuery), FirstMorning.preload()]
      : []),
    ...(import.meta.env.SSR ? [readOpenJournal(client, today)] : []),
  ])
}

/**
 * The day's flow first, or a newcomer's first steps. Then what waits for the member, the week, and
 * their purchases and stories.
 */
export function DashboardPage(): ReactElement {
  const { anonymousUsername, createdAt } = useMember()
  const [isNew] = useState(useNow((now) => isNewcomer(createdAt, now)))
  return (
    <div className="-mt-4 flex flex-col gap-6 sm:-mt-2">
      {/* A newcomer's steps begin the page, above the greeting or, on a wide screen, beside it. */}
      <div className="group flex flex-col gap-x-6 gap-y-2 has-[section]:-mt-2 sm:has-[section]:-mt-5 lg:has-[section]:grid lg:has-[section]:grid-cols-3 lg:has-[section]:grid-rows-[auto_1fr]">
        <h1 className="wrap-anywhere group-has-[section]:text-xl group-has-[section]:font-bold sm:group-has-[section]:text-2xl">
          Welcome, <bdi>{anonymousUsername}</bdi>
        </h1>
        {isNew ? <FirstMorning /> : null}
        <QuickLinks />
      </div>
      <WaitingCard />
      {/* Beside the week on a wide screen, above it on a phone. */}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <NextStepCard />
        <WeekCard>
          <Button asChild variant="link">
            <Link to="/flow" search={{ tab: 'faith' }}>
              Check off an action
            </Link>
          </Button>
        </WeekCard>
      </div>
      <OwnLists />
      <LiveCoachingPanel />
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
      <PurchasesCard page={purchases} onPageChange={(next) => openPage('purchases', next)} />
      <OwnStoriesCard page={page} onPageChange={(next) => openPage('page', next)} />
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
  isFirst?: boolean
}

/** The quick navigation of the dashboard. The day's flow is the page's one filled button. */
function QuickLinks(): ReactElement {
  return (
    <nav
      aria-label="Quick navigation"
      className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-2 sm:flex sm:gap-3 lg:group-has-[section]:col-start-3 lg:group-has-[section]:row-start-2 lg:group-has-[section]:flex-col"
    >
      {QUICK_LINKS.map(({ to, label, isFirst }) => (
        <Button
          key={to}
          asChild
          variant={isFirst ? 'default' : 'outline'}
          className={cn('px-1 text-center leading-tight sm:px-5', isFirst && 'col-span-full')}
        >
          <Link to={to}>{label}</Link>
        </Button>
      ))}
    </nav>
  )
}
