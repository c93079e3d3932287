import { queryOptions } from '@tanstack/react-query'
import { todayEndpoints } from '#contract/today.ts'
import { fresh, reading } from '#web/features/admin/fresh-query.ts'

/** Keeps the counts current without live updates. */
const POLL_MS = 30_000

export const todayKey = [todayEndpoints.read.path] as const

export const todayQuery = queryOptions({
  ...reading(todayEndpoints.read),
  refetchInterval: POLL_MS,
  ...fresh,
})
