import { emailEndpoints } from '#contract/email.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { readOutbox } from './service.ts'

export function emailRoutes(route: RouteBinder, context: Context): void {
  route(emailEndpoints.listOutbox, ({ viewer, query }) => readOutbox(context, viewer, query))
}
