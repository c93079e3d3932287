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
  /** How long a body may keep arriving after its call was answered. */
  discardMs: number
}

/** A 25 MB recording over a phone at 4 kB/s takes 107 minutes, which is allowed. */
export const SLOW_LIMITS: SlowLimits = {
  checkMs: 5_000,
  windowMs: 30_000,
  windowBytes: 8 * 1024,
  wholeMs: 60_000,
  slowestRate: 4 * 1024,
  discardMs: 5_000,
}

interface OpenBody {
  request: FastifyRequest
  reply: FastifyReply
  socket: Socket
  endsBy: number
  window: { start: number; bytes: number }
  answeredAt: number | undefined
}

/**
 * Ends requests whose bodies barely arrive: dripping, half-sent, or still arriving long after the
 * answer. They are judged by progress, so a large upload over a slow connection gets through.
 */
export function closeSlowBodies(app: FastifyInstance, limits: SlowLimits = SLOW_LIMITS): void {
  const open = new Set<OpenBody>()
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    // Tests without a network have no socket.
    if (declaredBytes(request) !== 0 && socket instanceof Socket) {
      const now = Date.now()
      const allowed = limits.wholeMs + (request.routeOptions.bodyLimit / limits.slowestRate) * 1_000
      const window = { start: now, bytes: socket.bytesRead }
      const body = { request, reply, socket, endsBy: now + allowed, window, answeredAt: undefined }
      open.add(body)
      request.raw.once('close', () => open.delete(body))
    }
    done()
  })
  const timer = setInterval(() => {
    const now = Date.now()
    for (const body of open) check(body, now, limits)
  }, limits.checkMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

function check(body: OpenBody, now: number, limits: SlowLimits): void {
  const { request, reply, socket, window } = body
  if (request.raw.complete) return
  if (reply.raw.writableEnded) {
    body.answeredAt ??= now
    if (now - body.answeredAt >= limits.discardMs) socket.destroy()
    return
  }
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
  reply.raw.once('finish', () => socket.destroySoon())
  sendError(new AppError('invalid_input', sentence), request, reply)
}
