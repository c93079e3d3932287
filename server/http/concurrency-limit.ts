import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { tooManyAtOnce } from '#server/domain/app-error.ts'
import { networkOf } from '#server/domain/network.ts'
import { sendError } from './errors.ts'

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

export interface ConcurrencyLimits {
  /** How many public requests of one network are handled at once. */
  active: number
  /** How many more of them may wait; beyond that, they are answered with 429. */
  queued: number
}

/** More at once would not be faster; people behind one address may well come at the same moment. */
export const CONCURRENCY_LIMITS: ConcurrencyLimits = { active: 50, queued: 1_000 }

const RETRY_SECONDS = 2

interface Caller {
  active: number
  /** In the order in which they came. */
  queue: (() => void)[]
}

/**
 * Limits what one network can ask for at once without signing in, whichever page or call it is, so
 * everyone else waits for a few of its requests at most. A request counts until its response is made,
 * so a slow connection takes no slots from others.
 */
export function limitConcurrency(
  app: FastifyInstance,
  limits: ConcurrencyLimits = CONCURRENCY_LIMITS,
): void {
  const callers = new Map<string, Caller>()
  // Parsing an address takes as long as answering from memory.
  const networks = new LRUCache<string, string>({ max: 10_000, memoMethod: networkOf })
  app.decorateReply('releaseSlot', null)
  app.addHook('onRequest', (request, reply, done) => {
    if (!isLimited(request)) return done()
    const network = networks.memo(request.ip)
    const caller = callers.get(network) ?? { active: 0, queue: [] }
    callers.set(network, caller)
    /** Begins a request that is already counted. */
    const begin = (): void => {
      const end = once(() => {
        const next = caller.queue.shift()
        // Other callers come first.
        if (next) setImmediate(next)
        else caller.active -= 1
        if (caller.active === 0) callers.delete(network)
      })
      if (reply.raw.closed) {
        end()
        return
      }
      reply.releaseSlot = end
      // For an answer that is never made or sent by other means.
      reply.raw.once('close', end)
      done()
    }
    if (caller.active < limits.active) {
      caller.active += 1
      begin()
    } else if (caller.queue.length < limits.queued) {
      caller.queue.push(begin)
    } else {
      sendError(tooManyAtOnce(RETRY_SECONDS), request, reply)
    }
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.releaseSlot?.()
    done()
  })
}

function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) act()
    isDone = true
  }
}

/** Whether visitors may make the request. A page's own API calls are part of the page's request. */
function isLimited({ method, raw, routeOptions }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && raw.socket instanceof Socket && routeOptions.config.isPublic !== false
}
