import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { tokenBucket } from '#server/domain/token-bucket.ts'

export interface SocketLimits {
  /** Bytes of one message. */
  messageBytes: number
  burst: number
  perSecond: number
  /** Time between pings. A socket that hasn't answered the last one is cut. */
  pingMs: number
  /** The first message must arrive within this time. */
  firstMessageMs: number
  /** A page that falls behind by more bytes than this is disconnected. */
  backlogBytes: number
  /** How many sockets a member can have; one more closes the oldest. */
  perMember: number
}

const LIMITS: SocketLimits = {
  messageBytes: 128 * 1024,
  burst: 60,
  perSecond: 20,
  pingMs: 5_000,
  firstMessageMs: 10_000,
  backlogBytes: 4 * 1024 * 1024,
  perMember: 3,
}
/** How long a closing socket has to send its last bytes. */
const GRACE_MS = 2_000

/** RFC 6455, section 7.4.1. */
const CODES = { done: 1000, goingAway: 1001, misbehaved: 1008, restart: 1012 } as const

/** One open socket with its limits. */
export interface OpenSocket {
  send(text: string): void
  /** Closes it after everything that was sent has gone out. */
  close(): void
}

/** How a socket ended: the page was closed, the connection was cut, or pings went unanswered. */
export type SocketEnd = 'page-closed' | 'cut' | 'silent'

export interface SocketHandlers {
  onMessage(text: string): void
  onClose(how: SocketEnd): void
}

/** Accepts WebSockets from the HTTP server. */
export interface Sockets {
  accept(
    input: { request: IncomingMessage; stream: Duplex; head: Buffer; memberId: string },
    open: (socket: OpenSocket) => SocketHandlers,
  ): void
  readonly size: number
  /** Closes all sockets, so that pages reconnect elsewhere. */
  close(): void
}

export function createSockets(given: Partial<SocketLimits> = {}): Sockets {
  const limits = { ...LIMITS, ...given }
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: limits.messageBytes,
    perMessageDeflate: false,
  })
  const byMember = new Map<string, Set<WebSocket>>()
  const count = (memberId: string, socket: WebSocket): void => {
    const own = byMember.get(memberId) ?? new Set()
    const [oldest] = own
    if (oldest && own.size >= limits.perMember) {
      own.delete(oldest)
      end(oldest, CODES.misbehaved)
    }
    byMember.set(memberId, own.add(socket))
    socket.on('close', () => {
      own.delete(socket)
      if (own.size === 0 && byMember.get(memberId) === own) byMember.delete(memberId)
    })
  }
  return {
    get size() {
      return server.clients.size
    },
    accept: ({ request, stream, head, memberId }, open) => {
      server.handleUpgrade(request, stream, head, (socket) => {
        count(memberId, socket)
        guard(socket, { limits, open })
      })
    },
    close: () => {
      for (const socket of server.clients) end(socket, CODES.restart)
      server.close()
    },
  }
}

function guard(
  socket: WebSocket,
  { limits, open }: { limits: SocketLimits; open: (socket: OpenSocket) => SocketHandlers },
): void {
  const mayPass = tokenBucket(limits, Date.now)
  let isAlive = true
  let isSilent = false
  const ping = setInterval(() => {
    if (!isAlive) {
      isSilent = true
      return socket.terminate()
    }
    isAlive = false
    socket.ping()
  }, limits.pingMs).unref()
  const silence = setTimeout(() => end(socket, CODES.misbehaved), limits.firstMessageMs).unref()

  const handlers = open({
    send: (text) => {
      if (socket.readyState !== socket.OPEN) return
      if (socket.bufferedAmount > limits.backlogBytes) socket.terminate()
      else socket.send(text)
    },
    close: () => end(socket, CODES.done),
  })
  socket.on('pong', () => {
    isAlive = true
  })
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (socket.readyState !== socket.OPEN) return
    clearTimeout(silence)
    if (isBinary || !mayPass()) return end(socket, CODES.misbehaved)
    handlers.onMessage(data.toString())
  })
  // A broken frame or a message that is too long; the socket closes.
  socket.on('error', () => undefined)
  socket.on('close', (code: number) => {
    clearInterval(ping)
    clearTimeout(silence)
    if (isSilent) handlers.onClose('silent')
    else handlers.onClose(code === CODES.goingAway ? 'page-closed' : 'cut')
  })
}

function end(socket: WebSocket, code: number): void {
  socket.close(code)
  setTimeout(() => socket.terminate(), GRACE_MS).unref()
}
