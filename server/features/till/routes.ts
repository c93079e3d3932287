import { tillEndpoints } from '#contract/till.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { finishSession, getSession, readReceipt } from './sessions.ts'
import { browseRecords, failRenewal } from './simulation.ts'

export function tillRoutes(route: RouteBinder, context: Context): void {
  route(tillEndpoints.getSession, ({ params }) => getSession(context, params.session))
  route(tillEndpoints.finishSession, ({ params, body }) =>
    finishSession(context, { sessionRef: params.session, action: body.action }),
  )
  route(tillEndpoints.receipt, ({ params }) => readReceipt(context, params.session))
  route(tillEndpoints.listRecords, ({ query }) => browseRecords(context, query))
  route(tillEndpoints.failRenewal, ({ viewer, params }) => failRenewal(context, viewer, params.id))
}
