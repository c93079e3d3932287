import { scriptureEndpoints } from '#contract/scripture.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { readPassage } from './service.ts'

export function scriptureRoutes(route: RouteBinder, context: Context): void {
  route(scriptureEndpoints.read, ({ params }) => readPassage(context, params.reference))
}
