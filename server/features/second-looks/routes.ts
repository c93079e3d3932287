import { secondLookEndpoints } from '#contract/second-looks.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { answerSecondLook, readSecondLooks } from './answer.ts'
import { askSecondLook, askWhileSuspended, readOwnSecondLooks } from './ask.ts'

export function secondLookRoutes(route: RouteBinder, context: Context): void {
  route(secondLookEndpoints.listOwn, ({ viewer }) => readOwnSecondLooks(context, viewer))
  route(secondLookEndpoints.ask, ({ viewer, body }) => askSecondLook(context, viewer, body))
  route(secondLookEndpoints.askSuspended, ({ body, address }) =>
    askWhileSuspended(context, { ...body, address }),
  )
  route(secondLookEndpoints.list, ({ viewer, query }) => readSecondLooks(context, viewer, query))
  route(secondLookEndpoints.answer, ({ viewer, params, body }) =>
    answerSecondLook(context, viewer, { secondLookId: params.id, ...body }),
  )
}
