import { securityLogEndpoints } from '#contract/security-log.ts'
import type { Context } from '#server/context.ts'
import { deviceName } from '#server/domain/device-name.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { endOtherSessions } from '../accounts/sessions.ts'
import { readSecurityLog } from './service.ts'

export function securityLogRoutes(route: RouteBinder, context: Context): void {
  route(securityLogEndpoints.list, ({ viewer }) => readSecurityLog(context, viewer))
  route(securityLogEndpoints.endOtherSessions, ({ viewer, request }) =>
    endOtherSessions(context, viewer, deviceName(request.headers['user-agent'])),
  )
}
