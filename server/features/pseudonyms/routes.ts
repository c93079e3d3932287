import { pseudonymEndpoints } from '#contract/pseudonyms.ts'
import type { Context } from '#server/context.ts'
import { deviceName } from '#server/domain/device-name.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { changePseudonym, readAllowance } from './service.ts'

export function pseudonymRoutes(route: RouteBinder, context: Context): void {
  route(pseudonymEndpoints.allowance, ({ viewer }) => readAllowance(context, viewer))
  route(pseudonymEndpoints.change, ({ viewer, body, request }) => {
    const device = deviceName(request.headers['user-agent'])
    return changePseudonym(context, viewer, {
      name: body.anonymousUsername,
      version: body.version,
      device,
    })
  })
}
