import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { HandHeart } from 'lucide-react'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { DAY_MS, MINUTE_MS } from '#contract/durations.ts'
import type { OwnPrayerRequest } from '#contract/prayer.ts'
import { PRAYER_LIMITS } from '#contract/prayer-limits.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { CrisisPanel } from '#web/features/care/crisis-panel.tsx'
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
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QuerySkeletons } from '#web/ui/query-skeletons.tsx'

const RECENT_MS = 7 * DAY_MS

/** How many are fetched at first (more than can be open at a time) and at most. */
const ALL_OWN = 100

const WithContent = fieldsOf<{ content: string }>({ content: aText })

/** `restored` is a form that was open before a reload. */
type Stage = 'start' | 'open' | 'restored' | 'closed' | 'sent' | 'queued'

interface AskForPrayer {
  stage: Stage
  setStage: (stage: Stage) => void
}

/** The form opens on its own if a text was begun. */
export function useAskForPrayer(): AskForPrayer {
  const draftKey = prayerDraftKey(useMember().id)
  const [stage, setStage] = useStoredState<Stage>(
    () => (keptText(draftKey) ? 'restored' : 'start'),
    'start',
  )
  return { stage, setStage }
}

function isFormOpen(stage: Stage): boolean {
  return stage === 'open' || stage === 'restored'
}

/** The button beside the heading. */
export function AskButton({ stage, setStage }: AskForPrayer): ReactElement | null {
  if (isFormOpen(stage)) return null
  return <StartButton isClosed={stage === 'closed'} onPress={() => setStage('open')} />
}

function StartButton(props: { isClosed: boolean; onPress: () => void }): ReactElement {
  const button = useRef<HTMLButtonElement>(null)
  // The form that had the focus was closed.
  useEffect(() => {
    if (props.isClosed) button.current?.focus({ preventScroll: true })
  }, [props.isClosed])
  return (
    <Button ref={button} className="px-3.5" onClick={props.onPress}>
      <HandHeart aria-hidden size={18} />
      Ask for prayer
    </Button>
  )
}

/** The open form, or what became of the request that was sent; otherwise nothing. */
export function AskCard({ stage, setStage }: AskForPrayer): ReactElement | null {
  const draftKey = prayerDraftKey(useMember().id)
  const { data: own } = useQuery(ownPrayersQuery(FIRST_OWN))
  const open = own?.items.filter(({ status }) => status === 'pending' || status === 'approved')
  const isFull = (open?.length ?? 0) >= PRAYER_LIMITS.open
  const create = useCreate()
  if (stage === 'start' || stage === 'closed') return null
  const isSent = stage === 'sent' || stage === 'queued'
  return (
    <FocusOnAppear key={stage} isOff={stage === 'restored'}>
      {stage === 'sent' ? (
        <Notice variant="success" title="For Approval">
          <p>
            Thank you for trusting us. Others will see your request once our team has reviewed it.
            Until then, find it under <MyRequestsLink />.
          </p>
        </Notice>
      ) : stage === 'queued' ? (
        <Notice title="Saved on this device">
          <p>
            Your request will be sent when you’re back online. Until then, find it under{' '}
            <MyRequestsLink />.
          </p>
        </Notice>
      ) : (
        <Card aria-labelledby="ask-for-prayer">
          <CardHeader>
            <CardTitle id="ask-for-prayer">Ask for Prayer</CardTitle>
            <CardDescription>
              A few words under your community username. Our team reviews each request before others
              see it, and it stays in the list for 30 days.
            </CardDescription>
          </CardHeader>
          {isFull ? (
            <p>
              You already have 3 open requests. Under <MyRequestsLink />, end one or mark it as
              answered to ask again.
            </p>
          ) : (
            <PrayerForm
              draftKey={draftKey}
              submitLabel="Ask for prayer"
              save={create}
              onSaved={(delivery) => setStage(delivery === 'queued' ? 'queued' : 'sent')}
              onClose={() => setStage('closed')}
            />
          )}
        </Card>
      )}
      {isSent ? <CrisisPanel text={create.variables?.content ?? ''} isSent /> : null}
    </FocusOnAppear>
  )
}

function MyRequestsLink(): ReactElement {
  return (
    <Link
      to="/flow"
      search={{ tab: 'exit', list: 'asked' }}
      resetScroll={false}
      className="font-medium underline underline-offset-2"
    >
      My requests
    </Link>
  )
}

const ownListClasses = 'flex max-w-3xl flex-col gap-4 empty:hidden'

/** The member's own requests, unsent ones first. */
export function OwnRequests(): ReactElement {
  const [limit, setLimit] = useState(FIRST_OWN)
  const own = useQuery(ownPrayersQuery(limit))
  const unsent = useUnsent()
  const now = new Date(useNow((time) => Math.floor(time.getTime() / MINUTE_MS) * MINUTE_MS))
  useRefreshOn('notification', ownPrayersKey)
  const items = own.data?.items ?? []
  const hasMore = (own.data?.total ?? 0) > items.length && limit < ALL_OWN
  const [earlier, current] = [
    items.filter((request) => isEarlier(request, now)),
    items.filter((request) => !isEarlier(request, now)),
  ]
  return (
    <section aria-labelledby="my-prayers" className="flex flex-col gap-3 pt-1">
      <h2 id="my-prayers" className="sr-only">
        My requests
      </h2>
      {own.data ? null : (
        <QuerySkeletons query={own} label="Loading your requests" rows={['h-32 rounded-xl']} />
      )}
      {own.data && items.length + unsent.length === 0 ? (
        <EmptyState message="You haven’t asked for prayer yet." />
      ) : null}
      <ul className={ownListClasses}>
        {unsent.map(({ id, content }) => (
          <li
            key={`unsent ${id}`}
            className="flex flex-col gap-2 rounded-xl border border-line-strong border-dashed p-4 sm:p-5"
          >
            <Badge variant="neutral" className="self-start">
              Not sent yet
            </Badge>
            <p dir="auto" className="max-w-prose wrap-anywhere whitespace-pre-wrap">
              {content}
            </p>
          </li>
        ))}
        {current.map((request) => (
          <OwnRequest key={request.id} request={request} />
        ))}
      </ul>
      {earlier.length > 0 ? (
        <Disclosure summary="Ended and answered" className="border-b-0">
          <ul className={ownListClasses}>
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
