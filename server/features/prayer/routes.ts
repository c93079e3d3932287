import { prayerEndpoints } from '#contract/prayer.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { browseRequests, muteRequestAuthor, pray } from './list.ts'
import {
  approveRequest,
  readWaiting,
  rejectRequest,
  reportRequest,
  suspendRequestAuthor,
  withdrawRequest,
} from './review.ts'
import {
  answerRequest,
  browseOwn,
  createRequest,
  editRequest,
  endRequest,
  removeRequest,
  renewRequest,
} from './service.ts'

export function prayerRoutes(route: RouteBinder, context: Context): void {
  bindList(route, context)
  bindOwn(route, context)
  bindReview(route, context)
}

function bindList(route: RouteBinder, context: Context): void {
  route(prayerEndpoints.list, ({ viewer, query }) => browseRequests(context, viewer, query))
  route(prayerEndpoints.pray, ({ viewer, params, body }) =>
    pray(context, viewer, { requestId: params.id, madeAt: body.madeAt }),
  )
  route(prayerEndpoints.report, ({ viewer, params, body }) =>
    reportRequest(context, viewer, { requestId: params.id, reason: body.reason }),
  )
  route(prayerEndpoints.mute, ({ viewer, params }) => muteRequestAuthor(context, viewer, params.id))
}

function bindOwn(route: RouteBinder, context: Context): void {
  route(prayerEndpoints.listOwn, ({ viewer, query }) => browseOwn(context, viewer, query))
  route(prayerEndpoints.create, ({ viewer, body }) => createRequest(context, viewer, body))
  route(prayerEndpoints.update, ({ viewer, params, body }) =>
    editRequest(context, viewer, {
      requestId: params.id,
      content: body.content,
      version: body.version,
    }),
  )
  route(prayerEndpoints.renew, ({ viewer, params }) => renewRequest(context, viewer, params.id))
  route(prayerEndpoints.end, ({ viewer, params }) => endRequest(context, viewer, params.id))
  route(prayerEndpoints.answer, ({ viewer, params, body }) =>
    answerRequest(context, viewer, { ...body, requestId: params.id, version: body.version }),
  )
  route(prayerEndpoints.remove, ({ viewer, params }) => removeRequest(context, viewer, params.id))
}

function bindReview(route: RouteBinder, context: Context): void {
  route(prayerEndpoints.listWaiting, ({ viewer, query }) => readWaiting(context, viewer, query))
  route(prayerEndpoints.approve, ({ viewer, params, body }) =>
    approveRequest(context, viewer, { requestId: params.id, ...body }),
  )
  route(prayerEndpoints.reject, ({ viewer, params, body }) =>
    rejectRequest(context, viewer, { requestId: params.id, ...body }),
  )
  route(prayerEndpoints.withdraw, ({ viewer, params }) =>
    withdrawRequest(context, viewer, params.id),
  )
  route(prayerEndpoints.suspendAuthor, ({ viewer, params, body }) =>
    suspendRequestAuthor(context, viewer, { requestId: params.id, reason: body.reason }),
  )
}
