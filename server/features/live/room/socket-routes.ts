import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { LIVE_LIMITS } from '#contract/live.ts'
import {
  ClientMessage,
  LIVE_SOCKET_PATH,
  LIVE_SOCKET_PROTOCOL,
  type ServerMessage,
} from '#contract/live-room.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/domain/app-error.ts'
import { hasRight } from '#server/domain/viewer.ts'
import { HOP_HEADER } from '#server/http/forward.ts'
import { createSocketForwarder, refuseUpgrade, type Upgrade } from '#server/http/forward-socket.ts'
import { isOwnOrigin } from '#server/http/origin.ts'
import type { Sessions } from '#server/http/session.ts'
import {
  createSockets,
  type OpenSocket,
  type SocketHandlers,
  type SocketLimits,
} from '#server/http/sockets.ts'
import { type Admission, redeemTicket } from './entrance-service.ts'
import type { LiveNode } from './node-service.ts'
import type { Visitor } from './seats-service.ts'
import type { Visit } from './visits-service.ts'

/** Most sockets per node: for everyone in the room, and as many who are about to enter. */
const MOST_SOCKETS = 2 * LIVE_LIMITS.people
/** How long a request for a socket may take to be decided. */
const HANDSHAKE_MS = 5_000

interface SocketRoutes {
  app: FastifyInstance
  context: Context
  sessions: Sessions
  node: LiveNode
  limits?: Partial<SocketLimits> | undefined
}

/** The room's WebSocket, for our own pages with their member's ticket. */
export function liveSocketRoutes({ app, context, sessions, node, limits }: SocketRoutes): void {
  const sockets = createSockets(limits)
  const forwarder = createSocketForwarder()
  const receive = async (upgrade: Upgrade): Promise<void> => {
    const { request, stream } = upgrade
    if (!isOwnOrigin(request.headers, context.config.publicUrl)) return refuseUpgrade(stream, 403)
    const cookies = app.parseCookie(request.headers.cookie ?? '')
    const token = cookies[sessions.cookie.name]
    const viewer = await sessions.findViewer(token)
    if (!viewer) return refuseUpgrade(stream, 401)
    const ticket = readTicket(request)
    if (!ticket) return refuseUpgrade(stream, 403)
    const where = await node.locate()
    if (where.place === 'there') {
      if (request.headers[HOP_HEADER] !== undefined) return refuseUpgrade(stream, 503)
      return forwarder.forward(upgrade, where.url)
    }
    if (sockets.size >= MOST_SOCKETS && !hasRight(viewer, 'host')) return refuseUpgrade(stream, 503)
    const admission = await redeemTicket(context, { viewer, ticket })
    if (!admission) return refuseUpgrade(stream, 403)
    sockets.accept({ ...upgrade, memberId: viewer.id }, (socket) =>
      talk(context, { socket, node, visitor: { viewer, token }, admission }),
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
        context.log.error({ err: error }, 'a socket of the live room could not be opened')
        refuseUpgrade(stream, 503)
      })
      .finally(() => clearTimeout(timer))
  }
  app.server.on('upgrade', onUpgrade)
  // Runs before the server waits for its connections to close.
  app.addHook('preClose', async () => {
    app.server.off('upgrade', onUpgrade)
    await node.close()
    sockets.close()
    forwarder.close()
  })
}

function isLivePath(url: string | undefined): boolean {
  return url?.split('?')[0] === LIVE_SOCKET_PATH
}

/** The ticket beside the subprotocol's name (RFC 6455, section 4.1). */
function readTicket({ headers }: IncomingMessage): string | undefined {
  const [protocol, ticket] = headers['sec-websocket-protocol']?.split(/\s*,\s*/) ?? []
  return protocol === LIVE_SOCKET_PROTOCOL ? ticket : undefined
}

interface Talk {
  socket: OpenSocket
  node: LiveNode
  visitor: Visitor
  admission: Admission
}

/** Handles the messages of one socket: `hello` first, and everything else after the welcome. */
function talk(context: Context, { socket, node, visitor, admission }: Talk): SocketHandlers {
  let visit: Visit | undefined
  let hasGreeted = false
  let isOpen = true
  const say = (message: ServerMessage): void => socket.send(JSON.stringify(message))

  const greet = async ({ resume }: Extract<ClientMessage, { type: 'hello' }>): Promise<void> => {
    const where = await node.locate()
    if (where.place === 'off') {
      say({ type: 'ended', reason: 'off-air' })
      return socket.close()
    }
    // Another node has taken over the room since the socket was opened.
    if (where.place === 'there') return socket.close()
    visit = await where.running.entrance.greet({ socket, visitor, admission, resume })
    // The page may have left while it was being let in.
    if (!isOpen) visit?.lose('cut')
  }
  const fail = (error: unknown): void => {
    if (error instanceof AppError) say({ type: 'refused', sentence: error.message })
    else context.log.error({ err: error }, 'a page could not be let into the live room')
    socket.close()
  }

  return {
    onMessage: (text) => {
      const message = parseMessage(text)
      if (!hasGreeted) {
        hasGreeted = true
        if (message?.type !== 'hello') return socket.close()
        greet(message).catch(fail)
        return
      }
      if (!message || message.type === 'hello') {
        return say({ type: 'refused', sentence: 'This message could not be read.' })
      }
      visit?.receive(message)
    },
    onClose: (how) => {
      isOpen = false
      visit?.lose(how)
    },
  }
}

function parseMessage(text: string): ClientMessage | undefined {
  try {
    return ClientMessage.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
