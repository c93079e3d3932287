import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { TestMember } from '#server/testing/population.ts'
import type { Ledger, Write } from './ledger.ts'
import type { ClientAnswer, ClientCall, SiteClient } from './site-client.ts'

/** Concurrent people, and how many milliseconds each waits between calls. */
const READERS = { count: 12, restMs: 250 }
const WRITERS = { count: 6, restMs: 400 }
const RECORDERS = { count: 1, restMs: 3_000 }
/** Milliseconds before a failed write is retried. */
const AGAIN_MS = 500
/** A write without success within this time is given up. */
const GIVE_UP_MS = 90_000

const Answered = z.object({ id: z.int() })

export interface TrafficInput {
  client: SiteClient
  members: readonly TestMember[]
  storyIds: readonly number[]
  /** A recording to upload. */
  recording: Blob
  ledger: Ledger
}

/** Steady mixed load until it is stopped. `stop` lets writes in progress finish. */
export function startTraffic(input: TrafficInput): {
  stop(): Promise<void>
  /** Stops without waiting. */
  close(): void
} {
  const stopping = new AbortController()
  const { signal } = stopping
  let turn = 0
  const next = <T>(all: readonly T[]): T => {
    turn += 1
    // A step without a common factor with the lengths, so that everyone gets a turn.
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

/** One of several kinds of reads, chosen by the turn. */
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

/** Writes a reply, with retries, and returns its text. */
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

/** Sends the same write until it is acknowledged, like a page's outbox. */
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
