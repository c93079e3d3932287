import { notificationEndpoints } from '#contract/notifications.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { countUnreadNotifications, readAll, readNotifications, readOne } from './inbox.ts'
import {
  readNotificationSettings,
  saveNotificationSettings,
  subscribe,
  unsubscribe,
} from './settings.ts'

export function notificationRoutes(route: RouteBinder, context: Context): void {
  route(notificationEndpoints.list, ({ viewer, query }) =>
    readNotifications(context, viewer, query),
  )
  route(notificationEndpoints.count, ({ viewer }) => countUnreadNotifications(context, viewer))
  route(notificationEndpoints.markRead, ({ viewer, params }) => readOne(context, viewer, params.id))
  route(notificationEndpoints.markAllRead, ({ viewer }) => readAll(context, viewer))
  route(notificationEndpoints.getSettings, ({ viewer }) =>
    readNotificationSettings(context, viewer),
  )
  route(notificationEndpoints.saveSettings, ({ viewer, body }) =>
    saveNotificationSettings(context, viewer, body),
  )
  route(notificationEndpoints.subscribe, ({ viewer, body }) => subscribe(context, viewer, body))
  route(notificationEndpoints.unsubscribe, ({ viewer, body }) => unsubscribe(context, viewer, body))
}
