import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { AppError } from '#server/domain/app-error.ts'
import { networkOf } from '#server/domain/network.ts'
import { answerError } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether visitors may call it. Default: true. */
    isPublic?: boolean
  }

  interface FastifyReply {
    /** Ends the caller's turn; null without one. */
    endTurn: (() => void) | null
  }
}

export interface TurnLimits {
  /** How many public requests of one network are handled at once. */
  atOnce: number
  /** How many more of them may wait for their turn; beyond that, they are answered with 429. */
  waiting: number
}

/** More at once would not be faster; people behind one address may well come at the same moment. */
export const TURN_LIMITS: TurnLimits = { atOnce: 50, waiting: 1_000 }

const RETRY_SECONDS = 2

interface Caller {
  active: number
  /** In the order in which they came. */
  waiting: (() => void)[]
}

/**
 * Limits what one network can ask for at once without signing in, whichever page or call it is, so
 * everyone else waits for a few of its requests at most. A turn ends when the answer is made, so a
 * slow connection takes no turns from others.
 */
export function limitCallers(app: FastifyInstance, limits: TurnLimits = TURN_LIMITS): void {
  const callers = new Map<string, Caller>()
  // Parsing an address takes as long as answering from memory.
  const networks = new LRUCache<string, string>({ max: 10_000, memoMethod: networkOf })
  app.decorateReply('endTurn', null)
  app.addHook('onRequest', (request, reply, done) => {
    if (!isLimited(request)) return done()
    const network = networks.memo(request.ip)
    const caller = callers.get(network) ?? { active: 0, waiting: [] }
    callers.set(network, caller)
    /** Begins with a turn that is already counted. */
    const begin = (): void => {
      const end = once(() => {
        const next = caller.waiting.shift()
        // Other callers come first.
        if (next) setImmediate(next)
        else caller.active -= 1
        if (caller.active === 0) callers.delete(network)
      })
      if (reply.raw.closed) {
        end()
        return
      }
      reply.endTurn = end
      // For an answer that is never made or sent by other means.
      reply.raw.once('close', end)
      done()
    }
    if (caller.active < limits.atOnce) {
      caller.active += 1
      begin()
    } else if (caller.waiting.length < limits.waiting) {
      caller.waiting.push(begin)
    } else {
      answerError(tooManyAtOnce(), request, reply)
    }
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.endTurn?.()
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

function tooManyAtOnce(): AppError {
  const sentence = 'Too many requests at once. Try again in a moment.'
  return new AppError('rate_limited', sentence, { retryAfterSeconds: RETRY_SECONDS })
}

/** Whether visitors may make the request. What a page asks for itself is part of its own turn. */
function isLimited({ method, raw, routeOptions }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && raw.socket instanceof Socket && routeOptions.config.isPublic !== false
}
