import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { ERROR_STATUS } from '#contract/errors.ts'
import { LIVE_LIMITS } from '#contract/live.ts'
import { ClientMessage, LIVE_SOCKET_PATH, type ServerMessage } from '#contract/live-room.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/domain/app-error.ts'
import { tokenBucket } from '#server/domain/token-bucket.ts'
import { hasRight } from '#server/domain/viewer.ts'
import { isOwnOrigin } from '#server/http/origin.ts'
import type { Sessions } from '#server/http/session.ts'
import {
  createSockets,
  type OpenSocket,
  type SocketEnd,
  type SocketHandlers,
  type SocketLimits,
} from '#server/http/sockets.ts'
import { requireEntry } from '../service.ts'
import type { Connection, LiveRoom, PageMessage } from './room.ts'
import type { LiveSessions } from './session.ts'

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

/** Limits offers, because answering one is expensive and a browser needs to reconnect only rarely. */
const OFFERS = { burst: 6, perSecond: 0.5 }

type Hello = Extract<ClientMessage, { type: 'hello' }>
type Offer = Extract<ClientMessage, { type: 'offer' }>

/** Handles the messages of one page's socket: `hello` first, and everything else after the welcome. */
class PageSocket implements SocketHandlers {
  readonly #context: Context
  readonly #room: LiveRoom
  readonly #socket: OpenSocket
  readonly #connection: Connection
  readonly #mayOffer = tokenBucket(OFFERS, Date.now)
  #hasSaidHello = false
  #isOpen = true
  /** The participant, from the welcome on. */
  #id: string | undefined

  constructor(
    context: Context,
    input: { room: LiveRoom; socket: OpenSocket } & Pick<Connection, 'viewer' | 'token'>,
  ) {
    const { room, socket, viewer, token } = input
    this.#context = context
    this.#room = room
    this.#socket = socket
    this.#connection = { viewer, token, socket }
  }

  onMessage(text: string): void {
    const message = parseMessage(text)
    if (!this.#hasSaidHello) this.#handleFirst(message)
    else if (!message || message.type === 'hello') {
      this.#say({ type: 'refused', sentence: 'This message could not be read.' })
    } else this.#handleNext(message)
  }

  onClose(how: SocketEnd): void {
    this.#isOpen = false
    const id = this.#currentId()
    if (id !== undefined) this.#room.disconnect(id, how)
  }

  #handleFirst(message: ClientMessage | undefined): void {
    this.#hasSaidHello = true
    if (message?.type !== 'hello') this.#socket.close()
    else this.#enter(message).catch((error: unknown) => this.#refuse(error))
  }

  #handleNext(message: PageMessage | Offer): void {
    const id = this.#currentId()
    if (id === undefined) return
    if (message.type !== 'offer') this.#room.receive(id, message)
    else this.#answer(id, message).catch((error) => this.#reply(this.#refusalOf(error)))
  }

  async #enter({ resume }: Hello): Promise<void> {
    this.#id = await this.#room.enter(this.#connection, resume)
    // The page may have left while it was being let in.
    if (!this.#isOpen) this.onClose('cut')
  }

  async #answer(id: string, offer: Offer): Promise<void> {
    if (!this.#mayOffer()) throw new AppError('rate_limited', 'Your browser connects too often.')
    this.#reply({ type: 'answer', sdp: await this.#room.sound.answer(id, offer) })
  }

  /** Undefined outside the room, and once the page has reconnected with another socket. */
  #currentId(): string | undefined {
    const id = this.#id
    return id !== undefined && this.#room.isConnected(id, this.#connection) ? id : undefined
  }

  #reply(message: ServerMessage): void {
    if (this.#currentId() !== undefined) this.#say(message)
  }

  #say(message: ServerMessage): void {
    this.#socket.send(JSON.stringify(message))
  }

  /** The page can't enter. */
  #refuse(error: unknown): void {
    this.#say(this.#refusalOf(error))
    this.#socket.close()
  }

  #refusalOf(error: unknown): ServerMessage {
    if (error instanceof AppError) return { type: 'refused', sentence: error.message }
    this.#context.log.error({ err: error }, 'a page of the live room could not be answered')
    return { type: 'refused', sentence: 'Something went wrong on our side. Please try again.' }
  }
}

function parseMessage(text: string): ClientMessage | undefined {
  try {
    return ClientMessage.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
