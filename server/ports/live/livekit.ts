import {
  AccessToken,
  EgressClient,
  RoomServiceClient,
  ServerError,
  TrackSource,
} from 'livekit-server-sdk'
import type { FileStore } from '../files/port.ts'
import type { S3Bucket } from '../files/s3.ts'
import { createHostedEngine, type HostedOptions } from './hosted/engine.ts'
import { describeFetchError, type HostedProvider } from './hosted/provider.ts'
import { roomNames } from './hosted/room-names.ts'
import { createLiveKitRecordings } from './livekit-recordings.ts'
import { LIVE_LIMIT_MS, type LiveEngine } from './port.ts'

export interface LiveKitOptions extends HostedOptions {
  /** `wss://…`; browsers use it too. */
  url: string
  apiKey: string
  apiSecret: string
  /** Our public URL, so that rooms of other installations in the same project have other names. */
  installation: string
  /** Where LiveKit's egress stores recordings and we fetch them; undefined if recording is not possible. */
  storage: { bucket: S3Bucket; files: FileStore } | undefined
}

/** Seconds after which LiveKit may close an empty room. */
const EMPTY_SECONDS = 60 * 60

/**
 * Sends sound through LiveKit, its cloud or a self-hosted server. Revoking the right to publish also
 * ends the published track, so that a browser that keeps sending is not heard.
 */
export function createLiveKitEngine(options: LiveKitOptions): LiveEngine {
  return createHostedEngine(createProvider(options), options)
}

function createProvider(options: LiveKitOptions): HostedProvider {
  const { url, apiKey, apiSecret, installation, storage, limitMs = LIVE_LIMIT_MS } = options
  // The SDK counts in whole seconds.
  const client = { requestTimeout: Math.ceil(limitMs / 1_000), failover: false }
  const rooms = new RoomServiceClient(url, apiKey, apiSecret, client)
  const egress = new EgressClient(url, apiKey, apiSecret, client)
  const nameOf = roomNames(installation)
  const recordings = createLiveKitRecordings({ egress, storage })

  return {
    name: 'livekit',

    async openRoom(room) {
      const name = nameOf(room)
      const made = await rooms.createRoom({
        name,
        emptyTimeout: EMPTY_SECONDS,
        departureTimeout: EMPTY_SECONDS,
      })
      if (made.name !== name) throw new Error('another room')
      // A server without egress answers with an error here, and records nothing.
      await recordings.stop(name).catch(unless(isAnswer))
    },

    closeRoom: (room) => rooms.deleteRoom(nameOf(room)).catch(unless(isMissing)),

    async grant({ room, participantId, isOpen, seconds }) {
      const token = new AccessToken(apiKey, apiSecret, { identity: participantId, ttl: seconds })
      token.addGrant({ roomJoin: true, room: nameOf(room), ...permissions(isOpen) })
      return { provider: 'livekit', url, token: await token.toJwt() }
    },

    async allowSpeaking({ room, participantId, isOpen }) {
      const permission = permissions(isOpen)
      const change = rooms.updateParticipant(nameOf(room), participantId, { permission })
      const changed = await change.catch(unless(isMissing))
      if (changed && changed.identity !== participantId) throw new Error('another person')
      return changed !== undefined
    },

    async sendOut({ room, participantId }) {
      // This also revokes all earlier grants.
      const revokeTokenTs = BigInt(Math.ceil(Date.now() / 1_000))
      await rooms
        .removeParticipant(nameOf(room), participantId, { revokeTokenTs })
        .catch(unless(isMissing))
    },

    startRecording: (room) => recordings.start(nameOf(room)),
    stopRecording: (room) => recordings.stop(nameOf(room)),
    collect: recordings.collect,
    discard: recordings.discard,

    check: async () => {
      await rooms.listRooms([nameOf('health')])
    },

    describe: (error) => {
      if (!(error instanceof ServerError)) return describeFetchError(error)
      const code = /^[a-z_]{1,40}$/.test(error.code ?? '') ? error.code : ''
      return `${error.status} ${code}`.trim()
    },
  }
}

/** Always all permissions: any that is left out is revoked. */
function permissions(isOpen: boolean) {
  return {
    canSubscribe: true,
    canPublish: isOpen,
    canPublishData: false,
    canPublishSources: [TrackSource.MICROPHONE],
  }
}

/** Ignores an error if `isFine` says so, and throws any other. */
function unless(isFine: (error: unknown) => boolean): (error: unknown) => undefined {
  return (error) => {
    if (!isFine(error)) throw error
    return undefined
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof ServerError && error.status === 404 && error.code === 'not_found'
}

function isAnswer(error: unknown): boolean {
  return error instanceof ServerError
}
