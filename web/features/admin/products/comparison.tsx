import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { PaymentsHealth } from '#contract/shop.ts'
import { notifyError, notifySuccess } from '#web/features/admin/notify.ts'
import { comparisonText } from '#web/features/admin/products/comparison-text.ts'
import { comparePayments, healthQuery, refreshBooks } from '#web/features/admin/products/queries.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** How many mismatches are shown before “Show all” is pressed. */
const FIRST_SHOWN = 4

/** The results of the daily comparison, and a button to compare now. */
export function Comparison({ health }: { health: PaymentsHealth }): ReactElement {
  const { lastComparedAt, mismatches } = health
  const queryClient = useQueryClient()
  const compare = useMutation({
    mutationFn: comparePayments,
    onSuccess: (found) => {
      queryClient.setQueryData(healthQuery.queryKey, found)
      notifySuccess('Compared with the provider', comparisonText(health, found))
      return refreshBooks(queryClient)
    },
    onError: (error) => notifyError('Failed to compare', error),
  })
  return (
    <section aria-labelledby="comparison" className="flex flex-col items-start gap-3">
      <h3 id="comparison" className="text-base">
        Daily comparison
      </h3>
      <p>
        {lastComparedAt ? (
          <>
            Last compared <RelativeTime date={lastComparedAt} />.{' '}
          </>
        ) : (
          'Not compared yet. A comparison runs automatically once a day. '
        )}
        {lastComparedAt && mismatches.length === 0 ? 'Everything matched the provider.' : ''}
      </p>
      <Mismatches mismatches={mismatches} />
      <Button variant="outline" size="sm" busy={compare.isPending} onClick={() => compare.mutate()}>
        {compare.isPending ? 'Comparing…' : 'Compare now'}
      </Button>
    </section>
  )
}

function Mismatches({ mismatches }: Pick<PaymentsHealth, 'mismatches'>): ReactElement | null {
  const [isOpen, setIsOpen] = useState(false)
  if (mismatches.length === 0) return null
  const shown = isOpen ? mismatches : mismatches.slice(0, FIRST_SHOWN)
  return (
    <>
      <ul aria-label="Differences found" className="flex w-full flex-col divide-y divide-line">
        {shown.map(({ id, foundAt, sentence, isMended }) => (
          <li key={id} className="flex flex-col items-start gap-1 py-2.5">
            <span className="wrap-anywhere">{sentence}</span>
            <span className="flex flex-wrap items-center gap-x-3 text-sm text-ink-quiet">
              <Badge variant={isMended ? 'default' : 'destructive'}>
                {isMended ? 'Fixed' : 'Needs attention'}
              </Badge>
              <RelativeTime date={foundAt} />
            </span>
          </li>
        ))}
      </ul>
      {mismatches.length > FIRST_SHOWN ? (
        <Button variant="link" size="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `Show all ${mismatches.length}`}
        </Button>
      ) : null}
    </>
  )
}
