import { keeperEndpoints } from '#contract/keeper.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { readChecks, runChecksNow } from './service.ts'

export function keeperRoutes(route: RouteBinder, context: Context): void {
  route(keeperEndpoints.checks, () => readChecks(context))
  route(keeperEndpoints.runChecks, ({ viewer }) => runChecksNow(context, viewer))
}
