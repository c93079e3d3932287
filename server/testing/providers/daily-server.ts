import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { z } from 'zod'
import { type ProviderServer, startProviderServer } from './provider-server.ts'
import { recordedSecond } from './recorded-second.ts'

const API_KEY = 'daily-key-local'

const CanSend = z.union([
  z.boolean(),
  z.array(z.enum(['audio', 'video', 'screenVideo', 'screenAudio'])),
])
const Settings = z.object({
  privacy: z.enum(['public', 'private']).default('public'),
  properties: z.looseObject({ enable_recording: z.string().optional() }).default({}),
})
const TokenProperties = z.strictObject({
  room_name: z.string(),
  user_id: z.string().max(36),
  exp: z.int(),
  is_owner: z.boolean(),
  enable_screenshare: z.boolean(),
  start_video_off: z.boolean(),
  start_audio_off: z.boolean(),
  permissions: z.strictObject({
    hasPresence: z.boolean(),
    canSend: CanSend,
    canAdmin: z.boolean(),
  }),
})
type TokenProperties = z.infer<typeof TokenProperties>

interface Person {
  id: string
  userId: string
  canSend: z.infer<typeof CanSend>
}

interface Room extends z.infer<typeof Settings> {
  people: Person[]
  banned: Set<string>
}

interface Recording {
  id: string
  room: string
  start_ts: number
  status: 'in-progress' | 'finished'
  isWanted: boolean
}

export interface DailyTestServer extends Omit<ProviderServer, 'port'> {
  url: string
  apiKey: string
  rooms: Map<string, Room>
  recordings: Recording[]
  /** The properties of each token. */
  tokens: Map<string, TokenProperties>
  /** Request headers of the downloads. */
  downloads: IncomingMessage['headers'][]
  /** Whether the account's plan includes recording. */
  hasRecording: boolean
  /** Joins as a browser does; throws if the token is not accepted. */
  join(token: string): Promise<{ room: string; userId: string; properties: TokenProperties }>
  finishRecordings(): void
}

class Refusal extends Error {
  readonly status: number

  constructor(status: number, code = 'invalid-request-error') {
    super(code)
    this.status = status
  }
}

/** Serves the parts of Daily's REST API that we use on a free local port, for tests. */
export async function startDailyServer(): Promise<DailyTestServer> {
  const rooms = new Map<string, Room>()
  const recordings: Recording[] = []
  const tokens = new Map<string, TokenProperties>()
  const downloads: IncomingMessage['headers'][] = []

  const answer = async (request: IncomingMessage): Promise<object> => {
    if (request.url?.startsWith('/files/')) {
      downloads.push(request.headers)
      return recordedSecond()
    }
    if (request.headers.authorization !== `Bearer ${API_KEY}`) {
      throw new Refusal(401, 'authentication-error')
    }
    const url = new URL(request.url ?? '/', origin)
    const body: unknown = JSON.parse((await readText(request)) || '{}')
    const [version, kind, name = '', ...rest] = url.pathname.slice(1).split('/')
    if (version !== 'v1') throw new Refusal(404)
    const action = `${request.method} ${kind}/${name ? ':name' : ''}${rest.map((part) => `/${part}`).join('')}`
    const call = calls[action]
    if (!call) throw new Refusal(404)
    return call({ name: decodeURIComponent(name), body, query: url.searchParams })
  }
  const { port, behave, stop } = await startProviderServer(answer, (error) => {
    const { status, message } = error instanceof Refusal ? error : new Refusal(400)
    return { status, body: { error: message, info: String(error) } }
  })
  const origin = `http://127.0.0.1:${port}`

  const roomOf = (name: string): Room => {
    const room = rooms.get(name)
    if (!room) throw new Refusal(404, 'not-found')
    return room
  }
  const presentRoom = (name: string): object => ({
    id: randomUUID(),
    name,
    privacy: roomOf(name).privacy,
    url: `${origin}/${name}`,
  })
  const checkPlan = ({ properties }: z.infer<typeof Settings>): void => {
    if (properties.enable_recording && !daily.hasRecording) throw new Refusal(400)
  }
  const running = (name: string): Recording | undefined =>
    recordings.find(({ room, isWanted }) => room === name && isWanted)

  interface Call {
    name: string
    body: unknown
    query: URLSearchParams
  }
  const calls: Record<string, (call: Call) => object> = {
    'GET rooms/': () => ({ total_count: rooms.size, data: [...rooms.keys()].map(presentRoom) }),
    'POST rooms/': ({ body }) => {
      const { name } = z.object({ name: z.string() }).parse(body)
      const settings = Settings.parse(body)
      checkPlan(settings)
      if (rooms.has(name)) throw new Refusal(400)
      rooms.set(name, { ...settings, people: [], banned: new Set() })
      return presentRoom(name)
    },
    'POST rooms/:name': ({ name, body }) => {
      const room = roomOf(name)
      const settings = Settings.parse(body)
      checkPlan(settings)
      Object.assign(room, settings)
      return presentRoom(name)
    },
    'DELETE rooms/:name': ({ name }) => {
      roomOf(name)
      rooms.delete(name)
      const recording = running(name)
      if (recording) recording.isWanted = false
      return { deleted: true, name }
    },
    'GET rooms/:name/presence': ({ name, query }) => {
      const wanted = roomOf(name).people.filter(({ userId }) => userId === query.get('userId'))
      return { total_count: wanted.length, data: wanted.map(({ id, userId }) => ({ id, userId })) }
    },
    'POST rooms/:name/update-permissions': ({ name, body }) => {
      const Body = z.object({ data: z.record(z.string(), z.object({ canSend: CanSend })) })
      const { data } = Body.parse(body)
      for (const person of roomOf(name).people) Object.assign(person, data[person.id])
      return { status: 'sent' }
    },
    'POST rooms/:name/eject': ({ name, body }) => {
      const Body = z.object({ user_ids: z.array(z.string()), ban: z.boolean().default(false) })
      const { user_ids, ban } = Body.parse(body)
      const room = roomOf(name)
      const out = room.people.filter(({ userId }) => user_ids.includes(userId))
      room.people = room.people.filter((person) => !out.includes(person))
      if (ban) for (const userId of user_ids) room.banned.add(userId)
      return { ejectedIds: out.map(({ id }) => id) }
    },
    'POST rooms/:name/recordings/start': ({ name, body }) => {
      z.object({ type: z.literal('cloud-audio-only') }).parse(body)
      const { properties } = roomOf(name)
      if (!properties.enable_recording || running(name)) throw new Refusal(400)
      const start_ts = Math.floor(Date.now() / 1_000)
      recordings.push({
        id: randomUUID(),
        room: name,
        start_ts,
        status: 'in-progress',
        isWanted: true,
      })
      return { status: 'sent' }
    },
    'POST rooms/:name/recordings/stop': ({ name }) => {
      roomOf(name)
      const recording = running(name)
      if (!recording) throw new Refusal(400)
      recording.isWanted = false
      return { status: 'sent' }
    },
    'GET recordings/': ({ query }) => {
      const data = recordings
        .filter(({ room }) => room === query.get('room_name'))
        .map(({ id, start_ts, status }) => ({
          id,
          start_ts,
          status,
          ...(status === 'finished' && { duration: 1 }),
        }))
      return { total_count: data.length, data }
    },
    'GET recordings/:name/access-link': ({ name }) => ({
      download_link: `${origin}/files/${name}`,
      expires: 0,
    }),
    'DELETE recordings/:name': ({ name }) => {
      const index = recordings.findIndex(({ id }) => id === name)
      if (index < 0) throw new Refusal(404, 'not-found')
      recordings.splice(index, 1)
      return { deleted: true }
    },
    'POST meeting-tokens/': ({ body }) => {
      const { properties } = z.object({ properties: TokenProperties }).parse(body)
      const token = `token-${randomUUID()}`
      tokens.set(token, properties)
      return { token }
    },
  }

  const daily: DailyTestServer = {
    url: origin,
    apiKey: API_KEY,
    behave,
    stop,
    rooms,
    recordings,
    tokens,
    downloads,
    hasRecording: true,
    join: async (token) => {
      const properties = tokens.get(token)
      if (!properties || properties.exp * 1_000 <= Date.now())
        throw new Error('The token is unknown or has expired.')
      const { room_name: name, user_id: userId, permissions } = properties
      const room = roomOf(name)
      if (room.banned.has(userId)) throw new Error('They were banned.')
      room.people.push({ id: randomUUID(), userId, canSend: permissions.canSend })
      return { room: name, userId, properties }
    },
    finishRecordings: () => {
      for (const recording of recordings) if (!recording.isWanted) recording.status = 'finished'
    },
  }
  return daily
}
