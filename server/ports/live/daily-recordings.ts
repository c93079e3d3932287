import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { LIVE_LIMITS } from '#contract/live.ts'
import { AppError } from '#server/domain/app-error.ts'
import { type DailyApi, DailyRefusal, isRefused, secondsOf } from './daily-api.ts'
import type { HostedProvider } from './hosted/provider.ts'
import type { CollectedRecording } from './port.ts'

const Recording = z.object({
  id: z.string().regex(/^[\w-]+$/),
  /** Seconds since 1970. */
  start_ts: z.number(),
  status: z.string(),
  /** Seconds; missing while the recording is running. */
  duration: z.number().nullish(),
})
type Recording = z.infer<typeof Recording>
const Recordings = z.object({ data: z.array(Recording) })
const Link = z.object({ download_link: z.url() })
const Anything = z.unknown()

/** Daily starts a recording a little after the call, by its own clock. */
const SAME_START_SECONDS = 120
/** A recording may appear in Daily's list up to this long after its start. */
const LISTED_WITHIN_SECONDS = (2 * LIVE_LIMITS.recordingHours + 1) * 3_600
/** A silent hour, such as a meditation, does not end a recording. */
const IDLE_SECONDS = LIVE_LIMITS.recordingHours * 3_600
/** A backstop: the room's own rule ends a recording earlier. */
const MOST_SECONDS = LIVE_LIMITS.recordingHours * 3_600 + 600

export interface DailyRecordings {
  start(roomName: string): Promise<string>
  stop(roomName: string): Promise<void>
  collect: HostedProvider['collect']
  discard: HostedProvider['discard']
}

/**
 * Audio-only recordings in Daily's cloud, on its paid plans. Daily does not return the id of a
 * recording that starts, so ours are identified by room and start, and found in its list by them.
 */
export function createDailyRecordings({
  api,
  apiBase,
  now,
}: {
  api: DailyApi
  apiBase: string
  now: () => Date
}): DailyRecordings {
  const find = async ({ roomName, startedAt }: Ref): Promise<Recording | undefined> => {
    const query = new URLSearchParams({ room_name: roomName, limit: '100' })
    const { data } = await api.call({ method: 'GET', path: `/recordings?${query}` }, Recordings)
    const distance = ({ start_ts }: Recording): number => Math.abs(start_ts - startedAt)
    const [nearest] = data.toSorted((a, b) => distance(a) - distance(b))
    return nearest && distance(nearest) <= SAME_START_SECONDS ? nearest : undefined
  }

  return {
    async start(roomName) {
      const startedAt = secondsOf(now())
      const body = {
        type: 'cloud-audio-only',
        minIdleTimeOut: IDLE_SECONDS,
        maxDuration: MOST_SECONDS,
      }
      const path = `/rooms/${encodeURIComponent(roomName)}/recordings/start`
      await api.call({ method: 'POST', path, body }, Anything).catch((error: unknown) => {
        throw isRefused(error) ? refused(error) : error
      })
      return `${roomName}@${startedAt}`
    },

    async stop(roomName) {
      const path = `/rooms/${encodeURIComponent(roomName)}/recordings/stop`
      const call = { method: 'POST', path, body: { type: 'cloud-audio-only' } } as const
      await api.callUnlessMissing(call, Anything).catch((error: unknown) => {
        // Nothing is being recorded.
        if (!isRefused(error)) throw error
      })
    },

    async collect({ recordingRef, folder, signal }): Promise<CollectedRecording> {
      const ref = parse(recordingRef)
      if (!ref) return { state: 'missing' }
      const found = await find(ref)
      if (!found) {
        const isLate = secondsOf(now()) - ref.startedAt > LISTED_WITHIN_SECONDS
        return { state: isLate ? 'missing' : 'pending' }
      }
      if (found.status === 'in-progress') return { state: 'pending' }
      if (found.status !== 'finished') return { state: 'missing' }
      const ask = { method: 'GET', path: `/recordings/${found.id}/access-link` } as const
      const { download_link } = await api.call(ask, Link)
      const path = join(folder, found.id)
      await download({ from: download_link, apiBase, path, signal })
      // Daily does not report whether a recording broke off.
      return { state: 'ready', path, durationSeconds: found.duration ?? 0, isPartial: false }
    },

    async discard(recordingRef) {
      const ref = parse(recordingRef)
      const found = ref && (await find(ref))
      if (!found) return
      await api.callUnlessMissing({ method: 'DELETE', path: `/recordings/${found.id}` }, Anything)
    },
  }
}

/** Downloads from a host other than Daily's API, so our key is not sent. */
async function download(input: {
  from: string
  apiBase: string
  path: string
  signal: AbortSignal
}): Promise<void> {
  const { protocol, origin } = new URL(input.from)
  if (protocol !== 'https:' && origin !== input.apiBase) throw new Error('not a safe link')
  const response = await fetch(input.from, { signal: input.signal })
  if (!response.ok || !response.body) {
    await response.body?.cancel()
    throw new DailyRefusal(response.status, 'download')
  }
  await pipeline(Readable.fromWeb(response.body), createWriteStream(input.path), {
    signal: input.signal,
  })
}

interface Ref {
  roomName: string
  /** Seconds since 1970. */
  startedAt: number
}

function parse(recordingRef: string): Ref | undefined {
  const [, roomName, startedAt] = /^([\w-]+)@(\d+)$/.exec(recordingRef) ?? []
  return roomName && startedAt ? { roomName, startedAt: Number(startedAt) } : undefined
}

function refused(cause: DailyRefusal): AppError {
  const sentence =
    'Daily didn’t start recording. Someone has to be connected, and the plan has to include audio recording.'
  return new AppError('provider_unavailable', sentence, { cause: new Error(cause.message) })
}
