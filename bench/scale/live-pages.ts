import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { JoinGrant, liveEndpoints } from '#contract/live.ts'
import { LIVE_SOCKET_PATH, LIVE_SOCKET_PROTOCOL, ServerMessage } from '#contract/live-room.ts'
import type { TestMember } from '#server/testing/population.ts'
import { until } from './open-pages.ts'
import type { SiteClient } from './site-client.ts'

/** Milliseconds before a page tries to rejoin the room. */
const AGAIN_MS = 1_000

/** Simulated pages in the live room, without sound, that rejoin like real ones. */
export interface LivePages {
  /** How many seconds a page was out of the room, for each time. */
  gaps: number[]
  /** Waits until everyone is in the room and sees everyone. */
  allIn(limitMs: number): Promise<boolean>
  /** The state in words, for a finding. */
  state(): string
  close(): void
}

interface LivePage {
  socket: WebSocket | undefined
  participants: number
  participantId: string | undefined
  lastRefusal: string
}

/** @param members the first one is a host */
export async function openLivePages(
  client: SiteClient,
  { port, members }: { port: number; members: readonly TestMember[] },
): Promise<LivePages> {
  const [host] = members
  if (!host) throw new Error('The room has no host.')
  const started = await client.call({
    ...liveEndpoints.start,
    method: 'POST',
    cookie: host.cookie,
    json: {},
  })
  if (started.status !== 200) throw new Error(`The room does not open: ${started.body.toString()}`)
  const stopping = new AbortController()
  const { signal } = stopping
  const gaps: number[] = []
  const pages = members.map(
    (): LivePage => ({
      ...{ socket: undefined, participants: 0, participantId: undefined, lastRefusal: '' },
    }),
  )
  const keep = async (page: LivePage, { cookie }: TestMember): Promise<void> => {
    let lostAt: number | undefined
    while (!signal.aborted) {
      const ticket = await takeTicket(client, page, cookie)
      if (ticket) {
        const onWelcome = (): void => {
          if (lostAt !== undefined) gaps.push((performance.now() - lostAt) / 1_000)
          lostAt = undefined
        }
        await visit(page, { ...{ port, origin: client.origin, cookie, ticket }, onWelcome })
        lostAt ??= performance.now()
      }
      await wait(AGAIN_MS, undefined, { signal }).catch(() => {})
    }
  }
  for (const [index, page] of pages.entries()) {
    const member = members[index]
    if (member) void keep(page, member)
  }
  return {
    gaps,
    allIn: (limitMs) =>
      until(() => pages.every(({ participants }) => participants === pages.length), limitMs),
    state: () =>
      pages
        .map(({ participants, lastRefusal }) => `sees ${participants} ${lastRefusal}`.trim())
        .join('; '),
    close: () => {
      stopping.abort()
      for (const { socket } of pages) socket?.terminate()
    },
  }
}

async function takeTicket(
  client: SiteClient,
  page: LivePage,
  cookie: string,
): Promise<string | undefined> {
  const { path } = liveEndpoints.join
  const { status, body } = await client.call({ method: 'POST', path, cookie, json: {} })
  if (status === 200) return JoinGrant.parse(JSON.parse(body.toString())).ticket
  page.lastRefusal = `join ${status}`
  return undefined
}

async function visit(
  page: LivePage,
  input: { port: number; origin: string; cookie: string; ticket: string; onWelcome: () => void },
): Promise<void> {
  const { port, origin, cookie, ticket, onWelcome } = input
  const socket = new WebSocket(
    `wss://127.0.0.1:${port}${LIVE_SOCKET_PATH}`,
    [LIVE_SOCKET_PROTOCOL, ticket],
    { headers: { cookie }, origin, rejectUnauthorized: false, handshakeTimeout: 10_000 },
  )
  page.socket = socket
  const closed = Promise.withResolvers<void>()
  socket.on('error', (error) => {
    page.lastRefusal = error.message
  })
  socket.on('close', () => closed.resolve())
  socket.on('open', () => {
    const { participantId: resume } = page
    socket.send(JSON.stringify({ type: 'hello', ...(resume && { resume }) }))
  })
  socket.on('message', (data: Buffer) => {
    const message = ServerMessage.parse(JSON.parse(data.toString()))
    if (message.type === 'welcome') {
      page.participantId = message.participantId
      page.participants = message.room.participants.length
      page.lastRefusal = ''
      onWelcome()
    }
    if (message.type === 'room' && message.room.participants) {
      page.participants = message.room.participants.length
    }
    if (message.type === 'ended') page.lastRefusal = `ended: ${message.reason}`
  })
  await closed.promise
  page.socket = undefined
  page.participants = 0
}
