import { maintenanceEndpoints } from '#contract/maintenance.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { readBackups, setBackupTime, startBackup } from './backup.ts'
import { readChecks, runChecksNow } from './checks.ts'

export function maintenanceRoutes(route: RouteBinder, context: Context): void {
  route(maintenanceEndpoints.checks, () => readChecks(context))
  route(maintenanceEndpoints.runChecks, ({ viewer }) => runChecksNow(context, viewer))
  route(maintenanceEndpoints.backups, () => readBackups(context))
  route(maintenanceEndpoints.backUp, ({ viewer }) => startBackup(context, viewer))
  route(maintenanceEndpoints.setBackupTime, ({ viewer, body }) =>
    setBackupTime(context, viewer, body.time),
  )
}
