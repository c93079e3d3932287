import type { MediaGrant } from '#contract/live.ts'
import { type EmbeddedConnection, joinEmbedded } from './embedded-client.ts'
import type { MediaClient } from './media-client.ts'

type EmbeddedGrant = Extract<MediaGrant, { provider: 'embedded' }>

/** Audio through this site's own server, which knows everyone's connection state and loudness. */
export function createEmbeddedMedia({ iceServers }: EmbeddedGrant): MediaClient {
  let connection: EmbeddedConnection | undefined
  return {
    reportsConnection: false,
    connect: ({ offer, onState, onBlocked }) => {
      connection = joinEmbedded({ iceServers, offer, onState, onBlocked })
    },
    setMicrophone: (track) => connection?.setMicrophone(track),
    play: () => connection?.play(),
    reconnect: () => connection?.reconnect(),
    close: () => connection?.leave(),
  }
}
