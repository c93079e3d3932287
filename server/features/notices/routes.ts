import { noticeEndpoints } from '#contract/notices.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { answerNotice, readNotices, sendNotice } from './notices.ts'

export function noticeRoutes(route: RouteBinder, context: Context): void {
  route(noticeEndpoints.send, ({ body, address }) => sendNotice(context, { notice: body, address }))
  route(noticeEndpoints.list, ({ viewer, query }) => readNotices(context, viewer, query))
  route(noticeEndpoints.answer, ({ viewer, params, body }) =>
    answerNotice(context, viewer, { noticeId: params.id, ...body }),
  )
}
