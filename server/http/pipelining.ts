import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * How many requests of one connection may wait for the answer to an earlier one. Browsers and
 * proxies send the next request only after the answer.
 */
const MOST_WAITING = 10

/** The last request of a connection, and how many are waiting. */
interface Pipeline {
  last: ServerResponse
  waiting: number
}

/**
 * Handles the requests of a connection one at a time: the next one begins once the system has taken
 * the whole answer to the last one. So a client that sends faster than it reads only slows itself
 * down; Node alone starts every request of a packet at once, which can be 2,000. A connection with
 * too many unanswered requests is closed, and clients repeat those (RFC 9112, section 9.3.2).
 */
export function handleOneAtATime(app: FastifyInstance): void {
  const pipelines = new WeakMap<Socket, Pipeline>()
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    // Injected requests have no socket.
    if (!(socket instanceof Socket)) return done()
    // Node parses the rest of a packet even after its connection is closed.
    if (socket.destroyed) return
    const pipeline = pipelines.get(socket)
    if (!pipeline) {
      pipelines.set(socket, { last: reply.raw, waiting: 0 })
      return done()
    }
    const { last } = pipeline
    pipeline.last = reply.raw
    if (last.closed) return done()
    if (pipeline.waiting === MOST_WAITING) return void socket.destroy()
    pipeline.waiting += 1
    last.once('close', () => {
      pipeline.waiting -= 1
      // Other connections come first. Nobody needs the answer on a closed one.
      if (!socket.destroyed) setImmediate(done)
    })
  })
}
