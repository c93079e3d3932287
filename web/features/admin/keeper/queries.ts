import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CheckReport, keeperEndpoints } from '#contract/keeper.ts'
import { fresh, reading } from '#web/features/admin/fresh-query.ts'
import { todayKey } from '#web/features/admin/today/queries.ts'
import { call } from '#web/lib/api.ts'

export const checksQuery = queryOptions({ ...fresh, ...reading(keeperEndpoints.checks) })

export function runChecks(): Promise<CheckReport> {
  return call(keeperEndpoints.runChecks, {})
}

/** Shows the results of `runChecks` here and on Today. */
export async function keepReport(queryClient: QueryClient, report: CheckReport): Promise<void> {
  queryClient.setQueryData(checksQuery.queryKey, report)
  await queryClient.invalidateQueries({ queryKey: todayKey })
}
