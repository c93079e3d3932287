import { useQuery } from '@tanstack/react-query'
import { HandHeart } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { DAY_MS, MINUTE_MS } from '#contract/durations.ts'
import type { OwnPrayerRequest } from '#contract/prayer.ts'
import { PRAYER_LIMITS } from '#contract/prayer-limits.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { OwnRequest } from '#web/features/prayer/own-request.tsx'
import { PrayerForm } from '#web/features/prayer/prayer-form.tsx'
import { FIRST_OWN, ownPrayersKey, ownPrayersQuery } from '#web/features/prayer/queries.ts'
import { prayerDraftKey, useCreate } from '#web/features/prayer/use-own-request.ts'
import { FocusOnAppear } from '#web/features/stories/focus-on-appear.tsx'
import { prayerCalls } from '#web/lib/calls.gen.ts'
import { useRefreshOn } from '#web/lib/live.ts'
import { useOutbox } from '#web/lib/outbox/outbox-state.ts'
import { aText, fieldsOf } from '#web/lib/shape.ts'
import { useNow } from '#web/lib/use-dates.ts'
import { keptText } from '#web/lib/use-draft.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QueryError } from '#web/ui/query-error.tsx'

const RECENT_MS = 7 * DAY_MS

/** How many are fetched at first (more than can be open at a time) and at most. */
const ALL_OWN = 100

const WithContent = fieldsOf<{ content: string }>({ content: aText })

type Stage = 'start' | 'open' | 'closed' | 'sent' | 'queued'

/** Lets members ask for prayer and see the status of their requests. */
export function AskCard(): ReactElement {
  const draftKey = prayerDraftKey(useMember().id)
  const [hasDraft] = useStoredState(() => keptText(draftKey) !== undefined, false)
  const [stage, setStage] = useStoredState<Stage>(
    () => (keptText(draftKey) ? 'open' : 'start'),
    'start',
  )
  const { data: own } = useQuery(ownPrayersQuery(FIRST_OWN))
  const open = own?.items.filter(({ status }) => status === 'pending' || status === 'approved')
  const isFull = (open?.length ?? 0) >= PRAYER_LIMITS.open
  const create = useCreate()
  return (
    <Card aria-labelledby="ask-for-prayer">
      <CardHeader>
        <CardTitle id="ask-for-prayer">Ask for Prayer</CardTitle>
        <CardDescription>
          A few words under your community username. Our team reviews each request before others see
          it, and it stays in the list for 30 days.
        </CardDescription>
      </CardHeader>
      <FocusOnAppear key={stage} isOff={stage === 'start' || (stage === 'open' && hasDraft)}>
        {stage === 'sent' ? (
          <Notice variant="success" title="For Approval" className="mb-5">
            <p>
              Thank you for trusting us. Others will see your request once our team has reviewed it.
            </p>
          </Notice>
        ) : null}
        {stage === 'queued' ? (
          <Notice title="Saved on this device" className="mb-5">
            <p>Your request will be sent when you’re back online.</p>
          </Notice>
        ) : null}
        {stage === 'open' ? (
          <PrayerForm
            draftKey={draftKey}
            initial=""
            submitLabel="Ask for prayer"
            save={create}
            onSaved={(delivery) => setStage(delivery === 'queued' ? 'queued' : 'sent')}
            onClose={() => setStage('closed')}
          />
        ) : isFull ? (
          <p className="text-ink-quiet">
            You already have 3 open requests. End one or mark it as answered to ask again.
          </p>
        ) : (
          <Button className="self-start" onClick={() => setStage('open')}>
            <HandHeart aria-hidden size={18} />
            Ask for prayer
          </Button>
        )}
      </FocusOnAppear>
      <OwnRequests />
    </Card>
  )
}

/** The member's own requests, unsent ones first. Renders nothing if there are none. */
function OwnRequests(): ReactElement | null {
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

/**
 * Whether a request has been over for a week and needs nothing from its author, so it can be
 * collapsed.
 */
export function isEarlier(
  request: Pick<OwnPrayerRequest, 'status' | 'endsAt' | 'answeredAt' | 'answerState'>,
  now: Date,
): boolean {
  const { status, endsAt, answeredAt, answerState } = request
  if (answerState === 'pending' || answerState === 'rejected') return false
  const overSince = status === 'ended' ? endsAt : status === 'answered' ? answeredAt : null
  return overSince !== null && now.getTime() - Date.parse(overSince) > RECENT_MS
}
