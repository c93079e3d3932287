import { userEndpoints } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { readAuditLog } from '../audit/service.ts'
import { changeEmail } from './email-service.ts'
import { changeRole, changeSuspension, endSessionsOf, readUsers } from './service.ts'

export function userRoutes(route: RouteBinder, context: Context): void {
  route(userEndpoints.list, ({ viewer, query }) => readUsers(context, viewer, query))
  route(userEndpoints.changeEmail, ({ viewer, params, body }) =>
    changeEmail(context, viewer, { memberId: params.id, newEmail: body.newEmail }),
  )
  route(userEndpoints.changeRole, ({ viewer, params, body }) =>
    changeRole(context, viewer, { memberId: params.id, isAdmin: body.isAdmin }),
  )
  route(userEndpoints.suspend, ({ viewer, params, body }) =>
    changeSuspension(context, viewer, { memberId: params.id, isSuspended: body.isSuspended }),
  )
  route(userEndpoints.endSessions, async ({ viewer, params }) => {
    await endSessionsOf(context, viewer, params.id)
    return undefined
  })
  route(userEndpoints.auditLog, ({ query }) => readAuditLog(context, query))
}
