import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { storeEndpoints } from '#contract/store.ts'
import { checkoutQuery, isUnknownCheckout, refreshStore } from '#web/features/store/queries.ts'
import { ResultPage } from '#web/features/store/result-page.tsx'
import { celebrate } from '#web/lib/celebrate.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

type Checkout = ResponseOf<typeof storeEndpoints.getCheckout>

/** So long the page asks by itself whether the payment is there. */
const PATIENCE_MS = 60_000

/** Where a checkout leads to. Only the server's word says that something was bought. */
export function SuccessPage(): ReactElement {
  const { checkout } = useSearch({ from: '/success' })
  const { isWaiting, waitAgain } = usePatience()
  const { data, error, refetch } = useQuery(checkoutQuery(checkout, isWaiting))
  if (checkout === undefined) return <PlainThanks />
  if (isUnknownCheckout(error)) return <UnknownCheckout />
  const lookAgain = (): void => {
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
      return isWaiting ? <Confirming /> : <StillConfirming onLook={lookAgain} />
  }
}

interface Patience {
  isWaiting: boolean
  waitAgain: () => void
}

function usePatience(): Patience {
  const [isWaiting, setIsWaiting] = useState(true)
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => setIsWaiting(false), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return { isWaiting, waitAgain: () => setIsWaiting(true) }
}

function Thanks({ checkout }: { checkout: Checkout }): ReactElement {
  const client = useQueryClient()
  useConfetti()
  useEffect(() => void refreshStore(client), [client])
  const { title, productType } = checkout
  return (
    <ResultPage title="Thank You for Your Purchase!" ways={<WaysOn />}>
      <p>
        {productType === 'subscription' ? (
          <>
            Your subscription to <strong className="text-ink">{title}</strong> has begun.
          </>
        ) : (
          <>
            <strong className="text-ink">{title}</strong> is yours.
          </>
        )}
      </p>
      <p>You find it, with its receipt, on your dashboard.</p>
    </ResultPage>
  )
}

function PaidTwice({ reason }: { reason: string }): ReactElement {
  return (
    <ResultPage title="You Had This Already" ways={<WaysOn />}>
      <p>{reason}</p>
    </ResultPage>
  )
}

/** The page of the specification (member document, section 2), which names no checkout. */
function PlainThanks(): ReactElement {
  useConfetti()
  return (
    <ResultPage title="Thank You for Your Purchase!" ways={<WaysOn />}>
      <p>What you have bought stands on your dashboard.</p>
    </ResultPage>
  )
}

function UnknownCheckout(): ReactElement {
  return (
    <ResultPage title="We Do Not Know This Checkout" ways={<WaysOn />}>
      <p>Its address may be incomplete. What you have bought stands on your dashboard.</p>
      <p>
        If you have paid and it is not there, press ‘I paid, but…’ on the dashboard. Please do not
        pay again.
      </p>
    </ResultPage>
  )
}

function Confirming(): ReactElement {
  return (
    <ResultPage title="Confirming Your Purchase" ways={<WaysOn isQuiet />}>
      <p>One moment: we wait for word of your payment.</p>
      <p className="flex justify-center">
        <Spinner label="" className="size-7" />
      </p>
    </ResultPage>
  )
}

function StillConfirming({ onLook }: { onLook: () => void }): ReactElement {
  return (
    <ResultPage
      title="Your Payment Is on Its Way"
      ways={
        <>
          <Button size="lg" onClick={onLook}>
            Look again
          </Button>
          <WaysOn isQuiet />
        </>
      }
    >
      <p>
        We have no word of it yet. A bank debit can take some days. You need not wait here: it
        appears on your dashboard by itself.
      </p>
      <p>
        If it has left your account and does not appear, press ‘I paid, but…’ on the dashboard.
        Please do not pay again.
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
            <Link to="/flow" search={{ tab: 'faith' }}>
              Back to the resources
            </Link>
          </Button>
          <Button asChild size="lg" variant="outline">
            <Link to="/dashboard">To my dashboard</Link>
          </Button>
        </>
      }
    >
      <p>{checkout.reason ?? `${checkout.title} was not bought.`}</p>
    </ResultPage>
  )
}

/** The landing page is no part of the app. */
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

/** Once, also where effects run twice. */
function useConfetti(): void {
  const hasFallen = useRef(false)
  useEffect(() => {
    if (hasFallen.current) return
    hasFallen.current = true
    void celebrate()
  }, [])
}
