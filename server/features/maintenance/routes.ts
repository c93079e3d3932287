import { connectionEndpoints } from '#contract/connections.ts'
import { maintenanceEndpoints } from '#contract/maintenance.ts'
import { newBackupKey } from '#server/backup/sealing.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { readBackups, setBackupTime, startBackup, tryRestore } from './backup.ts'
import { readChecks, runChecksNow } from './checks.ts'
import { listConnections, removeConnection, saveConnection, testConnection } from './connections.ts'

export function maintenanceRoutes(route: RouteBinder, context: Context): void {
  route(maintenanceEndpoints.checks, () => readChecks(context))
  route(maintenanceEndpoints.runChecks, ({ viewer }) => runChecksNow(context, viewer))
  route(maintenanceEndpoints.backups, () => readBackups(context))
  route(maintenanceEndpoints.backUp, ({ viewer }) => startBackup(context, viewer))
  route(maintenanceEndpoints.tryRestore, ({ viewer, body }) =>
    tryRestore(context, viewer, body.key),
  )
  route(maintenanceEndpoints.setBackupTime, ({ viewer, body }) =>
    setBackupTime(context, viewer, { time: body.time, version: body.version }),
  )
  route(connectionEndpoints.list, async () => listConnections(context))
  route(
    connectionEndpoints.save,
    ({ viewer, params: { area }, query, body: { version, ...input } }) =>
      saveConnection(context, viewer, {
        area,
        input,
        version,
        isTried: query.anyway === undefined,
        isKeyKept: query.kept !== undefined,
      }),
  )
  route(connectionEndpoints.remove, ({ viewer, params: { area } }) =>
    removeConnection(context, viewer, area),
  )
  route(connectionEndpoints.test, ({ viewer, params: { area } }) =>
    testConnection(context, viewer, area),
  )
  route(connectionEndpoints.newBackupKey, () => newBackupKey())
}
