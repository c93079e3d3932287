import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Quotation } from '#contract/daily.ts'
import { quotationsQuery } from '#web/features/admin/daily/queries.ts'

/** How long the text rests before its quotations are compared again. */
const REST_MS = 900

export interface CheckedQuotations {
  /** Those of the text, or of the text before the last change while `isChecking`. */
  quotations: Quotation[]
  isChecking: boolean
  error: Error | null
  retry: () => void
}

/** The quotations of a text while it is written. `known` are those of a text that was checked. */
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

/** The text as it was when it last rested. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
