import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import { ApiError } from '#web/lib/api.ts'
import { type FlushTools, flushOutbox, retryDelay } from '#web/lib/outbox/delivery.ts'
import {
  addItem,
  listRefused,
  listWaiting,
  type OutboxItem,
  removeOldItemsOfOthers,
  removeRefused,
} from '#web/lib/outbox/outbox-items.ts'

let memberId: string

beforeEach(() => {
  memberId = crypto.randomUUID()
})

async function queue(url: `/api/${string}`, key: string = url): Promise<void> {
  const words = { title: 'Reply', text: `What ${key} says` }
  const call = { method: 'POST', url, body: { key } } as const
  await addItem({ memberId, key, ...words, ...call, madeAt: 0, failures: 0 })
}

/** Runs a round in which calls to certain URLs fail. Returns which URLs were tried and sent. */
async function flush(
  refusals: Record<string, { status: number; code?: ErrorCode | 'offline'; after?: number }> = {},
  tools: Partial<FlushTools> = {},
): Promise<{ status: string; tried: string[]; sent: string[]; retryAfterSeconds?: number }> {
  const tried: string[] = []
  const send = async ({ url }: OutboxItem): Promise<void> => {
    tried.push(url)
    const refusal = refusals[url]
    if (refusal) throw failure(refusal)
  }
  const round = await flushOutbox({
    memberId,
    send,
    whoIsHere: async () => memberId,
    onChange: () => undefined,
    ...tools,
  })
  const { status, sent, retryAfterSeconds } = round
  return { status, tried, sent: sent.map(({ url }) => url), retryAfterSeconds }
}

function failure(refusal: {
  status: number
  code?: ErrorCode | 'offline'
  after?: number
}): ApiError {
  return new ApiError({
    status: refusal.status,
    code: refusal.code ?? 'internal',
    sentence: `Refused with ${refusal.status}.`,
    body: '',
    retryAfterSeconds: refusal.after,
  })
}

const waiting = async (): Promise<string[]> => (await listWaiting(memberId)).map(({ url }) => url)

test('a refused call leaves the queue with its reason, and the others are still sent', async () => {
  await queue('/api/moods')
  await queue('/api/stories/replies')
  await queue('/api/daily-actions')
  const round = await flush({ '/api/stories/replies': { status: 404, code: 'not_found' } })
  expect(round.sent).toEqual(['/api/moods', '/api/daily-actions'])
  expect(round.status).toBe('done')
  const refused = await listRefused(memberId)
  expect(refused).toMatchObject([
    {
      url: '/api/stories/replies',
      sentence: 'Refused with 404.',
      title: 'Reply',
      text: 'What /api/stories/replies says',
      body: { key: '/api/stories/replies' },
    },
  ])
  for (const { id } of refused) await removeRefused(id)
  expect(await listRefused(memberId)).toEqual([])
})

test.each([{ status: 0, code: 'offline' as const }, { status: 503 }, { status: 502 }])(
  'at $status the round ends and the remaining calls stay in the queue',
  async (refusal) => {
    await queue('/api/moods')
    await queue('/api/stories')
    const round = await flush({ '/api/moods': refusal })
    expect(round).toMatchObject({ status: 'unreachable', tried: ['/api/moods'] })
    expect(await waiting()).toEqual(['/api/moods', '/api/stories'])
  },
)

test('an ended session stops the round and keeps all calls', async () => {
  await queue('/api/moods')
  await queue('/api/stories')
  const round = await flush({ '/api/moods': { status: 401, code: 'not_signed_in' } })
  expect(round).toMatchObject({ status: 'signed-out', tried: ['/api/moods'] })
  expect(await waiting()).toEqual(['/api/moods', '/api/stories'])
})

test('nothing is sent for a member who is not signed in, or while that is unknown', async () => {
  await queue('/api/moods')
  const stranger = await flush({}, { whoIsHere: async () => crypto.randomUUID() })
  expect(stranger).toMatchObject({ status: 'signed-out', tried: [] })
  const unknown = await flush({}, { whoIsHere: () => Promise.reject(new Error('network')) })
  expect(unknown).toMatchObject({ status: 'unreachable', tried: [] })
  expect(await waiting()).toEqual(['/api/moods'])
})

test('a locked journal keeps its moods waiting, and other calls are still sent', async () => {
  await queue('/api/moods')
  await queue('/api/stories')
  const round = await flush({ '/api/moods': { status: 403, code: 'journal_locked' } })
  expect(round).toMatchObject({ status: 'postponed', sent: ['/api/stories'] })
  expect(await waiting()).toEqual(['/api/moods'])
})

test('a rate limit delays only the calls that it limits, and keeps their order', async () => {
  await queue('/api/stories/replies', 'a')
  await queue('/api/stories/replies', 'b')
  await queue('/api/moods')
  const round = await flush({ '/api/stories/replies': { status: 429, after: 60 } })
  expect(round).toEqual({
    status: 'postponed',
    tried: ['/api/stories/replies', '/api/moods'],
    sent: ['/api/moods'],
    retryAfterSeconds: 60,
  })
  expect((await listWaiting(memberId)).map(({ key }) => key)).toEqual(['a', 'b'])
})

test('a call on which the server fails repeatedly is refused and no longer delays others', async () => {
  await queue('/api/moods')
  await queue('/api/stories')
  const broken = { '/api/moods': { status: 500 } }
  for (let round = 1; round <= 4; round++) {
    expect((await flush(broken)).status).toBe('unreachable')
  }
  expect(await waiting()).toEqual(['/api/moods', '/api/stories'])
  expect(await flush(broken)).toMatchObject({ status: 'done', sent: ['/api/stories'] })
  expect(await listRefused(memberId)).toMatchObject([{ url: '/api/moods' }])
})

test('a page that closes between answer and deletion sends the call again, with the same key', async () => {
  await queue('/api/stories', 'the key')
  const stored = new Map<string, number>()
  const store = ({ key }: OutboxItem): void => {
    stored.set(key, (stored.get(key) ?? 0) + 1)
  }
  const dies = flush(
    {},
    {
      send: async (call) => {
        store(call)
        throw new Error('the page is gone')
      },
    },
  )
  await expect(dies).rejects.toThrow('the page is gone')
  expect(await waiting()).toEqual(['/api/stories'])
  const round = await flush({}, { send: async (call) => store(call) })
  expect(round.sent).toEqual(['/api/stories'])
  expect([...stored]).toEqual([['the key', 2]])
  expect(await waiting()).toEqual([])
})

test('if a call is replaced while it is being sent, its replacement is sent next', async () => {
  await queue('/api/moods', 'mood')
  const bodies: unknown[] = []
  const send = async (call: OutboxItem): Promise<void> => {
    bodies.push(call.url)
    if (bodies.length === 1) await queue('/api/moods?later', 'mood')
  }
  await flush({}, { send })
  expect(bodies).toEqual(['/api/moods', '/api/moods?later'])
  expect(await waiting()).toEqual([])
})

test('if a call is replaced while it is being refused, it is not listed as refused', async () => {
  await queue('/api/moods', 'mood')
  const tries: string[] = []
  const send = async ({ url }: OutboxItem): Promise<void> => {
    tries.push(url)
    if (tries.length > 1) return
    await queue('/api/moods?later', 'mood')
    throw failure({ status: 400, code: 'invalid_input' })
  }
  await flush({}, { send })
  expect(tries).toEqual(['/api/moods', '/api/moods?later'])
  expect(await listRefused(memberId)).toEqual([])
})

test('calls of other members expire after a month, but not the member’s own', async () => {
  await queue('/api/moods')
  const month = 31 * 24 * 60 * 60 * 1000
  await removeOldItemsOfOthers(memberId, month)
  expect(await waiting()).toEqual(['/api/moods'])
  await removeOldItemsOfOthers(crypto.randomUUID(), month - 2 * 24 * 60 * 60 * 1000)
  expect(await waiting()).toEqual(['/api/moods'])
  await removeOldItemsOfOthers(crypto.randomUUID(), month)
  expect(await waiting()).toEqual([])
})

test('the delay grows up to five minutes', () => {
  const delays = [0, 1, 2, 5, 6, 60].map((tries) => retryDelay(tries, { random: 0.5 }))
  expect(delays).toEqual([5_000, 10_000, 20_000, 160_000, 300_000, 300_000])
})

test('the delay varies, so that devices do not all retry at once', () => {
  expect(retryDelay(0, { random: 0 })).toBe(4_000)
  expect(retryDelay(0, { random: 1 })).toBe(6_000)
})

test('the delay is at least the server’s Retry-After', () => {
  expect(retryDelay(0, { random: 0.5, retryAfterSeconds: 60 })).toBe(60_000)
})
