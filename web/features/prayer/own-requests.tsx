import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { isEarlier } from '#web/features/prayer/earlier.ts'
import { OwnRequest } from '#web/features/prayer/own-request.tsx'
import { FIRST_OWN, ownPrayersKey, ownPrayersQuery } from '#web/features/prayer/queries.ts'
import { prayerCalls } from '#web/lib/calls.gen.ts'
import { useRefreshOn } from '#web/lib/live.ts'
import { useOutbox } from '#web/lib/outbox/outbox-state.ts'
import { aText, fieldsOf } from '#web/lib/shape.ts'
import { useNow } from '#web/lib/use-dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { QueryError } from '#web/ui/query-error.tsx'

/** How many are fetched at first (more than can be open at a time) and at most. */
const ALL_OWN = 100
const MINUTE_MS = 60_000

const WithContent = fieldsOf<{ content: string }>({ content: aText })

/** The member's own requests, unsent ones first. Renders nothing if there are none. */
export function OwnRequests(): ReactElement | null {
  const [limit, setLimit] = useState(FIRST_OWN)
  const own = useQuery(ownPrayersQuery(limit))
  const unsent = useUnsent()
  const now = new Date(useNow((time) => Math.floor(time.getTime() / MINUTE_MS) * MINUTE_MS))
  useRefreshOn('notification', ownPrayersKey)
  if (own.error && !own.data) {
    return (
      <div className="mt-6">
        <QueryError query={own} />
      </div>
    )
  }
  const items = own.data?.items ?? []
  if (items.length + unsent.length === 0) return null
  const hasMore = (own.data?.total ?? 0) > items.length && limit < ALL_OWN
  const [earlier, current] = [
    items.filter((request) => isEarlier(request, now)),
    items.filter((request) => !isEarlier(request, now)),
  ]
  return (
    <section aria-labelledby="my-prayers" className="mt-6 border-t border-line pt-5">
      <h3 id="my-prayers">Your requests</h3>
      <ul className="mt-2 divide-y divide-line empty:hidden">
        {unsent.map(({ id, content }) => (
          <li key={`unsent ${id}`} className="flex flex-col gap-2 py-4">
            <Badge className="self-start">Not sent yet</Badge>
            <p className="max-w-prose wrap-anywhere whitespace-pre-wrap">{content}</p>
          </li>
        ))}
        {current.map((request) => (
          <OwnRequest key={request.id} request={request} />
        ))}
      </ul>
      {earlier.length > 0 ? (
        <Disclosure summary="Ended and answered" className="border-b-0">
          <ul className="divide-y divide-line">
            {earlier.map((request) => (
              <OwnRequest key={request.id} request={request} />
            ))}
          </ul>
        </Disclosure>
      ) : null}
      {hasMore ? (
        <Button variant="link" busy={own.isPlaceholderData} onClick={() => setLimit(ALL_OWN)}>
          Show more requests
        </Button>
      ) : null}
    </section>
  )
}

function useUnsent(): { id: number; content: string }[] {
  const { waiting } = useOutbox()
  return waiting
    .filter(({ method, url }) => method === 'POST' && url === prayerCalls.create.path)
    .map(({ id, body }) => ({ id, content: WithContent.safeParse(body).data?.content ?? '' }))
}
