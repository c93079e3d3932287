import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  type EgressClient,
  EgressStatus,
  EncodedFileOutput,
  EncodedFileType,
  S3Upload,
  ServerError,
} from 'livekit-server-sdk'
import { AppError } from '#server/domain/app-error.ts'
import type { FileStore } from '../files/port.ts'
import type { S3Bucket } from '../files/s3.ts'
import type { HostedProvider } from './hosted/provider.ts'
import type { CollectedRecording } from './port.ts'

export interface LiveKitRecordings {
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
export function createLiveKitRecordings({
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
