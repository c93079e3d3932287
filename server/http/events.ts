import type { FastifyInstance } from 'fastify'
import { eventEndpoints } from '#contract/events.ts'
import type { Context } from '#server/context.ts'
import { findStoryAudience } from '#server/features/stories/service.ts'
import { EventHub, type EventLimits } from './event-hub.ts'
import type { RouteBinder } from './route.ts'
import type { Sessions } from './session.ts'

/**
 * Server-Sent Events (HTML Standard, section 9.2). They are written to the connection itself, to
 * bypass compression and everything else that would delay them.
 */
export function eventRoutes(
  route: RouteBinder,
  input: {
    app: FastifyInstance
    context: Context
    sessions: Sessions
    limits?: Partial<EventLimits> | undefined
  },
): void {
  const { app, context, sessions, limits } = input
  const hub = new EventHub({
    changes: context.changes,
    findViewer: sessions.findViewer,
    findAudience: (storyId) => findStoryAudience(context, storyId),
    onError: (error) => context.log.error({ err: error }, 'live events failed'),
    limits,
  })
  // Before the server waits for its connections to end.
  app.addHook('preClose', async () => hub.close())

  route(eventEndpoints.listen, async ({ viewer, query, request, reply }) => {
    hub.requireCapacity()
    reply.hijack()
    const out = reply.raw
    out.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      // The connection serves nothing else, and so ends with its events.
      Connection: 'close',
      // Otherwise nginx and similar proxies buffer the answer.
      'X-Accel-Buffering': 'no',
    })
    if (request.method === 'HEAD') return void out.end()
    const token = request.cookies[sessions.cookie.name]
    hub.add({ viewer, token, out, lookBackMs: query.lookBack })
  })
}
