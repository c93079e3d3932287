import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { tillEndpoints } from '#contract/till.ts'
import { call } from '#web/lib/api.ts'

export const RECORDS_PER_PAGE = 10

export const recordsKey = [tillEndpoints.listRecords.path] as const

/** A checkout at the test till. Fetched on every visit, because another tab may have paid it. */
export function sessionQuery(session: string) {
  return queryOptions({
    queryKey: [tillEndpoints.getSession.path, session],
    queryFn: ({ signal }) => call(tillEndpoints.getSession, { params: { session }, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
  })
}

export function receiptQuery(session: string) {
  return queryOptions({
    queryKey: [tillEndpoints.receipt.path, session],
    queryFn: ({ signal }) => call(tillEndpoints.receipt, { params: { session }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

/** The till's records, newest first. */
export function recordsQuery(page: number) {
  const query = { page, pageSize: RECORDS_PER_PAGE }
  return queryOptions({
    queryKey: [...recordsKey, query],
    queryFn: ({ signal }) => call(tillEndpoints.listRecords, { query, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}
