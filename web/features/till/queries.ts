import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api.ts'
import { tillCalls } from '#web/lib/calls.gen.ts'

/** A checkout at the test till. Fetched on every visit, because another tab may have paid it. */
export function sessionQuery(session: string) {
  return queryOptions({
    queryKey: [tillCalls.getSession.path, session],
    queryFn: ({ signal }) => call(tillCalls.getSession, { params: { session }, signal }),
    meta: { isSubject: true },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
  })
}

export function receiptQuery(session: string) {
  return queryOptions({
    queryKey: [tillCalls.receipt.path, session],
    queryFn: ({ signal }) => call(tillCalls.receipt, { params: { session }, signal }),
    meta: { isSubject: true },
    staleTime: 0,
    gcTime: 0,
  })
}
