import type { MediaGrant } from '#contract/live.ts'
import type { ClientMessage } from '#contract/live-room.ts'
import { createLevels, type Levels } from '#web/features/live/levels.ts'
import type { MediaClient } from '#web/features/live/media-client.ts'
import type { Transport } from '#web/features/live/reconnection.ts'
import type { RoomConnection } from '#web/features/live/room-connection.ts'
import type { RoomContext, RoomNeeds } from '#web/features/live/room-store.ts'

/** An offer without an answer for this long means that the socket is dead. */
const SILENCE_MS = 6_000

/** The audio of the room: the connection to the engine, and how loud people are. */
export interface RoomMedia extends Pick<Offers, 'answer' | 'refuse' | 'lose'> {
  readonly levels: Levels
  /** Closes any earlier connection and opens one to the engine of the grant. */
  connect(grant: MediaGrant, connection: RoomConnection): Promise<void>
  /** Reconnects with the existing client; returns false if there is none. */
  reconnect(): boolean
  setMicrophone(track: MediaStreamTrack | null): void
  /** Starts playback that the browser has blocked. */
  play(): void
  close(): void
}

export function createRoomMedia(
  context: RoomContext,
  input: Pick<RoomNeeds, 'loadMedia'> & {
    onConnected(): void
    /** The engine's client could not be loaded. */
    onFailed(connection: RoomConnection): void
  },
): RoomMedia {
  const levels = createLevels()
  const offers = createOffers({
    send: context.send,
    onSilence: () => context.connection()?.restart(),
  })
  let media: MediaClient | undefined

  const close = (): void => {
    offers.lose()
    media?.close()
    media = undefined
    levels.set({})
  }
  const connect = async (grant: MediaGrant, connection: RoomConnection): Promise<void> => {
    close()
    context.dispatch({ type: 'media', media: 'connecting' })
    let client: MediaClient
    try {
      client = await input.loadMedia(grant)
    } catch {
      if (context.connection() === connection) input.onFailed(connection)
      return
    }
    // The person left, or was welcomed again, while the client was loading.
    if (context.connection() !== connection || media) return client.close()
    media = client
    listen(client, connection)
  }
  const listen = (client: MediaClient, connection: RoomConnection): void => {
    const isCurrent = (): boolean => media === client
    client.connect({
      offer: offers.make,
      onState: (next) => {
        if (!isCurrent()) return
        context.dispatch({ type: 'media', media: next })
        if (client.reportsConnection && next !== 'connecting') {
          context.send({ type: 'connection', state: next })
        }
        if (next === 'connected') input.onConnected()
      },
      onBlocked: () => {
        if (isCurrent()) context.dispatch({ type: 'sound', isBlocked: true })
      },
      onLevels: (next) => {
        if (isCurrent()) levels.set(next)
      },
      onEnded: () => {
        if (!isCurrent()) return
        close()
        connection.restart({ isNewParticipant: true })
      },
    })
  }
  return {
    ...{ levels, connect, close },
    answer: offers.answer,
    refuse: offers.refuse,
    lose: offers.lose,
    reconnect: () => {
      media?.reconnect()
      return media !== undefined
    },
    setMicrophone: (track) => media?.setMicrophone(track),
    play: () => media?.play(),
  }
}

interface Waiting {
  resolve(sdp: string): void
  reject(error: Error): void
  timer: ReturnType<typeof setTimeout>
}

/** Pending offers. The server answers them in the order in which they were sent. */
interface Offers {
  /**
   * Sends an offer and resolves with the answer. Rejects when it is refused, lost with the socket,
   * or not answered.
   */
  make(input: { sdp: string; transport: Transport }): Promise<string>
  answer(sdp: string): void
  /**
   * Rejects the oldest pending offer. Returns false if there is none, so the refusal was for
   * something else.
   */
  refuse(): boolean
  /** Rejects all pending offers, because the socket was lost. */
  lose(): void
}

function createOffers(input: { send(message: ClientMessage): boolean; onSilence(): void }): Offers {
  let waiting: Waiting[] = []
  const next = (): Waiting | undefined => {
    const first = waiting.shift()
    clearTimeout(first?.timer)
    return first
  }
  const lose = (): void => {
    const lost = waiting
    waiting = []
    for (const { reject, timer } of lost) {
      clearTimeout(timer)
      reject(new Error('The connection to the room was lost.'))
    }
  }
  return {
    make: ({ sdp, transport }) =>
      new Promise((resolve, reject) => {
        if (!input.send({ type: 'offer', sdp, transport })) {
          return reject(new Error('There is no connection to the room.'))
        }
        const timer = setTimeout(() => {
          lose()
          input.onSilence()
        }, SILENCE_MS)
        waiting.push({ resolve, reject, timer })
      }),
    answer: (sdp) => next()?.resolve(sdp),
    refuse: () => {
      const first = next()
      first?.reject(new Error('The offer was refused.'))
      return first !== undefined
    },
    lose,
  }
}
