import { joiningEndpoints } from '#contract/joining.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { checkInvitation } from './admission-service.ts'
import { createInvitation, readInvitations, revokeInvitation } from './invitations-service.ts'
import { readJoining, saveJoining } from './service.ts'

export function joiningRoutes(route: RouteBinder, context: Context): void {
  route(joiningEndpoints.read, () => readJoining(context))
  route(joiningEndpoints.checkInvitation, ({ body, address }) =>
    checkInvitation(context, { token: body.token, address }),
  )
  route(joiningEndpoints.getSettings, () => readJoining(context))
  route(joiningEndpoints.saveSettings, ({ viewer, body }) => saveJoining(context, viewer, body))
  route(joiningEndpoints.listInvitations, ({ viewer, query }) =>
    readInvitations(context, viewer, query),
  )
  route(joiningEndpoints.createInvitation, ({ viewer, body }) =>
    createInvitation(context, viewer, body),
  )
  route(joiningEndpoints.revokeInvitation, ({ viewer, params }) =>
    revokeInvitation(context, viewer, params.id),
  )
}
