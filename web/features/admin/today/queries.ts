import { todayEndpoints } from '#contract/today.ts'
import { endpointQuery, fresh } from '#web/lib/endpoint-query.ts'

/** Keeps the counts current without live updates. */
const POLL_MS = 30_000

export const todayKey = [todayEndpoints.read.path] as const

export const todayQuery = endpointQuery(todayEndpoints.read, { refetchInterval: POLL_MS, ...fresh })
