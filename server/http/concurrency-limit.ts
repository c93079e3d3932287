import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tooManyAtOnce } from '#server/domain/app-error.ts'
import { sendError } from './errors.ts'
import { createTurns, type TurnLimits } from './turns.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether visitors may call it. Default: true. */
    isPublic?: boolean
  }

  interface FastifyReply {
    /** Lets the caller's next request begin; null if the request isn't limited. */
    releaseSlot: (() => void) | null
  }
}

/**
 * More at once would not be faster, and a visitor from elsewhere would wait for all of them. Many people
 * behind one address may well come at the same moment.
 */
export const CONCURRENCY_LIMITS: TurnLimits = { active: 4, queued: 1_000 }

const RETRY_SECONDS = 2

/**
 * Limits what one network can ask for at once without signing in, whichever page or call it is. A
 * request counts until its response is made, so a slow connection takes no slots from others.
 * Requests beyond the limit are answered with 429.
 */
export function limitConcurrency(
  app: FastifyInstance,
  limits: TurnLimits = CONCURRENCY_LIMITS,
): void {
  const turns = createTurns(limits)
  app.decorateReply('releaseSlot', null)
  app.addHook('onRequest', (request, reply, done) => {
    if (!isLimited(request)) return done()
    const isAccepted = turns.take(request.ip, (end) => {
      if (reply.raw.closed) {
        end()
        return
      }
      reply.releaseSlot = end
      // For an answer that is never made or sent by other means.
      reply.raw.once('close', end)
      done()
    })
    if (!isAccepted) sendError(tooManyAtOnce(RETRY_SECONDS), request, reply)
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.releaseSlot?.()
    done()
  })
}

/** Whether visitors may make the request. A page's own API calls are part of the page's request. */
function isLimited({ method, raw, routeOptions }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && raw.socket instanceof Socket && routeOptions.config.isPublic !== false
}
