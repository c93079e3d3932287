import { todayCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery, fresh } from '#web/lib/endpoint-query.ts'

/** Keeps the counts current without live updates. */
const POLL_MS = 30_000

export const todayKey = [todayCalls.read.path] as const

export const todayQuery = endpointQuery(todayCalls.read, { refetchInterval: POLL_MS, ...fresh })
