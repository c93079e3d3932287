import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { isolated } from '#contract/direction.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { tillEndpoints } from '#contract/till.ts'
import { receiptQuery } from '#web/features/till/queries.ts'
import { TillFrame } from '#web/features/till/till-frame.tsx'
import { ApiError, sentenceOf } from '#web/lib/api.ts'
import { longDate } from '#web/lib/dates.ts'
import type { Load } from '#web/lib/load.ts'
import { useMoney } from '#web/lib/money.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { useSiteTitle } from '#web/lib/site-settings.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeletons } from '#web/ui/skeleton.tsx'

type Receipt = ResponseOf<typeof tillEndpoints.receipt>

/** Reads the receipt. */
export function loadReceipt({ client, params }: Load): Promise<void> {
  return prefetch(client, receiptQuery(String(params.session)))
}

/** A printable receipt of the test till. */
export function ReceiptPage(): ReactElement {
  const { session = '' } = useParams({ from: '/till/receipts/$session' })
  const { data, error, isFetching, refetch } = useQuery(receiptQuery(session))
  return (
    <TillFrame>
      <h1 className="text-2xl">Receipt</h1>
      {data ? (
        <ReceiptOf receipt={data} />
      ) : error ? (
        <ErrorState
          message={isUnknown(error) ? 'We can’t find this receipt.' : sentenceOf(error)}
          {...(!isUnknown(error) && { onRetry: () => void refetch(), isRetrying: isFetching })}
        />
      ) : (
        <Skeletons
          label="Loading the receipt"
          rows={['h-40', 'h-11 w-32']}
          className="mt-6 flex flex-col gap-4"
        />
      )}
    </TillFrame>
  )
}

function isUnknown(error: Error): boolean {
  return error instanceof ApiError && error.status === 404
}

function ReceiptOf({ receipt }: { receipt: Receipt }): ReactElement {
  const dates = useDates()
  const money = useMoney()
  const siteTitle = useSiteTitle()
  const { title, amount, refunded, paidAt, number } = receipt
  return (
    <>
      <dl className="mt-6 flex flex-col divide-y divide-line">
        <Line term="From">{siteTitle}</Line>
        <Line term="For">{isolated(title)}</Line>
        <Line term="Number">{number}</Line>
        <Line term="Paid on">{longDate(new Date(paidAt), dates)}</Line>
        <Line term="Amount">{money(amount)}</Line>
        {Number(refunded) > 0 ? <Line term="Refunded">{money(refunded)}</Line> : null}
      </dl>
      <p className="mt-4 text-sm text-ink-quiet">
        This was a test payment. No money was charged, and this isn’t proof of payment.
      </p>
      <div className="mt-6 flex flex-wrap gap-3 print:hidden">
        <Button onClick={() => window.print()}>Print</Button>
        <Button asChild variant="outline">
          <a href="/dashboard">To my dashboard</a>
        </Button>
      </div>
    </>
  )
}

function Line({ term, children }: { term: string; children: string | string[] }): ReactElement {
  return (
    <div className="flex items-baseline justify-between gap-6 py-2.5">
      <dt className="shrink-0 text-ink-quiet">{term}</dt>
      <dd className="min-w-0 text-right font-medium [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
