import type { QueryClient } from '@tanstack/react-query'
import type { Connection } from '#contract/connections.ts'
import type { CheckReport } from '#contract/maintenance.ts'
import { todayKey } from '#web/features/admin/today/queries.ts'
import { connectionCalls, maintenanceCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery, fresh } from '#web/lib/endpoint-query.ts'

export const checksQuery = endpointQuery(maintenanceCalls.checks, fresh)

export const connectionsQuery = endpointQuery(connectionCalls.list, fresh)

/** Shows a saved connection here, on Backups and health, and on Today. */
export async function showConnection(client: QueryClient, saved: Connection): Promise<void> {
  client.setQueryData(connectionsQuery.queryKey, (list) =>
    list?.map((each) => (each.area === saved.area ? saved : each)),
  )
  await Promise.all([
    client.invalidateQueries({ queryKey: backupsQuery.queryKey }),
    client.invalidateQueries({ queryKey: todayKey }),
  ])
}

/** How often to look whether a running backup or trial restore is done. */
const BACKUP_POLL_MS = 2_000

export const backupsQuery = endpointQuery(maintenanceCalls.backups, {
  ...fresh,
  refetchInterval: ({ state }) =>
    state.data?.isRunning || state.data?.trial.isRunning ? BACKUP_POLL_MS : false,
})

/** Shows the results of the checks here and on Today. */
export async function keepReport(queryClient: QueryClient, report: CheckReport): Promise<void> {
  queryClient.setQueryData(checksQuery.queryKey, report)
  await queryClient.invalidateQueries({ queryKey: todayKey })
}
