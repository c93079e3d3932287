import { ClientMessage, type ServerMessage } from '#contract/live-room.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/domain/app-error.ts'
import { tokenBucket } from '#server/domain/token-bucket.ts'
import type { OpenSocket, SocketEnd, SocketHandlers } from '#server/http/sockets.ts'
import type { Connection, LiveRoom, PageMessage } from './room-service.ts'

/** Limits offers, because answering one is expensive and a browser needs to reconnect only rarely. */
const OFFERS = { burst: 6, perSecond: 0.5 }

type Hello = Extract<ClientMessage, { type: 'hello' }>
type Offer = Extract<ClientMessage, { type: 'offer' }>

/** Handles the messages of one page's socket: `hello` first, and everything else after the welcome. */
export class PageSocket implements SocketHandlers {
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
