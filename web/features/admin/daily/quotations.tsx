import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleHelp, type LucideIcon } from 'lucide-react'
import { type ReactElement, useEffect, useId, useState } from 'react'
import type { Quotation } from '#contract/daily.ts'
import { QUOTATION_LABELS } from '#web/features/admin/daily/labels.ts'
import { quotationsQuery } from '#web/features/admin/daily/queries.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { cn } from '#web/lib/cn.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

const BADGES: Record<
  Quotation['status'],
  { icon: LucideIcon; variant: 'default' | 'gold' | 'destructive' }
> = {
  matches: { icon: CircleCheck, variant: 'default' },
  differs: { icon: CircleAlert, variant: 'destructive' },
  unknown: { icon: CircleHelp, variant: 'gold' },
}

/** The quotations of a text that is being edited, compared with the bundled Bible. */
export function QuotationCheck({ check }: { check: CheckedQuotations }): ReactElement {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={id} className="text-base">
          Quotations
        </h3>
        <p role="status" className="text-sm text-ink-quiet">
          {check.isChecking ? 'Comparing with the World English Bible…' : ''}
        </p>
      </div>
      {check.error ? (
        <p className="text-sm">
          {sentenceOf(check.error)}{' '}
          <Button variant="link" size="sm" onClick={check.retry}>
            Retry
          </Button>
        </p>
      ) : (
        <div className={cn('transition-opacity', check.isChecking && 'opacity-60')}>
          <QuotationList quotations={check.quotations} />
        </div>
      )}
    </section>
  )
}

/** Quotations, each with its status and the wording of the bundled Bible. */
export function QuotationList({ quotations }: { quotations: readonly Quotation[] }): ReactElement {
  if (quotations.length === 0) {
    return <p className="text-sm text-ink-quiet">No quotations in this text.</p>
  }
  return (
    <ul className="flex flex-col gap-3">
      {quotations.map((quotation, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same words can be quoted twice.
        <li key={index} className="flex flex-col items-start gap-1.5">
          <QuotationEntry quotation={quotation} />
        </li>
      ))}
    </ul>
  )
}

function QuotationEntry({ quotation }: { quotation: Quotation }): ReactElement {
  const { text, reference, status } = quotation
  const { icon: Icon, variant } = BADGES[status]
  return (
    <>
      <p className="max-w-prose font-serif">
        {text ? `“${text}” ` : null}
        {reference ? <span className="text-ink-quiet">{reference}</span> : null}
      </p>
      <Badge variant={variant}>
        <Icon aria-hidden size={16} className="shrink-0" />
        {QUOTATION_LABELS[status]}
      </Badge>
      <QuotationAdvice quotation={quotation} />
    </>
  )
}

function QuotationAdvice({ quotation }: { quotation: Quotation }): ReactElement | null {
  const { reference, status, expected } = quotation
  if (status === 'matches') return null
  if (expected) {
    return (
      <p className="max-w-prose text-sm">
        {reference ?? 'The Bible'} says: <q className="font-serif">{expected}</q>
      </p>
    )
  }
  return <p className="max-w-prose text-sm text-ink-quiet">{adviceOn(quotation)}</p>
}

function adviceOn({ text, reference, status }: Quotation): string {
  if (status === 'unknown') {
    return 'If these words are from the Bible, check them and add the book, chapter and verse.'
  }
  const named = reference ?? 'Reference'
  return text ? `${named} doesn’t say this or doesn’t exist.` : `${named} doesn’t exist.`
}

/** How long to wait after the last change before comparing again. */
const REST_MS = 900

interface CheckedQuotations {
  /** The quotations of the text; while `isChecking`, those before the last change. */
  quotations: Quotation[]
  isChecking: boolean
  error: Error | null
  retry: () => void
}

/** The quotations of a text as it is edited. `known` are those of an already checked text. */
export function useQuotations(
  content: string,
  known?: { content: string; quotations: Quotation[] },
): CheckedQuotations {
  const rested = useRested(content)
  const isKnown = rested === known?.content
  const check = useQuery({
    ...quotationsQuery(rested),
    ...(isKnown && known ? { initialData: known.quotations } : {}),
    placeholderData: keepPreviousData,
    enabled: rested.trim() !== '' && !isKnown,
  })
  const isEmpty = content.trim() === ''
  return {
    quotations: isEmpty ? [] : (check.data ?? []),
    isChecking: !isEmpty && (rested !== content || check.isFetching),
    error: isEmpty ? null : check.error,
    retry: () => void check.refetch(),
  }
}

/** The text, debounced by `REST_MS`. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
