import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useSearch } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import {
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { isolated } from '#contract/direction.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { shopEndpoints } from '#contract/shop.ts'
import { useAuth } from '#web/features/accounts/auth.tsx'
import { currentUserQuery } from '#web/features/accounts/queries.ts'
import { LiveCoachingPanel } from '#web/features/live/live-coaching-panel.tsx'
import { useLiveState } from '#web/features/live/queries.ts'
import { DownloadLink } from '#web/features/shop/download-link.tsx'
import { PaymentCheckButton } from '#web/features/shop/purchases-panel.tsx'
import { checkoutQuery, isUnknownCheckout, refreshShop } from '#web/features/shop/queries.ts'
import { liveCalls } from '#web/lib/calls.gen.ts'
import { celebrate } from '#web/lib/celebrate.ts'
import { Button } from '#web/ui/button.tsx'
import { PathsMotif } from '#web/ui/paths-motif.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

interface ResultPageProps {
  title: string
  /** Sentences about what happened. */
  children: ReactNode
  /** Buttons and links to continue. */
  ways: ReactNode
}

/** A page with the result of a purchase. */
function ResultPage({ title, children, ways }: ResultPageProps): ReactElement {
  return (
    <div className="mx-auto flex max-w-prose flex-col items-center gap-6 py-8 text-center sm:py-14">
      <PathsMotif className="w-40" />
      <div role="status" className="flex flex-col items-center gap-3">
        <h1>{title}</h1>
        <div className="flex flex-col gap-2 text-lg text-ink-quiet">{children}</div>
      </div>
      <div
        className="flex flex-col items-stretch gap-3 sm:flex-row sm:items-center"
        onClickCapture={ignoreSecondClick}
      >
        {ways}
      </div>
    </div>
  )
}

/** The second click of a double click was meant for *Pay* on the page before. */
function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail < 2) return
  event.preventDefault()
  event.stopPropagation()
}

/** Shown when checkout is canceled (member document, section 2). */
export function CancelPage(): ReactElement {
  return (
    <ResultPage
      title="Purchase Canceled"
      ways={
        <Button asChild size="lg">
          <Link to="/flow">Return to Community</Link>
        </Button>
      }
    >
      <p>No charges have been made</p>
    </ResultPage>
  )
}

type Checkout = ResponseOf<typeof shopEndpoints.getCheckout>

/** How long the page keeps asking whether the payment has arrived. */
const CONFIRM_MS = 60_000

/** Shown after a checkout. Confirms the purchase only once the server has. */
export function SuccessPage(): ReactElement {
  const { checkout } = useSearch({ from: '/success' })
  const { user, isLoading, error } = useAuth()
  const client = useQueryClient()
  if (isLoading) return <Confirming />
  // Without a response from the server, it is unknown whether a member is signed in.
  if (error && !user) {
    return <StillConfirming onCheck={() => void client.refetchQueries(currentUserQuery)} />
  }
  if (!user) return <SignInFirst />
  if (checkout === undefined) return <UnknownCheckout />
  return <OwnCheckout id={checkout} />
}

function OwnCheckout({ id }: { id: string }): ReactElement {
  const { isWaiting, waitAgain } = useWait()
  const { data, error, refetch } = useQuery(checkoutQuery(id, isWaiting))
  if (isUnknownCheckout(error)) return <UnknownCheckout />
  const checkAgain = (): void => {
    waitAgain()
    void refetch()
  }
  switch (data?.status) {
    case 'complete':
      return data.reason ? <PaidTwice reason={data.reason} /> : <Thanks checkout={data} />
    case 'failed':
    case 'expired':
      return <NothingBought checkout={data} />
    default:
      return isWaiting ? <Confirming /> : <StillConfirming onCheck={checkAgain} />
  }
}

interface Wait {
  isWaiting: boolean
  waitAgain: () => void
}

function useWait(): Wait {
  const [isWaiting, setIsWaiting] = useState(true)
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => setIsWaiting(false), CONFIRM_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return { isWaiting, waitAgain: () => setIsWaiting(true) }
}

function Thanks({ checkout }: { checkout: Checkout }): ReactElement {
  const client = useQueryClient()
  useConfetti()
  useEffect(() => void refreshShop(client), [client])
  const { title, productType, downloadId } = checkout
  const hasDownload = downloadId !== null
  // Another subscription may not include the live room.
  const hasAccess = useLiveState().data?.hasAccess ?? false
  const isMembership = productType === 'subscription' && hasAccess
  return (
    <ResultPage
      title="Thank You for Your Purchase!"
      ways={
        <>
          {hasDownload ? <DownloadLink purchaseId={downloadId} title={title} size="lg" /> : null}
          {isMembership ? <CalendarLink /> : null}
          <WaysOn isQuiet={hasDownload || isMembership} />
        </>
      }
    >
      <p>
        {productType === 'subscription' ? (
          <>
            Your subscription to{' '}
            <strong className="text-ink">
              <bdi>{title}</bdi>
            </strong>{' '}
            has started.
          </>
        ) : (
          <>
            <strong className="text-ink">
              <bdi>{title}</bdi>
            </strong>{' '}
            is yours.
          </>
        )}
      </p>
      <p>You’ll find it on your dashboard, with the receipt.</p>
      {isMembership ? (
        <div className="mt-6 text-left">
          <LiveCoachingPanel />
        </div>
      ) : null}
    </ResultPage>
  )
}

/** Puts the live sessions into the member's calendar. */
function CalendarLink(): ReactElement {
  return (
    <Button asChild size="lg">
      <a href={liveCalls.calendar.path} download="live-coaching.ics">
        <CalendarPlus aria-hidden size={20} />
        Add to calendar
      </a>
    </Button>
  )
}

function PaidTwice({ reason }: { reason: string }): ReactElement {
  return (
    <ResultPage title="You Already Had This" ways={<WaysOn />}>
      <p>{reason}</p>
    </ResultPage>
  )
}

/** A purchase is shown only to its buyer. */
function SignInFirst(): ReactElement {
  const { href } = useLocation()
  return (
    <ResultPage
      title="Sign In to See Your Purchase"
      ways={
        <Button asChild size="lg">
          <Link to="/auth" search={{ next: href }}>
            Sign in
          </Link>
        </Button>
      }
    >
      <p>Sign in with the account you bought with.</p>
    </ResultPage>
  )
}

/** Also shown for another member's checkout, about which nothing is revealed. */
function UnknownCheckout(): ReactElement {
  return (
    <ResultPage
      title="We Can’t Find This Purchase"
      ways={
        <>
          <PaymentCheckButton size="lg" />
          <WaysOn isQuiet />
        </>
      }
    >
      <p>
        The link may be incomplete. If you paid, press ‘Missing a purchase?’ and we’ll look for it.
        Please don’t pay again.
      </p>
      <p>Everything else you bought is on your dashboard.</p>
    </ResultPage>
  )
}

function Confirming(): ReactElement {
  return (
    <ResultPage title="Confirming Your Purchase" ways={<WaysOn isQuiet />}>
      <p>One moment while we confirm your payment.</p>
      <p className="flex justify-center">
        <Spinner label="" className="size-7" />
      </p>
    </ResultPage>
  )
}

function StillConfirming({ onCheck }: { onCheck: () => void }): ReactElement {
  return (
    <ResultPage
      title="Your Payment Is on Its Way"
      ways={
        <>
          <Button size="lg" onClick={onCheck}>
            Check again
          </Button>
          <WaysOn isQuiet />
        </>
      }
    >
      <p>
        It hasn’t reached us yet. A bank debit can take a few days. You don’t need to wait here:
        your purchase will appear on your dashboard.
      </p>
      <p>
        If the money has left your account and your purchase doesn’t appear, choose ‘Missing a
        purchase?’ on the dashboard. Please don’t pay again.
      </p>
    </ResultPage>
  )
}

function NothingBought({ checkout }: { checkout: Checkout }): ReactElement {
  const isFailed = checkout.status === 'failed'
  return (
    <ResultPage
      title={isFailed ? 'Your Payment Did Not Go Through' : 'This Checkout Has Expired'}
      ways={
        <>
          <Button asChild size="lg">
            <Link to="/resources">Back to the resources</Link>
          </Button>
          <Button asChild size="lg" variant="outline">
            <Link to="/dashboard">To my dashboard</Link>
          </Button>
        </>
      }
    >
      <p>{checkout.reason ?? `${isolated(checkout.title)} was not bought.`}</p>
    </ResultPage>
  )
}

/** Links to the dashboard and to the landing page, which is not part of the app. */
function WaysOn({ isQuiet = false }: { isQuiet?: boolean }): ReactElement {
  return (
    <>
      <Button asChild size="lg" variant={isQuiet ? 'outline' : 'default'}>
        <Link to="/dashboard">To my dashboard</Link>
      </Button>
      <Button asChild size="lg" variant="outline">
        <a href="/">Home</a>
      </Button>
    </>
  )
}

/** Runs once, even if effects run twice. */
function useConfetti(): void {
  const hasFallen = useRef(false)
  useEffect(() => {
    if (hasFallen.current) return
    hasFallen.current = true
    void celebrate()
  }, [])
}
