import type { JoinGrant } from '#contract/live.ts'
import type { ClientMessage, ServerMessage } from '#contract/live-room.ts'
import type { RoomSocket, SocketEvents } from './room-socket.ts'

type Welcome = Extract<ServerMessage, { type: 'welcome' }>
export type EndReason = Extract<ServerMessage, { type: 'ended' }>['reason']

/** How a line came to its end: by the room's word, or because nothing led back into the room. */
export type LineEnd =
  | { type: 'ended'; reason: EndReason }
  | { type: 'refused'; sentence: string | undefined; isForSubscribers?: boolean }

export interface LineEvents {
  /** `isResumed`: the place is the one that there was, with its id. */
  onWelcome(welcome: Welcome, grant: JoinGrant['media'], isResumed: boolean): void
  onMessage(message: Exclude<ServerMessage, Welcome | { type: 'ended' }>): void
  /** The socket is gone; a new one is looked for. */
  onLost(): void
  /** Nothing comes after this. */
  onEnd(end: LineEnd): void
}

export interface LineNeeds {
  askForGrant(): Promise<JoinGrant>
  openSocket(ticket: string, events: SocketEvents): RoomSocket
  /** Whether a refused grant may be given a moment later, and what to say otherwise. */
  judge(error: unknown): {
    isWorthRetrying: boolean
    /** Nothing but a subscription helps. */
    isForSubscribers?: boolean
    sentence: string | undefined
  }
}

export interface Line {
  /** False while there is no socket. */
  send(message: ClientMessage): boolean
  /** Looks for another socket; `isNewPlace` gives the old place up. */
  restart(options?: { isNewPlace?: boolean }): void
  /** Tries at once where the next try would come later. */
  hurry(): void
  /** Says nothing any more. */
  close(): void
}

/** The first try, and again when the server lets go without a word. */
const FIRST_TRIES = 4
/** After so long without a place nothing is left of the session that was. */
const GIVE_UP_MS = 120_000
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 5_000
/** A socket that has brought no welcome by then is let go. */
const WELCOME_MS = 10_000

/**
 * The way into the room and back into it: a grant, a socket, `hello`, and the same again whenever
 * the socket is lost, in the place that there was while the server keeps it.
 */
export function openLine(needs: LineNeeds, events: LineEvents): Line {
  let socket: RoomSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let isIn = false
  let place: string | undefined
  let tries = 0
  /** Since when there is no socket, for who has been in the room. */
  let lostAt: number | undefined
  /** Answers to an older attempt are nobody's any more. */
  let attempts = 0

  const stop = (): void => {
    isOver = true
    clearTimeout(timer)
    socket?.close()
    socket = undefined
  }
  const end = (how: LineEnd): void => {
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
  const settle = (welcome: Welcome, { media }: JoinGrant): void => {
    clearTimeout(timer)
    const isResumed = welcome.participantId === place
    place = welcome.participantId
    isIn = true
    tries = 0
    lostAt = undefined
    events.onWelcome(welcome, media, isResumed)
  }
  const handle = (message: ServerMessage, grant: JoinGrant): void => {
    if (message.type === 'ended') {
      end({ type: 'ended', reason: message.reason })
    } else if (message.type === 'welcome') {
      settle(message, grant)
    } else if (isIn) {
      events.onMessage(message)
    } else if (message.type === 'refused') {
      // Whoever is refused before the welcome is turned away.
      end({ type: 'refused', sentence: message.sentence })
    }
  }
  const attempt = async (): Promise<void> => {
    attempts += 1
    const mine = attempts
    const isCurrent = (): boolean => mine === attempts && !isOver
    clearTimeout(timer)
    let grant: JoinGrant
    try {
      grant = await needs.askForGrant()
    } catch (error) {
      if (!isCurrent()) return
      const { isWorthRetrying, ...why } = needs.judge(error)
      if (isWorthRetrying && lostAt !== undefined) retryOrEnd(why.sentence)
      else end({ type: 'refused', ...why })
      return
    }
    if (!isCurrent()) return
    timer = setTimeout(lose, WELCOME_MS)
    socket = needs.openSocket(grant.ticket, {
      onOpen: () => {
        const resume = place === undefined ? {} : { resume: place }
        socket?.send({ type: 'hello', ...resume })
      },
      onMessage: (message) => {
        if (isCurrent()) handle(message, grant)
      },
      onClose: () => {
        if (isCurrent()) lose()
      },
    })
  }

  void attempt()
  return {
    send: (message) => (isIn && socket ? socket.send(message) : false),
    restart: ({ isNewPlace = false } = {}) => {
      if (isOver) return
      if (isNewPlace) place = undefined
      if (isIn) lose()
    },
    hurry: () => {
      if (isOver || socket || lostAt === undefined) return
      tries = 0
      void attempt()
    },
    close: stop,
  }
}
