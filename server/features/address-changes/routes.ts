import { emailChangeEndpoints } from '#contract/email-changes.ts'
import type { Context } from '#server/context.ts'
import { deviceName } from '#server/domain/device-name.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { confirmChange, startChange } from './own.ts'
import { agreeToChange, readChange, undoChange } from './service.ts'

export function addressChangeRoutes(route: RouteBinder, context: Context): void {
  route(emailChangeEndpoints.start, async ({ viewer, body }) => {
    await startChange(context, viewer, body.newEmail)
    return { message: 'We sent an email to this address. Enter the code from it.' }
  })
  route(emailChangeEndpoints.confirm, ({ viewer, body, request }) => {
    const device = deviceName(request.headers['user-agent'])
    return confirmChange(context, viewer, { code: body.code, device })
  })
  route(emailChangeEndpoints.read, ({ query, address }) =>
    readChange(context, { token: query.token, address }),
  )
  route(emailChangeEndpoints.undo, ({ body, address }) =>
    undoChange(context, { token: body.token, address }),
  )
  route(emailChangeEndpoints.agree, ({ body, address }) =>
    agreeToChange(context, { token: body.token, address }),
  )
}
