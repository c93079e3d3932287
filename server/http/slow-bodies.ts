import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/domain/app-error.ts'
import { sendError } from './errors.ts'
import { declaredBytes } from './receive-body.ts'

export interface SlowLimits {
  /** How often incoming bodies are checked. */
  checkMs: number
  /** In each window of this length, `windowBytes` must arrive, or the request is refused. */
  windowMs: number
  windowBytes: number
  /** Time for a whole body, plus the time that its maximum size takes at `slowestRate`. */
  wholeMs: number
  /** Bytes a second. */
  slowestRate: number
  /** How long, and with how many bytes, a body may keep arriving after its call was answered. */
  discardMs: number
  discardBytes: number
  /** How many such bodies there may be at once; one more ends the oldest. */
  discards: number
}

/** A 25 MB recording over a phone at 4 kB/s takes 107 minutes, which is allowed. */
export const SLOW_LIMITS: SlowLimits = {
  checkMs: 5_000,
  windowMs: 30_000,
  windowBytes: 8 * 1024,
  wholeMs: 60_000,
  slowestRate: 4 * 1024,
  // Browsers read an answer only after they have sent the body. 40 MB at 3 Mbit/s take this long.
  discardMs: 120_000,
  discardBytes: 64 * 1024 * 1024,
  discards: 1_000,
}

interface OpenBody {
  request: FastifyRequest
  reply: FastifyReply
  socket: Socket
  endsBy: number
  window: { start: number; bytes: number }
}

/**
 * Ends requests whose bodies barely arrive: dripping, half-sent, or still arriving long after the
 * answer. They are judged by progress, so a large upload over a slow connection gets through.
 */
export function closeSlowBodies(app: FastifyInstance, limits: SlowLimits = SLOW_LIMITS): void {
  const open = new Set<OpenBody>()
  const discards = createDiscards(limits)
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    const { socket } = raw
    // Tests without a network have no socket.
    if (declaredBytes(request) !== 0 && socket instanceof Socket) {
      const now = Date.now()
      const allowed = limits.wholeMs + (request.routeOptions.bodyLimit / limits.slowestRate) * 1_000
      const window = { start: now, bytes: socket.bytesRead }
      const body = { request, reply, socket, endsBy: now + allowed, window }
      open.add(body)
      reply.raw.once('finish', () => {
        open.delete(body)
        if (!raw.complete) discards.add(raw, socket)
      })
      raw.once('close', () => open.delete(body))
      closeAfterBody(raw, socket)
    }
    done()
  })
  const timer = setInterval(() => {
    const now = Date.now()
    for (const body of open) check(body, now, limits)
    discards.check(now)
  }, limits.checkMs)
  timer.unref()
  // A stop waits for open connections, and nobody needs the rest of these bodies.
  app.addHook('preClose', async () => discards.end())
  app.addHook('onClose', async () => clearInterval(timer))
}

/**
 * Closes a connection in two steps if its last answer is sent before the request has arrived: our
 * side at once, the other once the body is read. A connection that is closed with unread bytes is
 * reset, and most clients then report a lost connection instead of the answer (RFC 9112, section
 * 9.6).
 */
function closeAfterBody(raw: IncomingMessage, socket: Socket): void {
  socket.destroySoon = () => {
    if (raw.complete || raw.destroyed) Socket.prototype.destroySoon.call(socket)
    else socket.end()
  }
  raw.once('close', () => {
    socket.destroySoon = Socket.prototype.destroySoon
    if (socket.writableEnded) socket.destroySoon()
  })
}

interface Discards {
  /** Reads and discards the rest of an answered request. */
  add(raw: IncomingMessage, socket: Socket): void
  /** Ends those that take too long or send too much. */
  check(now: number): void
  /** Ends all of them, and each one that is added from now on. */
  end(): void
}

function createDiscards({ discardMs, discardBytes, discards }: SlowLimits): Discards {
  // In the order in which they were answered.
  const open = new Map<Socket, { since: number; bytes: number }>()
  let most = discards
  const endOldest = (): void => {
    for (const socket of open.keys()) {
      if (open.size <= most) return
      open.delete(socket)
      socket.destroy()
    }
  }
  return {
    add(raw, socket) {
      open.set(socket, { since: Date.now(), bytes: socket.bytesRead })
      raw.once('close', () => open.delete(socket))
      // A form that was refused halfway is still connected to its parser.
      raw.unpipe().resume()
      endOldest()
    },
    check(now) {
      for (const [socket, { since, bytes }] of open) {
        if (now - since < discardMs && socket.bytesRead - bytes < discardBytes) continue
        open.delete(socket)
        socket.destroy()
      }
    },
    end() {
      most = 0
      endOldest()
    },
  }
}

function check(body: OpenBody, now: number, limits: SlowLimits): void {
  const { request, socket, window } = body
  if (request.raw.complete) return
  if (now > body.endsBy) {
    refuse(body)
    return
  }
  // If bytes are waiting to be read, the delay is this server's.
  const isCallerSlow = request.raw.readableLength === 0
  if (now - window.start < limits.windowMs) return
  if (isCallerSlow && socket.bytesRead - window.bytes < limits.windowBytes) refuse(body)
  else body.window = { start: now, bytes: socket.bytesRead }
}

function refuse({ request, reply, socket }: OpenBody): void {
  if (reply.sent || reply.raw.headersSent) {
    socket.destroy()
    return
  }
  const sentence = 'Your request took too long to arrive. Check your connection and try again.'
  reply.header('Connection', 'close')
  reply.raw.once('finish', () => socket.destroy())
  sendError(new AppError('invalid_input', sentence), request, reply)
}
