import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Quotation } from '#contract/daily.ts'
import { quotationsQuery } from '#web/features/admin/daily/queries.ts'

/** How long to wait after the last change before comparing again. */
const REST_MS = 900

export interface CheckedQuotations {
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
