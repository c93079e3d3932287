import { firstMorningEndpoints } from '#contract/first-morning.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { readFirstMorning } from './service.ts'

export function firstMorningRoutes(route: RouteBinder, context: Context): void {
  route(firstMorningEndpoints.get, ({ viewer }) => readFirstMorning(context, viewer))
}
