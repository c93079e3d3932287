import { factorEndpoints } from '#contract/factors.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { stepUp } from './service.ts'

export function factorRoutes(route: RouteBinder, context: Context): void {
  route(factorEndpoints.stepUp, ({ viewer, body }) => stepUp(context, viewer, body))
}
