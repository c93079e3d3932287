import { actionEndpoints } from '#contract/actions.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import {
  changePersonalAction,
  createPersonalAction,
  readPersonalActions,
  removePersonalAction,
} from './personal.ts'
import {
  chooseRestDays,
  completeSystemAction,
  readSystemActions,
  readWeek,
  uncompleteSystemAction,
} from './service.ts'

export function actionRoutes(route: RouteBinder, context: Context): void {
  bindSystemActions(route, context)
  bindPersonalActions(route, context)
}

function bindSystemActions(route: RouteBinder, context: Context): void {
  route(actionEndpoints.listSystem, ({ viewer, query }) =>
    readSystemActions(context, viewer, query),
  )
  route(actionEndpoints.completeSystem, ({ viewer, body }) =>
    completeSystemAction(context, viewer, body),
  )
  route(actionEndpoints.uncompleteSystem, ({ viewer, params, query }) =>
    uncompleteSystemAction(context, viewer, { ...query, actionType: params.actionType }),
  )
  route(actionEndpoints.week, ({ viewer }) => readWeek(context, viewer))
  route(actionEndpoints.chooseRestDays, ({ viewer, body }) =>
    chooseRestDays(context, viewer, { weekdays: body.weekdays, version: body.version }),
  )
}

function bindPersonalActions(route: RouteBinder, context: Context): void {
  route(actionEndpoints.listPersonal, ({ viewer, query }) =>
    readPersonalActions(context, viewer, query),
  )
  route(actionEndpoints.createPersonal, ({ viewer, body }) =>
    createPersonalAction(context, viewer, { content: body.actionContent, key: body.key }),
  )
  route(actionEndpoints.changePersonal, ({ viewer, params, body }) =>
    changePersonalAction(context, viewer, { ...body, id: params.id }),
  )
  route(actionEndpoints.removePersonal, ({ viewer, params }) =>
    removePersonalAction(context, viewer, params.id),
  )
}
