import { z } from 'zod'
import {
  createDailyApi,
  type DailyApi,
  describeDailyError,
  isMissing,
  isRefused,
  secondsOf,
} from './daily-api.ts'
import { createDailyRecordings } from './daily-recordings.ts'
import { createHostedEngine, type HostedOptions } from './hosted/engine.ts'
import type { HostedProvider } from './hosted/provider.ts'
import { roomNames } from './hosted/provider.ts'
import { LIVE_LIMIT_MS, type LiveEngine } from './port.ts'

export interface DailyOptions extends HostedOptions {
  apiKey: string
  /** Origin of another server that speaks Daily's API; undefined for Daily's own. */
  apiBase: string | undefined
  /** Our public URL, so that rooms of other installations in the same account have other names. */
  installation: string
  now: () => Date
}

/** A room that is never taken off air expires after this time, and everyone is ejected. */
const ROOM_SECONDS = 24 * 60 * 60

const Room = z.object({ name: z.string(), url: z.url() })
const Token = z.object({ token: z.string().min(1) })
const Presence = z.object({
  data: z.array(z.object({ id: z.string(), userId: z.string().nullish() })),
})
const Anything = z.unknown()

/**
 * Sends sound through Daily. Its API identifies a connection by its own id, which is in its presence
 * list, and that list can lag by some seconds.
 */
export function createDailyEngine(options: DailyOptions): LiveEngine {
  return createHostedEngine(createProvider(options), options)
}

function createProvider(options: DailyOptions): HostedProvider {
  const { apiKey, apiBase = 'https://api.daily.co', limitMs = LIVE_LIMIT_MS, now } = options
  const api = createDailyApi({ apiKey, apiBase, limitMs })
  const nameOf = roomNames(options.installation)
  const pathOf = (room: string): string => `/rooms/${encodeURIComponent(nameOf(room))}`
  const recordings = createDailyRecordings({ api, apiBase, now })
  /** Daily's URLs of the open rooms. */
  const urls = new Map<string, string>()

  return {
    name: 'daily',

    async openRoom(room) {
      const name = nameOf(room)
      const exp = secondsOf(now()) + ROOM_SECONDS
      const made = await makeRoom(api, { name, exp })
      if (made.name !== name) throw new Error('another room')
      urls.set(room, made.url)
      await recordings.stop(name)
    },

    async closeRoom(room) {
      urls.delete(room)
      await api.callUnlessMissing({ method: 'DELETE', path: pathOf(room) }, Anything)
    },

    async grant({ room, participantId, isOpen, seconds }) {
      const properties = {
        room_name: nameOf(room),
        user_id: participantId,
        exp: secondsOf(now()) + seconds,
        is_owner: false,
        enable_screenshare: false,
        start_video_off: true,
        start_audio_off: true,
        permissions: { hasPresence: true, canSend: sendable(isOpen), canAdmin: false },
      }
      const call = { method: 'POST', path: '/meeting-tokens', body: { properties } } as const
      const { token } = await api.call(call, Token)
      return { provider: 'daily', url: urls.get(room) ?? '', token }
    },

    async allowSpeaking({ room, participantId, isOpen }) {
      const query = new URLSearchParams({ userId: participantId })
      const look = { method: 'GET', path: `${pathOf(room)}/presence?${query}` } as const
      const present = (await api.callUnlessMissing(look, Presence))?.data ?? []
      const theirs = present.filter(({ userId }) => userId === participantId)
      if (theirs.length === 0) return false
      const change = { canSend: sendable(isOpen) }
      const data = Object.fromEntries(theirs.map(({ id }) => [id, change]))
      const path = `${pathOf(room)}/update-permissions`
      await api.call({ method: 'POST', path, body: { data } }, Anything)
      return true
    },

    async sendOut({ room, participantId }) {
      const body = { user_ids: [participantId] }
      const path = `${pathOf(room)}/eject`
      const Ejected = z.object({ ejectedIds: z.array(z.string()) })
      const out = await api.callUnlessMissing({ method: 'POST', path, body }, Ejected)
      // A ban on the id of this visit, so that its grant cannot be used again.
      if (!out || out.ejectedIds.length === 0) return
      await api.callUnlessMissing({ method: 'POST', path, body: { ...body, ban: true } }, Anything)
    },

    startRecording: (room) => recordings.start(nameOf(room)),
    stopRecording: (room) => recordings.stop(nameOf(room)),
    collect: recordings.collect,
    discard: recordings.discard,

    check: async () => {
      await api.call({ method: 'GET', path: '/rooms?limit=1' }, z.object({ data: z.array(Room) }))
    },

    describe: describeDailyError,
  }
}

/** Creates a room; an existing room with this name gets the same settings. */
async function makeRoom(
  api: DailyApi,
  { name, exp }: { name: string; exp: number },
): Promise<z.infer<typeof Room>> {
  const settings = (hasRecording: boolean) => ({
    // Daily's default is public.
    privacy: 'private',
    properties: {
      exp,
      eject_at_room_exp: true,
      start_video_off: true,
      start_audio_off: true,
      enable_screenshare: false,
      enable_chat: false,
      enable_knocking: false,
      permissions: { hasPresence: true, canSend: false, canAdmin: false },
      ...(hasRecording && { enable_recording: 'cloud-audio-only' }),
    },
  })
  const make = (hasRecording: boolean): Promise<z.infer<typeof Room>> =>
    api.call({ method: 'POST', path: '/rooms', body: { name, ...settings(hasRecording) } }, Room)
  try {
    return await make(true)
  } catch (error) {
    if (!isRefused(error)) throw error
    const path = `/rooms/${encodeURIComponent(name)}`
    const known = { method: 'POST', path, body: settings(true) } as const
    const changed = await api.call(known, Room).catch((refusal: unknown) => {
      if (isRefused(refusal) || isMissing(refusal)) return undefined
      throw refusal
    })
    // Plans without recording refuse this setting, so the room is created without it.
    return changed ?? make(false)
  }
}

/** The media that a person may send: the microphone, or nothing. */
function sendable(isOpen: boolean): string[] | false {
  return isOpen ? ['audio'] : false
}
