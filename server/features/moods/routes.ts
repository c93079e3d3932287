import { moodEndpoints } from '#contract/moods.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { changeLock, lockNow, readLock, unlock } from './lock.ts'
import { browseEntries, readOnThisDay, removeEntry, saveEntry } from './service.ts'

export function moodRoutes(route: RouteBinder, context: Context): void {
  route(moodEndpoints.list, ({ viewer, query }) => browseEntries(context, viewer, query))
  route(moodEndpoints.onThisDay, ({ viewer }) => readOnThisDay(context, viewer))
  route(moodEndpoints.save, async ({ viewer, body, reply }) => {
    const { entry, isNew } = await saveEntry(context, viewer, body)
    if (!isNew) reply.code(200)
    return entry
  })
  route(moodEndpoints.remove, ({ viewer, params }) => removeEntry(context, viewer, params.id))
  route(moodEndpoints.getLock, ({ viewer }) => readLock(context, viewer))
  route(moodEndpoints.changeLock, ({ viewer, body }) => changeLock(context, viewer, body))
  route(moodEndpoints.lockNow, ({ viewer }) => lockNow(context, viewer))
  route(moodEndpoints.unlock, ({ viewer, body }) => unlock(context, viewer, body.password))
}
