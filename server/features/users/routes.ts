import { teamEndpoints } from '#contract/team.ts'
import { userEndpoints } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { readAuditLog, readAuditPeople } from '../audit/read.ts'
import { changeEmail } from './email.ts'
import {
  changeSuspension,
  endSessionsOf,
  readUserProfile,
  readUserPurchases,
  readUsers,
} from './service.ts'
import { changeRights, readTeam } from './team.ts'

export function userRoutes(route: RouteBinder, context: Context): void {
  route(userEndpoints.list, ({ viewer, query }) => readUsers(context, viewer, query))
  route(userEndpoints.get, ({ viewer, params }) => readUserProfile(context, viewer, params.id))
  route(userEndpoints.listPurchases, ({ viewer, params, query }) =>
    readUserPurchases(context, viewer, { memberId: params.id, ...query }),
  )
  route(userEndpoints.changeEmail, ({ viewer, params, body }) =>
    changeEmail(context, viewer, { memberId: params.id, newEmail: body.newEmail }),
  )
  route(userEndpoints.suspend, ({ viewer, params, body }) =>
    changeSuspension(context, viewer, { memberId: params.id, ...body }),
  )
  route(userEndpoints.endSessions, ({ viewer, params }) =>
    endSessionsOf(context, viewer, params.id),
  )
  route(teamEndpoints.list, ({ viewer }) => readTeam(context, viewer))
  route(teamEndpoints.changeRights, ({ viewer, body }) => changeRights(context, viewer, body))
  route(userEndpoints.auditLog, ({ viewer, query }) => readAuditLog(context, viewer, query))
  route(userEndpoints.auditPeople, () => readAuditPeople(context))
}
