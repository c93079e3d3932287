import { keeperEndpoints } from '#contract/keeper.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { readBackups, setBackupTime, startBackup } from './backup.ts'
import { readChecks, runChecksNow } from './service.ts'

export function keeperRoutes(route: RouteBinder, context: Context): void {
  route(keeperEndpoints.checks, () => readChecks(context))
  route(keeperEndpoints.runChecks, ({ viewer }) => runChecksNow(context, viewer))
  route(keeperEndpoints.backups, () => readBackups(context))
  route(keeperEndpoints.backUp, ({ viewer }) => startBackup(context, viewer))
  route(keeperEndpoints.setBackupTime, ({ viewer, body }) =>
    setBackupTime(context, viewer, body.time),
  )
}
