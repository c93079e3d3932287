import { accountEndpoints } from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import { deviceName } from '#server/domain/device-name.ts'
import { createBrowsers } from '#server/http/browser.ts'
import type { RouteBinder } from '#server/http/route.ts'
import type { Sessions } from '#server/http/session.ts'
import { removeAccount } from './deletion.ts'
import { exportData } from './export.ts'

export function accountDataRoutes(route: RouteBinder, context: Context, sessions: Sessions): void {
  route(accountEndpoints.exportData, async ({ viewer, request, reply }) => {
    const device = deviceName(request.headers['user-agent'])
    const { filename, stream } = await exportData(context, viewer, device)
    reply
      .type('application/zip')
      .header('Content-Disposition', `attachment; filename="${filename}"`)
      .send(stream)
  })
  const browsers = createBrowsers(sessions)
  route(accountEndpoints.removeAccount, async (call) => {
    const { viewer, body, reply } = call
    await removeAccount(context, viewer, { ...body, browser: browsers.of(call) })
    const { maxAge: _, ...options } = sessions.cookie.options
    reply.clearCookie(sessions.cookie.name, options)
    return undefined
  })
}
