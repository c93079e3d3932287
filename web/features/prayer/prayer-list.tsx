import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import type { PrayerRequest } from '#contract/prayer.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { PrayerCard } from '#web/features/prayer/prayer-card.tsx'
import {
  type PrayerList as ListName,
  prayerListQuery,
  prayersKey,
  requestsOf,
} from '#web/features/prayer/queries.ts'
import { steadyOrder } from '#web/features/prayer/steady-order.ts'
import { useRefreshOn } from '#web/lib/live.ts'
import { useToday } from '#web/lib/use-today.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { QuerySkeletons } from '#web/ui/query-skeletons.tsx'

const linkClasses =
  'inline-flex min-h-11 items-center font-medium text-ink-quiet underline-offset-8 hover:text-ink hover:underline aria-[current]:text-primary aria-[current]:underline'
const EXACT = { exact: true }

const WORDS: Record<ListName, { help: string; empty: string }> = {
  open: {
    help: 'Requests with the fewest prayers come first. The person who asked can see that someone prayed, but not who or how many.',
    empty: 'No prayer requests right now. Yours could be the first.',
  },
  answered: {
    help: 'What members asked for, and how it was answered.',
    empty: 'No answered prayers yet.',
  },
}

/** The prayer requests of members. */
export function PrayerList({ list }: { list: ListName }): ReactElement {
  const today = useToday(useMember().timeZone)
  return (
    <section aria-labelledby="prayer-list" className="flex flex-col gap-5">
      <div className="flex flex-col gap-1">
        <h2 id="prayer-list" className="sr-only">
          {list === 'open' ? 'Prayer requests' : 'Answered prayers'}
        </h2>
        <nav aria-label="Which prayer requests" className="flex gap-6">
          <Link
            to="/flow"
            search={{ tab: 'exit', list: 'prayer' }}
            resetScroll={false}
            activeOptions={EXACT}
            aria-current={list === 'open' ? 'page' : undefined}
            className={linkClasses}
          >
            Pray for others
          </Link>
          <Link
            to="/flow"
            search={{ tab: 'exit', list: 'answered' }}
            resetScroll={false}
            activeOptions={EXACT}
            aria-current={list === 'answered' ? 'page' : undefined}
            className={linkClasses}
          >
            Answered prayers
          </Link>
        </nav>
        <p className="max-w-prose text-sm text-ink-quiet">{WORDS[list].help}</p>
      </div>
      <Requests key={`${list} ${today}`} list={list} today={today} />
    </section>
  )
}

function Requests({ list, today }: { list: ListName; today: string }): ReactElement {
  const query = useInfiniteQuery(prayerListQuery({ list, today }))
  useRefreshOn('prayers', prayersKey)
  const requests = useSteady(query.data && requestsOf(query.data))
  if (!requests) {
    return (
      <QuerySkeletons
        query={query}
        label="Loading prayer requests"
        rows={['h-44 rounded-xl', 'h-44 rounded-xl', 'h-44 rounded-xl']}
        className={gridClasses}
      />
    )
  }
  if (requests.length === 0) return <EmptyState message={WORDS[list].empty} />
  return (
    <>
      <ul className={gridClasses}>
        {requests.map((request) => (
          <li key={request.id}>
            <PrayerCard request={request} />
          </li>
        ))}
      </ul>
      {query.isFetchNextPageError ? <QueryError query={query} /> : <LoadMore list={query} />}
    </>
  )
}

const gridClasses = 'grid grid-cols-1 gap-4 md:grid-cols-2'

/** The requests in the order in which they were first shown. */
function useSteady(fresh: PrayerRequest[] | undefined): PrayerRequest[] | undefined {
  const [order, setOrder] = useState<readonly number[]>([])
  if (!fresh) return undefined
  const ids = steadyOrder(
    order,
    fresh.map(({ id }) => id),
  )
  if (ids.join() !== order.join()) setOrder(ids)
  const byId = new Map(fresh.map((request) => [request.id, request]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
