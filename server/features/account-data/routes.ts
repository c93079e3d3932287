import { accountEndpoints } from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import type { Sessions } from '#server/http/session.ts'
import { exportData } from './export-service.ts'
import { removeAccount } from './service.ts'

export function accountDataRoutes(route: RouteBinder, context: Context, sessions: Sessions): void {
  route(accountEndpoints.exportData, async ({ viewer, reply }) => {
    const { filename, stream } = await exportData(context, viewer)
    return reply
      .type('application/zip')
      .header('Content-Disposition', `attachment; filename="${filename}"`)
      .send(stream)
  })
  route(accountEndpoints.removeAccount, async ({ viewer, body, reply }) => {
    await removeAccount(context, viewer, body)
    const { maxAge: _, ...options } = sessions.cookie.options
    reply.clearCookie(sessions.cookie.name, options)
    return undefined
  })
}
