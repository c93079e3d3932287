import type { QueryClient } from '@tanstack/react-query'
import type { CheckReport } from '#contract/keeper.ts'
import { todayKey } from '#web/features/admin/today/queries.ts'
import { call } from '#web/lib/api.ts'
import { keeperCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery, fresh } from '#web/lib/endpoint-query.ts'

export const checksQuery = endpointQuery(keeperCalls.checks, fresh)

export function runChecks(): Promise<CheckReport> {
  return call(keeperCalls.runChecks, {})
}

/** Shows the results of `runChecks` here and on Today. */
export async function keepReport(queryClient: QueryClient, report: CheckReport): Promise<void> {
  queryClient.setQueryData(checksQuery.queryKey, report)
  await queryClient.invalidateQueries({ queryKey: todayKey })
}
