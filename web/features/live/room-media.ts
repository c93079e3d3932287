import type { MediaGrant } from '#contract/live.ts'
import type { ClientMessage } from '#contract/live-room.ts'
import type { MediaClient } from '#web/features/live/media-client.ts'
import type { Transport } from '#web/features/live/reconnection.ts'
import type { RoomConnection } from '#web/features/live/room-connection.ts'
import type { RoomContext, RoomNeeds } from '#web/features/live/room-store.ts'
import { createListeners } from '#web/lib/listeners.ts'

/** An offer without an answer for this long means that the socket is dead. */
const SILENCE_MS = 6_000

/** Levels without an update for this long are reset. */
const STALE_MS = 1_500

interface MediaOptions extends Pick<RoomNeeds, 'loadMedia'> {
  onConnected(): void
  /** The engine's client could not be loaded. */
  onFailed(connection: RoomConnection): void
}

/** The audio of the room: the connection to the engine, and how loud people are. */
export class RoomMedia {
  readonly levels = new Levels()
  readonly offers: Offers
  readonly #context: RoomContext
  readonly #options: MediaOptions
  #client: MediaClient | undefined

  constructor(context: RoomContext, options: MediaOptions) {
    this.#context = context
    this.#options = options
    this.offers = new Offers({
      send: context.send,
      onSilence: () => context.connection()?.restart(),
    })
  }

  /** Closes any earlier connection and opens one to the engine of the grant. */
  async connect(grant: MediaGrant, connection: RoomConnection): Promise<void> {
    this.close()
    this.#context.dispatch({ type: 'media', media: 'connecting' })
    let client: MediaClient
    try {
      client = await this.#options.loadMedia(grant)
    } catch {
      if (this.#context.connection() === connection) this.#options.onFailed(connection)
      return
    }
    // The person left, or was welcomed again, while the client was loading.
    if (this.#context.connection() !== connection || this.#client) return client.close()
    this.#client = client
    this.#listen(client, connection)
  }

  /** Reconnects with the existing client; returns false if there is none. */
  reconnect(): boolean {
    this.#client?.reconnect()
    return this.#client !== undefined
  }

  setMicrophone(track: MediaStreamTrack | null): void {
    this.#client?.setMicrophone(track)
  }

  /** Starts playback that the browser has blocked. */
  play(): void {
    this.#client?.play()
  }

  close(): void {
    this.offers.lose()
    this.#client?.close()
    this.#client = undefined
    this.levels.set({})
  }

  #listen(client: MediaClient, connection: RoomConnection): void {
    const isCurrent = (): boolean => this.#client === client
    client.connect({
      offer: (offer) => this.offers.make(offer),
      onState: (state) => {
        if (!isCurrent()) return
        this.#context.dispatch({ type: 'media', media: state })
        if (client.reportsConnection && state !== 'connecting') {
          this.#context.send({ type: 'connection', state })
        }
        if (state === 'connected') this.#options.onConnected()
      },
      onBlocked: () => {
        if (isCurrent()) this.#context.dispatch({ type: 'sound', isBlocked: true })
      },
      onLevels: (levels) => {
        if (isCurrent()) this.levels.set(levels)
      },
      onEnded: () => {
        if (!isCurrent()) return
        this.close()
        connection.restart({ isNewParticipant: true })
      },
    })
  }
}

/**
 * How loud people are. Kept apart from the rest of the room because it changes five times a second.
 */
export class Levels {
  readonly #listeners = createListeners()
  #current: Readonly<Record<string, number>> = {}
  #timer: ReturnType<typeof setTimeout> | undefined

  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.subscribe(listener)

  /** 0 to 1. */
  of(participantId: string): number {
    return this.#current[participantId] ?? 0
  }

  set(levels: Readonly<Record<string, number>>): void {
    clearTimeout(this.#timer)
    if (Object.keys(levels).length > 0) this.#timer = setTimeout(() => this.set({}), STALE_MS)
    this.#current = levels
    this.#listeners.notify()
  }
}

interface PendingOffer {
  resolve(sdp: string): void
  reject(error: Error): void
  timer: ReturnType<typeof setTimeout>
}

/** Pending offers. The server answers them in the order in which they were sent. */
class Offers {
  readonly #input: { send(message: ClientMessage): boolean; onSilence(): void }
  #pending: PendingOffer[] = []

  constructor(input: { send(message: ClientMessage): boolean; onSilence(): void }) {
    this.#input = input
  }

  /**
   * Sends an offer and resolves with the answer. Rejects when it is refused, lost with the socket,
   * or not answered.
   */
  make({ sdp, transport }: { sdp: string; transport: Transport }): Promise<string> {
    return new Promise((resolve, reject) => {
      if (!this.#input.send({ type: 'offer', sdp, transport })) {
        return reject(new Error('There is no connection to the room.'))
      }
      const timer = setTimeout(() => {
        this.lose()
        this.#input.onSilence()
      }, SILENCE_MS)
      this.#pending.push({ resolve, reject, timer })
    })
  }

  answer(sdp: string): void {
    this.#takeFirst()?.resolve(sdp)
  }

  /**
   * Rejects the oldest pending offer. Returns false if there is none, so the refusal was for
   * something else.
   */
  refuse(): boolean {
    const first = this.#takeFirst()
    first?.reject(new Error('The offer was refused.'))
    return first !== undefined
  }

  /** Rejects all pending offers, because the socket was lost. */
  lose(): void {
    const lost = this.#pending
    this.#pending = []
    for (const { reject, timer } of lost) {
      clearTimeout(timer)
      reject(new Error('The connection to the room was lost.'))
    }
  }

  #takeFirst(): PendingOffer | undefined {
    const first = this.#pending.shift()
    clearTimeout(first?.timer)
    return first
  }
}
