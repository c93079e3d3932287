import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { ERROR_STATUS } from '#contract/errors.ts'
import { LIVE_LIMITS } from '#contract/live.ts'
import { LIVE_SOCKET_PATH } from '#contract/live-room.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/domain/app-error.ts'
import { hasRight } from '#server/domain/viewer.ts'
import { isOwnOrigin } from '#server/http/origin.ts'
import type { Sessions } from '#server/http/session.ts'
import { createSockets, type SocketLimits } from '#server/http/sockets.ts'
import { requireEntry } from '../service.ts'
import { PageSocket } from './connection-service.ts'
import type { LiveSessions } from './session-service.ts'

/** Most sockets: for everyone in the room, and as many who are about to enter. */
const MOST_SOCKETS = 2 * LIVE_LIMITS.people
/** How long a request for a socket may take to be decided. */
const HANDSHAKE_MS = 5_000
/** How long a refusal has to reach the browser. */
const REFUSAL_MS = 2_000
/** Seconds after which a page may try again if there are too many sockets. */
const RETRY_SECONDS = 5

interface SocketRoutes {
  app: FastifyInstance
  context: Context
  sessions: Sessions
  live: LiveSessions
  limits?: Partial<SocketLimits> | undefined
}

/** A WebSocket's upgrade request, before it is answered. */
interface Upgrade {
  request: IncomingMessage
  stream: Duplex
  head: Buffer
}

/** The room's WebSocket, for our own pages of members who may enter the room now. */
export function liveSocketRoutes({ app, context, sessions, live, limits }: SocketRoutes): void {
  const sockets = createSockets(limits)
  const receive = async (upgrade: Upgrade): Promise<void> => {
    const { request, stream } = upgrade
    if (!isOwnOrigin(request.headers, context.config.publicUrl)) return refuseUpgrade(stream, 403)
    const token = app.parseCookie(request.headers.cookie ?? '')[sessions.cookie.name]
    const viewer = await sessions.findViewer(token)
    if (!viewer) return refuseUpgrade(stream, 401)
    if (sockets.size >= MOST_SOCKETS && !hasRight(viewer, 'host')) return refuseUpgrade(stream, 503)
    const { room } = await requireEntry(context, live, viewer)
    sockets.accept(
      { ...upgrade, memberId: viewer.id },
      (socket) => new PageSocket(context, { room, socket, viewer, token }),
    )
  }
  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    stream.on('error', () => stream.destroy())
    if (!isLivePath(request.url)) {
      refuseUpgrade(stream, 404)
      return
    }
    const timer = setTimeout(() => refuseUpgrade(stream, 503), HANDSHAKE_MS).unref()
    receive({ request, stream, head })
      .catch((error: unknown) => {
        if (error instanceof AppError) return refuseUpgrade(stream, ERROR_STATUS[error.code])
        context.log.error({ err: error }, 'a socket of the live room could not be opened')
        refuseUpgrade(stream, 503)
      })
      .finally(() => clearTimeout(timer))
  }
  app.server.on('upgrade', onUpgrade)
  // Runs before the server waits for its connections to close.
  app.addHook('preClose', async () => {
    app.server.off('upgrade', onUpgrade)
    await live.close()
    sockets.close()
  })
}

function isLivePath(url: string | undefined): boolean {
  return url?.split('?')[0] === LIVE_SOCKET_PATH
}

/** Answers an upgrade request with an error, and closes the connection in any case. */
function refuseUpgrade(stream: Duplex, status: number): void {
  if (stream.destroyed) return
  const timer = setTimeout(() => stream.destroy(), REFUSAL_MS).unref()
  stream.on('close', () => clearTimeout(timer))
  const reason = STATUS_CODES[status] ?? 'Refused'
  const wait = status === 503 ? `Retry-After: ${RETRY_SECONDS}\r\n` : ''
  stream.end(
    `HTTP/1.1 ${status} ${reason}\r\n${wait}Connection: close\r\nContent-Length: 0\r\n\r\n`,
    () => stream.destroy(),
  )
}
