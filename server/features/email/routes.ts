import { emailEndpoints } from '#contract/email.ts'
import type { Context } from '#server/context.ts'
import { versioned } from '#server/domain/version.ts'
import { Redirect, type RouteBinder } from '#server/http/route.ts'
import { readEvents, receiveMailEvent } from './events.ts'
import { readEmailHealth } from './health.ts'
import {
  changeSubscription,
  readPreferences,
  readUnsubscription,
  savePreferences,
} from './preferences.ts'
import { readOutbox } from './service.ts'
import { readEmailSettings, saveEmailSettings } from './settings.ts'
import { liftBounce, readBounced } from './suppression.ts'

export function emailRoutes(route: RouteBinder, context: Context): void {
  route(emailEndpoints.listOutbox, ({ viewer, query }) => readOutbox(context, viewer, query))
  route(emailEndpoints.listEvents, ({ query }) => readEvents(context, query))
  route(emailEndpoints.listBounced, ({ query }) => readBounced(context, query))
  route(emailEndpoints.liftBounce, ({ viewer, params, body }) =>
    liftBounce(context, viewer, { ...params, ...body }),
  )
  route(emailEndpoints.health, () => readEmailHealth(context))
  route(emailEndpoints.getSettings, async () => versioned(await readEmailSettings(context.db)))
  route(emailEndpoints.saveSettings, ({ viewer, body }) => saveEmailSettings(context, viewer, body))
  route(emailEndpoints.getPreferences, ({ viewer }) => readPreferences(context, viewer))
  route(emailEndpoints.savePreferences, ({ viewer, body }) =>
    savePreferences(context, viewer, body),
  )
  route(emailEndpoints.unsubscription, async ({ query: { token }, address, request, reply }) => {
    reply.header('Vary', 'Accept')
    if (isNavigation(request.headers.accept)) {
      return new Redirect(`/unsubscribe?token=${encodeURIComponent(token)}`, 303)
    }
    return readUnsubscription(context, { token, address })
  })
  route(emailEndpoints.unsubscribe, ({ query: { token, again }, address }) =>
    changeSubscription(context, { token, address, again: again === 'true' }),
  )
  route(emailEndpoints.resendWebhook, ({ request: { headers }, rawBody: body }) =>
    receiveMailEvent(context, { headers, body }),
  )
}

/** Whether a browser requests a page, as when a person follows a link. */
function isNavigation(accept: string | undefined): boolean {
  return /(^|,)\s*text\/html\s*(;|,|$)/i.test(accept ?? '')
}
