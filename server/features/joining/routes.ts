import { joiningEndpoints } from '#contract/joining.ts'
import type { Context } from '#server/context.ts'
import { versioned } from '#server/domain/version.ts'
import { createBrowsers } from '#server/http/browser.ts'
import type { RouteBinder } from '#server/http/route.ts'
import type { Sessions } from '#server/http/session.ts'
import { checkInvitation } from './admission.ts'
import { apply, approveApplication, declineApplication, readApplications } from './applications.ts'
import { createInvitation, readInvitations, revokeInvitation } from './invitations.ts'
import { readJoining, saveJoining } from './service.ts'

export function joiningRoutes(route: RouteBinder, context: Context, sessions: Sessions): void {
  const browsers = createBrowsers(sessions)
  route(joiningEndpoints.read, () => readJoining(context))
  route(joiningEndpoints.checkInvitation, ({ body, address }) =>
    checkInvitation(context, { token: body.token, address }),
  )
  route(joiningEndpoints.apply, (call) =>
    apply(context, { application: call.body, browser: browsers.of(call) }),
  )
  route(joiningEndpoints.listApplications, ({ viewer, query }) =>
    readApplications(context, viewer, query),
  )
  route(joiningEndpoints.approveApplication, ({ viewer, params }) =>
    approveApplication(context, viewer, params.id),
  )
  route(joiningEndpoints.declineApplication, ({ viewer, params, body }) =>
    declineApplication(context, viewer, { applicationId: params.id, reason: body.reason }),
  )
  route(joiningEndpoints.getSettings, async () => versioned(await readJoining(context)))
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
