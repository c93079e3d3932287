import { todayEndpoints } from '#contract/today.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { answerStep, readTodayPage } from './service.ts'

export function todayRoutes(route: RouteBinder, context: Context): void {
  route(todayEndpoints.read, ({ viewer }) => readTodayPage(context, viewer))
  route(todayEndpoints.answerStep, ({ viewer, params: { step }, body }) =>
    answerStep(context, viewer, { step, ...body }),
  )
}
