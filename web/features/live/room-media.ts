import type { MediaGrant } from '#contract/live.ts'
import { createLevels, type Levels } from './levels.ts'
import type { MediaClient } from './media-client.ts'
import { createOffers, type Offers } from './offers.ts'
import type { Line } from './room-line.ts'
import type { RoomNeeds, Visit } from './room-store.ts'

/** The audio of one visit: the connection to the engine, and how loud people are. */
export interface RoomMedia extends Pick<Offers, 'answer' | 'refuse' | 'lose'> {
  readonly levels: Levels
  /** Closes any earlier connection and opens one to the engine of the grant. */
  connect(grant: MediaGrant, line: Line): Promise<void>
  /** Reconnects with the existing client; returns false if there is none. */
  reconnect(): boolean
  setMicrophone(track: MediaStreamTrack | null): void
  /** Starts playback that the browser has blocked. */
  play(): void
  close(): void
}

export function createRoomMedia(
  visit: Visit,
  input: Pick<RoomNeeds, 'loadMedia'> & {
    onConnected(): void
    /** The engine's client could not be loaded. */
    onFailed(line: Line): void
  },
): RoomMedia {
  const levels = createLevels()
  const offers = createOffers({ send: visit.send, onSilence: () => visit.line()?.restart() })
  let media: MediaClient | undefined

  const close = (): void => {
    offers.lose()
    media?.close()
    media = undefined
    levels.set({})
  }
  const connect = async (grant: MediaGrant, line: Line): Promise<void> => {
    close()
    visit.change({ media: 'connecting' })
    let client: MediaClient
    try {
      client = await input.loadMedia(grant)
    } catch {
      if (visit.line() === line) input.onFailed(line)
      return
    }
    // The person left, or was welcomed again, while the client was loading.
    if (visit.line() !== line || media) return client.close()
    media = client
    listen(client, line)
  }
  const listen = (client: MediaClient, line: Line): void => {
    const isCurrent = (): boolean => media === client
    client.connect({
      offer: offers.make,
      onState: (next) => {
        if (!isCurrent()) return
        visit.change({ media: next })
        if (client.reportsConnection && next !== 'connecting') {
          visit.send({ type: 'connection', state: next })
        }
        if (next === 'connected') input.onConnected()
      },
      onBlocked: () => {
        if (isCurrent()) visit.change({ isSoundBlocked: true })
      },
      onLevels: (next) => {
        if (isCurrent()) levels.set(next)
      },
      onEnded: () => {
        if (!isCurrent()) return
        close()
        line.restart({ isNewPlace: true })
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
