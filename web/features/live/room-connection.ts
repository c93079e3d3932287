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

export interface RoomConnection {
  /** Returns false while there is no socket. */
  send(message: ClientMessage): boolean
  /** Opens another socket; `isNewParticipant` gives up the old participant id. */
  restart(options?: { isNewParticipant?: boolean }): void
  /** Retries immediately instead of waiting for the next attempt. */
  reconnectNow(): void
  /** Closes the connection without further events. */
  close(): void
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
export function openConnection(needs: ConnectionNeeds, events: ConnectionEvents): RoomConnection {
  let socket: RoomSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let isIn = false
  let participantId: string | undefined
  let tries = 0
  /** When the socket was lost, if the person has been in the room. */
  let lostAt: number | undefined
  /** Numbers the attempts, so that responses to older ones are ignored. */
  let attempts = 0

  const stop = (): void => {
    isOver = true
    clearTimeout(timer)
    socket?.close()
    socket = undefined
  }
  const end = (how: ConnectionEnd): void => {
    stop()
    events.onEnd(how)
  }
  const retryOrEnd = (sentence: string | undefined): void => {
    const isHopeless =
      lostAt === undefined ? tries >= FIRST_TRIES : Date.now() - lostAt > GIVE_UP_MS
    if (isHopeless) {
      end({ type: 'refused', sentence })
      return
    }
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries)
    tries += 1
    clearTimeout(timer)
    timer = setTimeout(() => void attempt(), wait)
  }
  const lose = (): void => {
    socket?.close()
    socket = undefined
    if (isIn) {
      isIn = false
      lostAt = Date.now()
      events.onLost()
    }
    retryOrEnd(undefined)
  }
  const settle = (welcome: Welcome): void => {
    clearTimeout(timer)
    const isResumed = welcome.participantId === participantId
    participantId = welcome.participantId
    isIn = true
    tries = 0
    lostAt = undefined
    events.onWelcome(welcome, isResumed)
  }
  const handle = (message: ServerMessage): void => {
    if (message.type === 'ended') {
      end({ type: 'ended', reason: message.reason })
    } else if (message.type === 'welcome') {
      settle(message)
    } else if (isIn) {
      events.onMessage(message)
    } else if (message.type === 'refused') {
      // A refusal before the welcome means that the person can't join.
      end({ type: 'refused', sentence: message.sentence })
    }
  }
  const attempt = async (): Promise<void> => {
    attempts += 1
    const mine = attempts
    const isCurrent = (): boolean => mine === attempts && !isOver
    clearTimeout(timer)
    try {
      await needs.requireEntry()
    } catch (error) {
      if (!isCurrent()) return
      const { isWorthRetrying, ...why } = needs.judge(error)
      if (isWorthRetrying && lostAt !== undefined) retryOrEnd(why.sentence)
      else end({ type: 'refused', ...why })
      return
    }
    if (!isCurrent()) return
    timer = setTimeout(lose, WELCOME_MS)
    socket = needs.openSocket({
      onOpen: () => {
        const resume = participantId === undefined ? {} : { resume: participantId }
        socket?.send({ type: 'hello', ...resume })
      },
      onMessage: (message) => {
        if (isCurrent()) handle(message)
      },
      onClose: () => {
        if (isCurrent()) lose()
      },
    })
  }

  void attempt()
  return {
    send: (message) => (isIn && socket ? socket.send(message) : false),
    restart: ({ isNewParticipant = false } = {}) => {
      if (isOver) return
      if (isNewParticipant) participantId = undefined
      if (isIn) lose()
    },
    reconnectNow: () => {
      if (isOver || socket || lostAt === undefined) return
      tries = 0
      void attempt()
    },
    close: stop,
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
