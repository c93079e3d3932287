import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { TillPlay, TillRecord } from '#contract/till.ts'
import { RECORDS_PER_PAGE, recordsKey, recordsQuery } from '#web/features/till/queries.ts'
import { call } from '#web/lib/api.ts'
import { tillCalls } from '#web/lib/calls.gen.ts'
import { cn } from '#web/lib/cn.ts'
import { longDate } from '#web/lib/dates.ts'
import { useMoney } from '#web/lib/money.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { QuerySkeletons } from '#web/ui/query-skeletons.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast, toastError } from '#web/ui/toast-store.ts'

const PLAY_LABELS: Record<TillPlay, string> = {
  'settle-debit': 'Debit arrives',
  'fail-debit': 'Debit fails',
  renew: 'Renew',
  'fail-renewal': 'Renewal fails',
  pause: 'Pause',
  unpause: 'Resume',
  'end-period': 'Period ends',
  refund: 'Refund',
  dispute: 'Dispute',
  'win-dispute': 'Dispute won',
  'lose-dispute': 'Dispute lost',
}

/** Lets an administrator simulate events after a checkout at the test till. */
export function TillDesk(): ReactElement {
  return (
    <Card>
      <CardHeader>
        <CardTitle asLevel={3}>Test till</CardTitle>
        <CardDescription>
          No payment provider is set up, so checkouts use a test till that accepts no cards.
          Simulate later payment events here.
        </CardDescription>
      </CardHeader>
      <Records />
    </Card>
  )
}

function Records(): ReactElement {
  const [page, setPage] = useState(1)
  const records = useQuery(recordsQuery(page))
  const { data, isPlaceholderData } = records
  if (!data) {
    return (
      <QuerySkeletons
        query={records}
        label="Loading the till"
        rows={['h-24', 'h-24']}
        className="flex flex-col gap-4"
      />
    )
  }
  if (data.total === 0) return <EmptyState message="No purchases at the test till yet." />
  return (
    <div className="flex flex-col gap-4">
      <ul
        aria-busy={isPlaceholderData}
        className={cn('-mt-4 divide-y divide-line', isPlaceholderData && 'opacity-60')}
      >
        {data.items.map((record) => (
          <RecordRow key={record.id} record={record} />
        ))}
      </ul>
      <Pagination
        label="Pages of the till"
        page={page}
        pageCount={Math.max(1, Math.ceil(data.total / RECORDS_PER_PAGE))}
        onPageChange={setPage}
      />
    </div>
  )
}

function RecordRow({ record }: { record: TillRecord }): ReactElement {
  const dates = useDates()
  const money = useMoney()
  const { title, productType, amount, email, state, createdAt, periodEnd } = record
  return (
    <li className="flex flex-col gap-2 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <p dir="auto" className="min-w-0 font-medium">
          {title}
        </p>
        <Badge variant="neutral">{state}</Badge>
      </div>
      <p className="text-sm text-ink-quiet">
        {money(amount)}
        {productType === 'subscription' ? ' / month' : ''} ·{' '}
        <span className="break-all">{email ?? 'a former member'}</span> ·{' '}
        <RelativeTime date={createdAt} />
        {periodEnd ? ` · paid until ${longDate(new Date(periodEnd), dates)}` : ''}
      </p>
      <Plays record={record} />
    </li>
  )
}

function Plays({ record }: { record: TillRecord }): ReactElement | null {
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (play: TillPlay) =>
      call(tillCalls.play, { params: { id: record.id }, body: { play } }),
    onSuccess: (_, play) => toast({ title: `Simulated: ${PLAY_LABELS[play]}` }),
    onError: (error) => toastError('Error', error),
    onSettled: () => client.invalidateQueries({ queryKey: recordsKey }),
  })
  if (record.plays.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {record.plays.map((play) => (
        <Button
          key={play}
          size="sm"
          variant="outline"
          busy={isPending && variables === play}
          disabled={isPending && variables !== play}
          aria-label={`${PLAY_LABELS[play]}: ${record.title}, number ${record.id}`}
          onClick={() => mutate(play)}
        >
          {PLAY_LABELS[play]}
        </Button>
      ))}
    </div>
  )
}
