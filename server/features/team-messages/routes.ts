import { teamMessageEndpoints } from '#contract/team-messages.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { readMessages, seeMessage } from './service.ts'

export function teamMessageRoutes(route: RouteBinder, context: Context): void {
  route(teamMessageEndpoints.list, ({ viewer }) => readMessages(context, viewer))
  route(teamMessageEndpoints.markSeen, ({ viewer, params }) =>
    seeMessage(context, viewer, params.id),
  )
}
