import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import { ApiError } from '#web/lib/api.ts'
import { type FlushTools, flushCalls } from '#web/lib/outbox/flush.ts'
import type { KeptCall } from '#web/lib/outbox/kept-call.ts'
import {
  keepCall,
  listCalls,
  listRefused,
  removeOldCallsOfOthers,
  removeRefused,
} from '#web/lib/outbox/outbox-store.ts'

let memberId: string
beforeEach(() => {
  memberId = crypto.randomUUID()
})

async function keep(url: `/api/${string}`, key: string = url): Promise<void> {
  await keepCall({ memberId, key, method: 'POST', url, body: { key }, madeAt: 0, failures: 0 })
}

/** A round in which calls are refused by their address; the addresses that arrived. */
async function flush(
  refusals: Record<string, { status: number; code?: ErrorCode | 'offline'; after?: number }> = {},
  tools: Partial<FlushTools> = {},
): Promise<{ standing: string; tried: string[]; sent: string[]; retryAfterSeconds?: number }> {
  const tried: string[] = []
  const send = async ({ url }: KeptCall): Promise<void> => {
    tried.push(url)
    const refusal = refusals[url]
    if (refusal) throw failure(refusal)
  }
  const round = await flushCalls({
    memberId,
    send,
    whoIsHere: async () => memberId,
    onChange: () => undefined,
    ...tools,
  })
  const { standing, sent, retryAfterSeconds } = round
  return { standing, tried, sent: sent.map(({ url }) => url), retryAfterSeconds }
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

const waiting = async (): Promise<string[]> => (await listCalls(memberId)).map(({ url }) => url)

test('a final refusal leaves the line with its reason, and the others go on', async () => {
  await keep('/api/moods')
  await keep('/api/stories/replies')
  await keep('/api/daily-actions')
  const round = await flush({ '/api/stories/replies': { status: 404, code: 'not_found' } })
  expect(round.sent).toEqual(['/api/moods', '/api/daily-actions'])
  expect(round.standing).toBe('done')
  const refused = await listRefused(memberId)
  expect(refused).toMatchObject([
    {
      url: '/api/stories/replies',
      sentence: 'Refused with 404.',
      body: { key: '/api/stories/replies' },
    },
  ])
  for (const { id } of refused) await removeRefused(id)
  expect(await listRefused(memberId)).toEqual([])
})

test.each([{ status: 0, code: 'offline' as const }, { status: 503 }, { status: 502 }])(
  'at $status the round ends and all that is left stays in line',
  async (refusal) => {
    await keep('/api/moods')
    await keep('/api/stories')
    const round = await flush({ '/api/moods': refusal })
    expect(round).toMatchObject({ standing: 'unreachable', tried: ['/api/moods'] })
    expect(await waiting()).toEqual(['/api/moods', '/api/stories'])
  },
)

test('a session that ended stops the round and keeps everything', async () => {
  await keep('/api/moods')
  await keep('/api/stories')
  const round = await flush({ '/api/moods': { status: 401, code: 'not_signed_in' } })
  expect(round).toMatchObject({ standing: 'signed-out', tried: ['/api/moods'] })
  expect(await waiting()).toEqual(['/api/moods', '/api/stories'])
})

test('nothing is sent for somebody who is not here, or while that is unknown', async () => {
  await keep('/api/moods')
  const stranger = await flush({}, { whoIsHere: async () => crypto.randomUUID() })
  expect(stranger).toMatchObject({ standing: 'signed-out', tried: [] })
  const unknown = await flush({}, { whoIsHere: () => Promise.reject(new Error('network')) })
  expect(unknown).toMatchObject({ standing: 'unreachable', tried: [] })
  expect(await waiting()).toEqual(['/api/moods'])
})

test('a locked journal keeps its moods, and the others go on', async () => {
  await keep('/api/moods')
  await keep('/api/stories')
  const round = await flush({ '/api/moods': { status: 403, code: 'journal_locked' } })
  expect(round).toMatchObject({ standing: 'held', sent: ['/api/stories'] })
  expect(await waiting()).toEqual(['/api/moods'])
})

test('a limit holds up only what it limits, in its order, for as long as it lasts', async () => {
  await keep('/api/stories/replies', 'a')
  await keep('/api/stories/replies', 'b')
  await keep('/api/moods')
  const round = await flush({ '/api/stories/replies': { status: 429, after: 60 } })
  expect(round).toEqual({
    standing: 'held',
    tried: ['/api/stories/replies', '/api/moods'],
    sent: ['/api/moods'],
    retryAfterSeconds: 60,
  })
  expect((await listCalls(memberId)).map(({ key }) => key)).toEqual(['a', 'b'])
})

test('a call on which the server fails again and again stops holding up the others', async () => {
  await keep('/api/moods')
  await keep('/api/stories')
  const broken = { '/api/moods': { status: 500 } }
  for (let round = 1; round <= 4; round++) {
    expect((await flush(broken)).standing).toBe('unreachable')
  }
  expect(await waiting()).toEqual(['/api/moods', '/api/stories'])
  expect(await flush(broken)).toMatchObject({ standing: 'done', sent: ['/api/stories'] })
  expect(await listRefused(memberId)).toMatchObject([{ url: '/api/moods' }])
})

test('a page that ends between the answer and the deletion sends again, with the same key', async () => {
  await keep('/api/stories', 'the key')
  const stored = new Map<string, number>()
  const store = ({ key }: KeptCall): void => {
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

test('what is replaced while it is being sent is followed by what replaced it', async () => {
  await keep('/api/moods', 'mood')
  const bodies: unknown[] = []
  const send = async (call: KeptCall): Promise<void> => {
    bodies.push(call.url)
    if (bodies.length === 1) await keep('/api/moods?later', 'mood')
  }
  await flush({}, { send })
  expect(bodies).toEqual(['/api/moods', '/api/moods?later'])
  expect(await waiting()).toEqual([])
})

test('what is replaced while it is being refused is not shown as refused', async () => {
  await keep('/api/moods', 'mood')
  const tries: string[] = []
  const send = async ({ url }: KeptCall): Promise<void> => {
    tries.push(url)
    if (tries.length > 1) return
    await keep('/api/moods?later', 'mood')
    throw failure({ status: 400, code: 'invalid_input' })
  }
  await flush({}, { send })
  expect(tries).toEqual(['/api/moods', '/api/moods?later'])
  expect(await listRefused(memberId)).toEqual([])
})

test('what nobody would take any more leaves after a month, but not one’s own', async () => {
  await keep('/api/moods')
  const month = 31 * 24 * 60 * 60 * 1000
  await removeOldCallsOfOthers(memberId, month)
  expect(await waiting()).toEqual(['/api/moods'])
  await removeOldCallsOfOthers(crypto.randomUUID(), month - 2 * 24 * 60 * 60 * 1000)
  expect(await waiting()).toEqual(['/api/moods'])
  await removeOldCallsOfOthers(crypto.randomUUID(), month)
  expect(await waiting()).toEqual([])
})
