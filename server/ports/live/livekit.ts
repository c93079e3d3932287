import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  AccessToken,
  EgressClient,
  EgressStatus,
  EncodedFileOutput,
  EncodedFileType,
  RoomServiceClient,
  S3Upload,
  ServerError,
  TrackSource,
} from 'livekit-server-sdk'
import { AppError } from '#server/domain/app-error.ts'
import type { FileStore } from '../files/port.ts'
import type { S3Bucket } from '../files/s3.ts'
import { createHostedEngine, type HostedOptions } from './hosted/engine.ts'
import { describeFetchError, type HostedProvider, roomNames } from './hosted/provider.ts'
import { type CollectedRecording, LIVE_LIMIT_MS, type LiveEngine } from './port.ts'

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

interface LiveKitRecordings {
  start(roomName: string): Promise<string>
  /** Stops all recordings of the room. */
  stop(roomName: string): Promise<void>
  collect: HostedProvider['collect']
  discard: HostedProvider['discard']
}

const RUNNING = new Set([
  EgressStatus.EGRESS_STARTING,
  EgressStatus.EGRESS_ACTIVE,
  EgressStatus.EGRESS_ENDING,
])

/**
 * Recordings by LiveKit's egress service: it mixes the room's sound and writes an Ogg file to our
 * bucket when it stops. The file's key is derived from the recording's ref.
 */
function createLiveKitRecordings({
  egress,
  storage,
}: {
  egress: EgressClient
  /** A bucket that LiveKit's egress service can reach. */
  storage: { bucket: S3Bucket; files: FileStore } | undefined
}): LiveKitRecordings {
  return {
    async start(roomName) {
      if (!storage) throw noStorage()
      const id = randomUUID()
      const output = outputTo(storage.bucket, keyOf(id))
      const { egressId } = await egress.startRoomCompositeEgress(roomName, output, {
        audioOnly: true,
      })
      if (!/^\w+$/.test(egressId)) throw new Error('no egress')
      return `${egressId}.${id}`
    },

    async stop(roomName) {
      if (!storage) return
      const running = await egress.listEgress({ roomName, active: true })
      for (const { egressId, status } of running) {
        if (status === EgressStatus.EGRESS_ENDING) continue
        await egress.stopEgress(egressId).catch((error: unknown) => {
          if (!hasEnded(error)) throw error
        })
      }
    },

    async collect({ recordingRef, folder, signal }): Promise<CollectedRecording> {
      const named = parse(recordingRef)
      if (!named || !storage) return { state: 'missing' }
      const [info] = await egress.listEgress({ egressId: named.egressId })
      if (info && RUNNING.has(info.status)) return { state: 'pending' }
      const path = join(folder, `${named.id}.ogg`)
      if (!(await download(storage.files, { key: keyOf(named.id), path, signal }))) {
        return { state: 'missing' }
      }
      const nanoseconds = info?.fileResults[0]?.duration ?? 0n
      // LiveKit forgets recordings after a day; then the file in the bucket is all that is known.
      const isPartial = info !== undefined && info.status !== EgressStatus.EGRESS_COMPLETE
      return { state: 'ready', path, durationSeconds: Number(nanoseconds) / 1e9, isPartial }
    },

    async discard(recordingRef) {
      const named = parse(recordingRef)
      if (named) await storage?.files.remove(keyOf(named.id))
    },
  }
}

function outputTo(bucket: S3Bucket, filepath: string): EncodedFileOutput {
  const { accessKeyId: accessKey, secretAccessKey: secret, endpoint = '' } = bucket
  const { region, bucket: name, forcePathStyle } = bucket
  const value = new S3Upload({ accessKey, secret, endpoint, region, bucket: name, forcePathStyle })
  return new EncodedFileOutput({
    fileType: EncodedFileType.OGG,
    filepath,
    disableManifest: true,
    output: { case: 's3', value },
  })
}

/** False if the file does not exist. */
async function download(
  files: FileStore,
  { key, path, signal }: { key: string; path: string; signal: AbortSignal },
): Promise<boolean> {
  try {
    const { stream } = await files.read(key)
    await pipeline(stream, createWriteStream(path), { signal })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false
    throw error
  }
}

function keyOf(id: string): string {
  return `live-uploads/${id}.ogg`
}

function parse(recordingRef: string): { egressId: string; id: string } | undefined {
  const [, egressId, id] = /^(\w+)\.([0-9a-f-]{36})$/.exec(recordingRef) ?? []
  return egressId && id ? { egressId, id } : undefined
}

/** It cannot be stopped because it has ended or is unknown. */
function hasEnded(error: unknown): boolean {
  if (!(error instanceof ServerError)) return false
  return error.code === 'failed_precondition' || error.code === 'not_found'
}

function noStorage(): AppError {
  const sentence =
    'Recording with LiveKit needs a bucket that its egress service can write to: set FILES_PROVIDER to s3.'
  return new AppError('provider_unavailable', sentence)
}
