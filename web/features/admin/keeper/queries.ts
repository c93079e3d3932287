import type { QueryClient } from '@tanstack/react-query'
import type { Backups, CheckReport } from '#contract/maintenance.ts'
import { todayKey } from '#web/features/admin/today/queries.ts'
import { call } from '#web/lib/api.ts'
import { maintenanceCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery, fresh } from '#web/lib/endpoint-query.ts'

export const checksQuery = endpointQuery(maintenanceCalls.checks, fresh)

export function runChecks(): Promise<CheckReport> {
  return call(maintenanceCalls.runChecks, {})
}

/** How often to look whether a running backup is done. */
const BACKUP_POLL_MS = 2_000

export const backupsQuery = endpointQuery(maintenanceCalls.backups, {
  ...fresh,
  refetchInterval: ({ state }) => (state.data?.isRunning ? BACKUP_POLL_MS : false),
})

export function startBackup(): Promise<Backups> {
  return call(maintenanceCalls.backUp, {})
}

export function setBackupTime(time: string | null): Promise<Backups> {
  return call(maintenanceCalls.setBackupTime, { body: { time } })
}

/** Shows the results of `runChecks` here and on Today. */
export async function keepReport(queryClient: QueryClient, report: CheckReport): Promise<void> {
  queryClient.setQueryData(checksQuery.queryKey, report)
  await queryClient.invalidateQueries({ queryKey: todayKey })
}
