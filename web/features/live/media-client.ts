import type { MediaGrant } from '#contract/live.ts'
import type { ConnectionState, Transport } from './reconnection.ts'

/** What the sound of a room tells the room, and what it needs of it. */
export interface MediaEvents {
  /** Of the embedded engine: brings an offer to the server. */
  offer(input: { sdp: string; transport: Transport }): Promise<string>
  onState(state: ConnectionState): void
  /** The browser plays nothing until the person has touched the page; then call `play`. */
  onBlocked(): void
  /** How loud people are, 0 to 1 by participant; of providers that tell their clients directly. */
  onLevels(levels: Record<string, number>): void
  /** The provider has ended the connection, and the grant is used up. */
  onEnded(): void
}

/** The sound of one person's place in the room, however it travels. */
export interface MediaClient {
  /** Whether the room hears of the connection from this page alone. */
  readonly isOwnWitness: boolean
  connect(events: MediaEvents): void
  /** What the room hears; null: nothing, and nothing is sent. */
  setMicrophone(track: MediaStreamTrack | null): void
  /** Starts the sound that the browser held back. */
  play(): void
  /** Connects anew at once, where what there was may be gone. */
  reconnect(): void
  close(): void
}

/** Loads the client that a grant is for, and no other. */
export async function loadMediaClient(grant: MediaGrant): Promise<MediaClient> {
  switch (grant.provider) {
    case 'embedded':
      return (await import('./media-embedded.ts')).createEmbeddedMedia(grant)
    case 'livekit':
      return (await import('./media-livekit.ts')).createLivekitMedia(grant)
    case 'daily':
      return (await import('./media-daily.ts')).createDailyMedia(grant)
  }
}
