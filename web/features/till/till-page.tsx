import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { isolated } from '#contract/direction.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import type { TillSession, tillEndpoints } from '#contract/till.ts'
import { sessionQuery } from '#web/features/till/queries.ts'
import { TillFrame } from '#web/features/till/till-frame.tsx'
import { ApiError, call, sentenceOf } from '#web/lib/api.ts'
import { tillCalls } from '#web/lib/calls.gen.ts'
import type { Load } from '#web/lib/load.ts'
import { useMoney } from '#web/lib/money.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Reads the checkout. */
export function loadTill({ client, params }: Load): Promise<void> {
  return prefetch(client, sessionQuery(String(params.session)))
}

/** The checkout page of the test till. It accepts no cards. */
export function TillPage(): ReactElement {
  const { session = '' } = useParams({ from: '/till/$session' })
  return (
    <TillFrame>
      <Checkout session={session} />
    </TillFrame>
  )
}

function Checkout({ session }: { session: string }): ReactElement {
  const { data, error, isFetching, refetch } = useQuery(sessionQuery(session))
  const finish = useFinish(session)
  if (data) return <SessionOf session={data} finish={finish} />
  if (!error) return <LoadingCheckout />
  const isUnknown = error instanceof ApiError && error.status === 404
  return (
    <>
      <h1 className="text-center text-2xl">
        {isUnknown ? 'No such checkout' : 'This checkout could not be shown'}
      </h1>
      {isUnknown ? (
        <div className="mt-4 flex flex-col items-center gap-4 text-center">
          <p>Nothing was charged. The address may be mistyped.</p>
          <Button asChild variant="outline">
            <a href="/resources">Back to the resources</a>
          </Button>
        </div>
      ) : (
        <QueryError query={{ error, isFetching, refetch }} />
      )}
    </>
  )
}

interface SessionProps {
  session: TillSession
  finish: Finish
}

function SessionOf({ session, finish }: SessionProps): ReactElement {
  const { status, returnUrl } = session
  const isPayable = status === 'open' || status === 'abandoned'
  if (!isPayable || finish.isLeaving) {
    return <Closed session={session} isLeaving={finish.isLeaving} returnUrl={returnUrl} />
  }
  return (
    <div className="flex flex-col gap-6">
      <Summary session={session} />
      <Notice title="This is a test payment.">
        <p>It accepts no cards and charges no money. Choose what a buyer would do.</p>
      </Notice>
      {finish.declined ? (
        <Notice variant="error" title="Nothing was paid">
          <p>{finish.declined}</p>
        </Notice>
      ) : null}
      {finish.failure ? (
        <Notice variant="error">
          <p>{finish.failure}</p>
        </Notice>
      ) : null}
      <Choices finish={finish} />
    </div>
  )
}

function Summary({ session }: { session: TillSession }): ReactElement {
  const money = useMoney()
  const { title, price, productType } = session
  return (
    <div className="flex flex-col gap-1">
      <h1 dir="auto" className="text-2xl">
        {title}
      </h1>
      <p className="flex items-baseline gap-2">
        <span className="text-3xl font-semibold">{money(price)}</span>
        {productType === 'subscription' ? <span className="text-lg">/ month</span> : null}
      </p>
      <p className="text-ink-quiet">
        {productType === 'subscription' ? 'Renews each month until canceled.' : 'Paid once.'}
      </p>
    </div>
  )
}

const CHOICES = [
  { action: 'pay', label: 'Pay', variant: 'default' },
  { action: 'decline', label: 'Simulate a decline', variant: 'outline' },
  { action: 'abandon', label: 'Cancel', variant: 'ghost' },
] as const

function Choices({ finish }: { finish: Finish }): ReactElement {
  return (
    <div className="flex flex-col gap-3">
      {CHOICES.map(({ action, label, variant }) => (
        <Button
          key={action}
          variant={variant}
          size={action === 'pay' ? 'lg' : 'default'}
          busy={finish.pending === action}
          disabled={finish.pending !== undefined && finish.pending !== action}
          onClick={() => finish.start(action)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

interface ClosedProps {
  session: TillSession
  isLeaving: boolean
  returnUrl: string | null
}

/** Shown when a checkout can no longer be paid. */
function Closed({ session, isLeaving, returnUrl }: ClosedProps): ReactElement {
  const { title, text } = closedWords(session)
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <h1 className="text-2xl">{isLeaving ? 'One moment…' : title}</h1>
      <p role="status">{isLeaving ? 'Taking you back.' : text}</p>
      <Button asChild variant="outline">
        <a href={returnUrl ?? '/flow?tab=faith'}>Go back to the site</a>
      </Button>
    </div>
  )
}

function closedWords({ status, title }: TillSession): { title: string; text: string } {
  switch (status) {
    case 'failed':
      return {
        title: 'This payment failed',
        text: `The bank debit for ${isolated(title)} failed. Nothing was charged. You can start again.`,
      }
    case 'expired':
      return {
        title: 'This checkout has expired',
        text: `${isolated(title)} wasn’t paid in time. Nothing was charged. You can start again.`,
      }
    default:
      return {
        title: 'This checkout is finished',
        text: `${isolated(title)} is already paid. You won’t be charged twice.`,
      }
  }
}

function LoadingCheckout(): ReactElement {
  return (
    <div role="status" aria-label="Loading the checkout" className="flex flex-col gap-4">
      <h1 className="sr-only">Test payment</h1>
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-9 w-1/3" />
      <Skeleton className="h-20" />
      <Skeleton className="h-13" />
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
    </div>
  )
}

type Action = BodyInput<typeof tillEndpoints.finishSession>['action']

interface Finish {
  start: (action: Action) => void
  /** The action in progress. */
  pending: Action | undefined
  /** Whether the action is done and the browser is returning to the site. */
  isLeaving: boolean
  /** Why nothing was paid, after a decline. */
  declined: string | undefined
  /** Why the action failed. */
  failure: string | undefined
}

interface FinishProgress {
  pending?: Action
  isLeaving?: boolean
  declined?: string
  failure?: string
}

/** Performs a buyer's action, one at a time, and returns to the site afterwards. */
function useFinish(session: string): Finish {
  const client = useQueryClient()
  const [progress, setFinishProgress] = useState<FinishProgress>({})
  const isUnderWay = useRef(false)
  useEffect(() => {
    // Restored from the back/forward cache, so the checkout may have been paid since.
    const handleShow = (event: PageTransitionEvent): void => {
      if (!event.persisted) return
      isUnderWay.current = false
      setFinishProgress({})
      void client.invalidateQueries({ queryKey: sessionQuery(session).queryKey })
    }
    window.addEventListener('pageshow', handleShow)
    return () => window.removeEventListener('pageshow', handleShow)
  }, [client, session])

  const play = async (action: Action): Promise<void> => {
    try {
      const { declined, ...state } = await call(tillCalls.finishSession, {
        params: { session },
        body: { action },
      })
      client.setQueryData(sessionQuery(session).queryKey, state)
      isUnderWay.current = state.returnUrl !== null
      setFinishProgress({
        isLeaving: state.returnUrl !== null,
        ...(declined !== null && { declined }),
      })
      if (state.returnUrl !== null) window.location.assign(state.returnUrl)
    } catch (error) {
      isUnderWay.current = false
      setFinishProgress({ failure: sentenceOf(error) })
      void client.invalidateQueries({ queryKey: sessionQuery(session).queryKey })
    }
  }
  return {
    start: (action) => {
      if (isUnderWay.current) return
      isUnderWay.current = true
      setFinishProgress({ pending: action })
      void play(action)
    },
    pending: progress.pending,
    isLeaving: progress.isLeaving ?? false,
    declined: progress.declined,
    failure: progress.failure,
  }
}
