import { type ClientMessage, LIVE_SOCKET_PATH, type ServerMessage } from '#contract/live-room.ts'

type Welcome = Extract<ServerMessage, { type: 'welcome' }>

export type EndReason = Extract<ServerMessage, { type: 'ended' }>['reason']

/**
 * Why the connection to the room ended for good: the server ended it, or joining or reconnecting
 * failed.
 */
export type ConnectionEnd =
  | { type: 'ended'; reason: EndReason }
  | { type: 'refused'; sentence: string | undefined; isForSubscribers?: boolean }

interface ConnectionEvents {
  /** `isResumed`: the person is the same participant, with the same id, as before. */
  onWelcome(welcome: Welcome, isResumed: boolean): void
  onMessage(message: Exclude<ServerMessage, Welcome | { type: 'ended' }>): void
  /** The socket was lost, and a new one is being opened. */
  onLost(): void
  /** The last event. */
  onEnd(end: ConnectionEnd): void
}

export interface ConnectionNeeds {
  /** Rejects if the person can't enter now; the socket itself can't say why. */
  requireEntry(): Promise<unknown>
  openSocket(events: SocketEvents): RoomSocket
  /** Decides whether a refused entry is worth retrying, and what to tell the person otherwise. */
  judge(error: unknown): {
    isWorthRetrying: boolean
    /** Whether only a subscription gives access. */
    isForSubscribers?: boolean
    sentence: string | undefined
  }
}

/** How often a first join is retried after the server closes the socket without a reason. */
const FIRST_TRIES = 4

/** After this long without a connection, the server has given up the participant. */
const GIVE_UP_MS = 120_000

const FIRST_WAIT_MS = 250

const LONGEST_WAIT_MS = 5_000

/** A socket without a welcome by then is closed. */
const WELCOME_MS = 10_000

/**
 * Connects to the room: asks whether it may, opens a socket and sends `hello`. Repeats this whenever
 * the socket is lost, as the same participant while the server keeps them.
 */
export class RoomConnection {
  readonly #needs: ConnectionNeeds
  readonly #events: ConnectionEvents
  #socket: RoomSocket | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isOver = false
  #isIn = false
  #participantId: string | undefined
  #tries = 0
  /** When the socket was lost, if the person has been in the room. */
  #lostAt: number | undefined
  /** Numbers the attempts, so that responses to older ones are ignored. */
  #attempts = 0

  constructor(needs: ConnectionNeeds, events: ConnectionEvents) {
    this.#needs = needs
    this.#events = events
    void this.#attempt()
  }

  /** Returns false while there is no socket. */
  send(message: ClientMessage): boolean {
    return this.#isIn && this.#socket ? this.#socket.send(message) : false
  }

  /** Opens another socket; `isNewParticipant` gives up the old participant id. */
  restart({ isNewParticipant = false } = {}): void {
    if (this.#isOver) return
    if (isNewParticipant) this.#participantId = undefined
    if (this.#isIn) this.#lose()
  }

  /** Retries immediately instead of waiting for the next attempt. */
  reconnectNow(): void {
    if (this.#isOver || this.#socket || this.#lostAt === undefined) return
    this.#tries = 0
    void this.#attempt()
  }

  /** Closes the connection without further events. */
  close(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#closeSocket()
  }

  async #attempt(): Promise<void> {
    this.#attempts += 1
    const own = this.#attempts
    const isCurrent = (): boolean => own === this.#attempts && !this.#isOver
    clearTimeout(this.#timer)
    try {
      await this.#needs.requireEntry()
    } catch (error) {
      if (isCurrent()) this.#handleRefusedEntry(error)
      return
    }
    if (isCurrent()) this.#openSocket(isCurrent)
  }

  #handleRefusedEntry(error: unknown): void {
    const { isWorthRetrying, ...why } = this.#needs.judge(error)
    if (isWorthRetrying && this.#lostAt !== undefined) this.#retryOrEnd(why.sentence)
    else this.#end({ type: 'refused', ...why })
  }

  #openSocket(isCurrent: () => boolean): void {
    this.#timer = setTimeout(() => this.#lose(), WELCOME_MS)
    this.#socket = this.#needs.openSocket({
      onOpen: () => {
        const id = this.#participantId
        this.#socket?.send({ type: 'hello', ...(id !== undefined && { resume: id }) })
      },
      onMessage: (message) => {
        if (isCurrent()) this.#handle(message)
      },
      onClose: () => {
        if (isCurrent()) this.#lose()
      },
    })
  }

  #handle(message: ServerMessage): void {
    if (message.type === 'ended') {
      this.#end({ type: 'ended', reason: message.reason })
    } else if (message.type === 'welcome') {
      this.#welcome(message)
    } else if (this.#isIn) {
      this.#events.onMessage(message)
    } else if (message.type === 'refused') {
      // A refusal before the welcome means that the person can't join.
      this.#end({ type: 'refused', sentence: message.sentence })
    }
  }

  #welcome(welcome: Welcome): void {
    clearTimeout(this.#timer)
    const isResumed = welcome.participantId === this.#participantId
    this.#participantId = welcome.participantId
    this.#isIn = true
    this.#tries = 0
    this.#lostAt = undefined
    this.#events.onWelcome(welcome, isResumed)
  }

  #lose(): void {
    this.#closeSocket()
    if (this.#isIn) {
      this.#isIn = false
      this.#lostAt = Date.now()
      this.#events.onLost()
    }
    this.#retryOrEnd(undefined)
  }

  #retryOrEnd(sentence: string | undefined): void {
    const isHopeless =
      this.#lostAt === undefined
        ? this.#tries >= FIRST_TRIES
        : Date.now() - this.#lostAt > GIVE_UP_MS
    if (isHopeless) {
      this.#end({ type: 'refused', sentence })
      return
    }
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#tries)
    this.#tries += 1
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#attempt(), wait)
  }

  #end(how: ConnectionEnd): void {
    this.close()
    this.#events.onEnd(how)
  }

  #closeSocket(): void {
    this.#socket?.close()
    this.#socket = undefined
  }
}

export interface SocketEvents {
  onOpen(): void
  onMessage(message: ServerMessage): void
  /** Called once, even if the socket never opened, but not after `close`. */
  onClose(): void
}

/** A connection to the room; the contract defines its messages. */
export interface RoomSocket {
  /** Returns false when it is not open. */
  send(message: ClientMessage): boolean
  close(): void
}

export function openRoomSocket(events: SocketEvents): RoomSocket {
  const socket = new WebSocket(addressOf(LIVE_SOCKET_PATH))
  let isOurs = true
  const end = (): void => {
    if (!isOurs) return
    isOurs = false
    events.onClose()
  }
  socket.onopen = () => {
    if (isOurs) events.onOpen()
  }
  socket.onclose = end
  socket.onerror = end
  socket.onmessage = ({ data }) => {
    // The server builds each message as one of this type.
    if (isOurs) events.onMessage(JSON.parse(String(data)) as ServerMessage)
  }
  return {
    send: (message) => {
      if (socket.readyState !== WebSocket.OPEN) return false
      socket.send(JSON.stringify(message))
      return true
    },
    close: () => {
      isOurs = false
      socket.close()
    },
  }
}

function addressOf(path: string): string {
  const address = new URL(path, window.location.href)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  return address.href
}
