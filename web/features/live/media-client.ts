import type { MediaGrant } from '#contract/live.ts'
import type { ConnectionState, Transport } from './reconnection.ts'

/** Callbacks from a media client to the room. */
export interface MediaEvents {
  /**
   * Sends an offer to the server and resolves with its answer; used by the embedded engine only.
   */
  offer(input: { sdp: string; transport: Transport }): Promise<string>
  onState(state: ConnectionState): void
  /** The browser blocks playback until the person interacts with the page; then call `play`. */
  onBlocked(): void
  /**
   * Loudness by participant, 0 to 1; called only by providers that report it to their clients
   * directly.
   */
  onLevels(levels: Record<string, number>): void
  /** The provider has ended the connection, and the grant can't be used again. */
  onEnded(): void
}

/** One person's audio connection to the room, independent of the provider. */
export interface MediaClient {
  /**
   * Whether this page must report its connection state to the room, because the server can't see
   * it.
   */
  readonly reportsConnection: boolean
  connect(events: MediaEvents): void
  /** Sets the track to send; with null, nothing is sent. */
  setMicrophone(track: MediaStreamTrack | null): void
  /** Starts playback that the browser has blocked. */
  play(): void
  /** Reconnects immediately, if the old connection may be lost. */
  reconnect(): void
  close(): void
}

/** Loads only the client that the grant needs. */
export async function loadMediaClient(grant: MediaGrant): Promise<MediaClient> {
  switch (grant.provider) {
    case 'embedded':
      return new (await import('./media-embedded.ts')).EmbeddedMedia(grant)
    case 'livekit':
      return new (await import('./media-livekit.ts')).LivekitMedia(grant)
    case 'daily':
      return new (await import('./media-daily.ts')).DailyMedia(grant)
  }
}
