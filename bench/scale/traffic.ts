import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { TestMember } from '#server/testing/population.ts'
import type { Ledger, Write } from './ledger.ts'
import type { ClientAnswer, ClientCall, SiteClient } from './site-client.ts'

/** People at once, and how long each rests between two calls, in milliseconds. */
const READERS = { count: 12, restMs: 250 }
const WRITERS = { count: 6, restMs: 400 }
const RECORDERS = { count: 1, restMs: 3_000 }
/** Before a failed write is sent again. */
const AGAIN_MS = 500
/** A write that gets no answer of success in this time is given up. */
const GIVE_UP_MS = 90_000

const Answered = z.object({ id: z.int() })

export interface TrafficInput {
  client: SiteClient
  members: readonly TestMember[]
  storyIds: readonly number[]
  /** The bytes of a recording. */
  recording: Blob
  ledger: Ledger
}

/** Steady mixed load until it is stopped; a write under way is brought to its end. */
export function startTraffic(input: TrafficInput): {
  stop(): Promise<void>
  /** Without waiting for anything. */
  close(): void
} {
  const stopping = new AbortController()
  const { signal } = stopping
  let turn = 0
  const next = <T>(all: readonly T[]): T => {
    turn += 1
    // A step that shares no factor with the lengths, so that everybody has their turn.
    const one = all[(turn * 7) % all.length]
    if (one === undefined) throw new Error('There is nobody.')
    return one
  }
  const lane = async (restMs: number, act: () => Promise<void>): Promise<void> => {
    while (!signal.aborted) {
      await act()
      await wait(restMs, undefined, { signal }).catch(() => {})
    }
  }
  const lanes = [
    ...times(READERS.count, () =>
      lane(READERS.restMs, async () => {
        turn += 1
        const { cookie } = next(input.members)
        await readSome(input, { turn, storyId: next(input.storyIds), cookie })
      }),
    ),
    ...times(WRITERS.count, () =>
      lane(WRITERS.restMs, async () => {
        await writeReply(input, { author: next(input.members), storyId: next(input.storyIds) })
      }),
    ),
    ...times(RECORDERS.count, () =>
      lane(RECORDERS.restMs, () => sendRecording(input, next(input.members))),
    ),
  ]
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(lanes)
    },
    close: () => {
      stopping.abort()
      input.ledger.isClosed = true
    },
  }
}

const PATHS = [
  '/api/stories?pageSize=6',
  '/api/stories/ID',
  '/api/stories/ID/replies',
  '/api/user',
  '/api/notifications',
  '/api/stories?mine=true&pageSize=6',
  '/api/stories?q=bakery&pageSize=6',
] as const

/** One read of a mix; the turn says which. */
export async function readSome(
  input: Pick<TrafficInput, 'client' | 'ledger'>,
  { turn, storyId, cookie }: { turn: number; storyId: number; cookie: string },
): Promise<void> {
  const path = (PATHS[turn % PATHS.length] ?? PATHS[0]).replace('ID', String(storyId))
  await attempt(input, { path, cookie })
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make)
}

async function attempt(
  { client, ledger }: Pick<TrafficInput, 'client' | 'ledger'>,
  { method, path, cookie, json, form }: ClientCall,
): Promise<ClientAnswer> {
  const answer = await client.call({
    path,
    cookie,
    ...(method && { method }),
    ...(json && { json }),
    ...(form && { form }),
  })
  const { status, ms } = answer
  ledger.attempts.push({ at: performance.now(), ms, status })
  if (isRefusal(status)) {
    ledger.refusals.push(
      `${method ?? 'GET'} ${path}: ${status} ${answer.body.toString().slice(0, 100)}`,
    )
  }
  return answer
}

export async function react(
  input: Pick<TrafficInput, 'client' | 'ledger'>,
  { cookie, ...json }: { cookie: string; storyId: number; reaction: string },
): Promise<void> {
  await attempt(input, { method: 'POST', path: '/api/stories/react', cookie, json })
}

/** Writes a reply, as often as it takes, and returns its text. */
export async function writeReply(
  input: Pick<TrafficInput, 'client' | 'ledger'>,
  { author, storyId }: { author: TestMember; storyId: number },
): Promise<string> {
  const key = crypto.randomUUID()
  const text = `A reply ${key}`
  const json = { storyId, content: text, key }
  await settle(input, { kind: 'reply', key, text, author, ids: new Set() }, () => ({
    method: 'POST',
    path: '/api/stories/replies',
    cookie: author.cookie,
    json,
  }))
  return text
}

async function sendRecording(input: TrafficInput, author: TestMember): Promise<void> {
  const key = crypto.randomUUID()
  const text = `A recording ${key}`
  await settle(input, { kind: 'recording', key, text, author, ids: new Set() }, () => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ title: text, category: 'faith', key })) {
      form.append(name, value)
    }
    form.append('audio', input.recording, 'recording.ogg')
    return { method: 'POST', path: '/api/stories', cookie: author.cookie, form }
  })
}

/** Sends the same write until it is acknowledged, as a page's outbox does. */
async function settle(
  input: Pick<TrafficInput, 'client' | 'ledger'>,
  write: Write,
  call: () => ClientCall,
): Promise<void> {
  const startedAt = performance.now()
  input.ledger.writes.push(write)
  while (performance.now() - startedAt < GIVE_UP_MS && !input.ledger.isClosed) {
    const { status, body } = await attempt(input, call())
    if (status >= 200 && status < 300) {
      write.ids.add(Answered.parse(JSON.parse(body.toString())).id)
      write.settledMs = performance.now() - startedAt
      return
    }
    if (isRefusal(status)) return
    await wait(AGAIN_MS)
  }
}

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500
}
