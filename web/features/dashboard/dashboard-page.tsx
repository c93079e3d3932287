import type { QueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense, useState } from 'react'
import { useMember } from '#web/features/accounts/auth.tsx'
import { isFirstMorning } from '#web/features/dashboard/is-first-morning.ts'
import { OwnStoriesCard } from '#web/features/dashboard/own-stories-card.tsx'
import { PurchasesCard } from '#web/features/dashboard/purchases-card.tsx'
import { ownStoriesQuery } from '#web/features/dashboard/queries.ts'
import { QuickLinks } from '#web/features/dashboard/quick-links.tsx'
import { LiveCoachingPanel } from '#web/features/live/live-coaching-panel.tsx'
import { livePageQuery, liveStateQuery } from '#web/features/live/queries.ts'
import { purchasesQuery } from '#web/features/shop/queries.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** One visit in a member's life. */
const FirstMorning = lazy(async () => {
  const { FirstMorning } = await import('#web/features/dashboard/first-morning.tsx')
  return { default: FirstMorning }
})

/** Reads what the page shows first. */
export async function loadDashboard(client: QueryClient): Promise<void> {
  await Promise.all([
    prefetch(client, ownStoriesQuery(1)),
    prefetch(client, purchasesQuery(1)),
    prefetch(client, liveStateQuery),
    prefetch(client, livePageQuery),
  ])
}

export function DashboardPage(): ReactElement {
  const { anonymousUsername, createdAt } = useMember()
  const [isFirst] = useState(() => isFirstMorning(createdAt, new Date()))
  const { page = 1, purchases = 1 } = useSearch({ from: '/dashboard' })
  const navigate = useNavigate({ from: '/dashboard' })
  const openPage = (list: 'page' | 'purchases', next: number): void => {
    const change = { [list]: next === 1 ? undefined : next }
    void navigate({ search: (search) => ({ ...search, ...change }), resetScroll: false })
  }
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-col gap-1">
        <h1>Welcome, {anonymousUsername}</h1>
        <p className="text-ink-quiet">One quiet step is enough for today.</p>
      </header>
      {isFirst ? (
        <Suspense fallback={<Skeleton className="h-86 rounded-xl sm:h-74" />}>
          <FirstMorning />
        </Suspense>
      ) : null}
      <QuickLinks />
      <LiveCoachingPanel />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <OwnStoriesCard page={page} onPageChange={(next) => openPage('page', next)} />
        <PurchasesCard page={purchases} onPageChange={(next) => openPage('purchases', next)} />
      </div>
      <HelpContact />
    </div>
  )
}

/** Nothing while no help address is set. */
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
