import { actionCalls, moodCalls, storyCalls } from '#web/lib/calls.gen.ts'
import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '#web/lib/api.ts'
import { deliverNow } from '#web/lib/outbox/delivery.ts'
import {
  countUnsent,
  listRefused,
  listWaiting,
  removeItemsOf,
} from '#web/lib/outbox/outbox-items.ts'
import { TestServer } from '#web/lib/outbox/testing/fixtures.ts'
import { sendOrQueue } from '#web/lib/outbox.ts'

let server: TestServer
/** Each test has its own member, because all tests share one device. */
let memberId: string

beforeEach(() => {
  server = new TestServer()
  memberId = crypto.randomUUID()
  server.memberId = memberId
  server.install()
})

const MADE_AT = '2026-03-03T22:10:00.000Z'

function saveMood(notes: string): Promise<unknown> {
  const body = { mood: 'grateful', notes, madeAt: MADE_AT } as const
  return sendOrQueue(moodCalls.save, { body }, { memberId, key: 'mood:2026-03-03', title: 'Mood' })
}

function tick(actionType: 'prayer' | 'growth', completed: boolean): Promise<unknown> {
  const options = { memberId, key: `tick:${actionType}`, title: 'Action done' }
  return completed
    ? sendOrQueue(actionCalls.completeSystem, { body: { actionType, madeAt: MADE_AT } }, options)
    : sendOrQueue(
        actionCalls.uncompleteSystem,
        { params: { actionType }, query: { madeAt: MADE_AT } },
        options,
      )
}

function reply(content: string, options: { throwsLimits?: boolean } = {}): Promise<unknown> {
  const key = crypto.randomUUID()
  const body = { storyId: 7, content, key }
  return sendOrQueue(
    storyCalls.reply,
    { body },
    { memberId, key, title: 'Reply', text: content, ...options },
  )
}

const repliesReceived = (): unknown[] =>
  server.received.map(({ body }) => (body as { content?: string } | undefined)?.content)

test('a call goes to the server, and its answer is returned', async () => {
  server.answer = () => ({ status: 201, body: { id: 4, content: 'Amen.' } })
  expect(await reply('Amen.')).toEqual({ answer: { id: 4, content: 'Amen.' } })
  expect(await listWaiting(memberId)).toEqual([])
})

test('a short call uses keepalive; a long one, which the browser would refuse, does not', async () => {
  await reply('Amen.')
  await reply('🙏'.repeat(5_000))
  expect(server.received).toHaveLength(2)
  expect(server.keptAlive).toEqual([server.received[0]])
})

test('while the server is unreachable a call waits as it was made, and sent later', async () => {
  server.isReachable = false
  expect(await saveMood('Rain at last.')).toBe('queued')
  expect(await listWaiting(memberId)).toMatchObject([
    { memberId, method: 'POST', url: '/api/moods', title: 'Mood' },
  ])
  server.isReachable = true
  const round = await deliverNow(memberId)
  expect(round).toMatchObject({ status: 'done' })
  expect(server.received).toEqual([
    {
      call: 'POST /api/moods',
      body: { mood: 'grateful', notes: 'Rain at last.', madeAt: MADE_AT },
    },
  ])
  expect(await countUnsent(memberId)).toBe(0)
})

test.each([429, 502, 503, 504])('an answer of %d queues the call', async (status) => {
  server.answer = () => ({ status })
  expect(await saveMood('Kept.')).toBe('queued')
  expect(await countUnsent(memberId)).toBe(1)
})

test.each([400, 401, 403, 404, 409, 500])('an answer of %d is thrown at once', async (status) => {
  server.answer = () => ({ status, body: { message: 'No.', code: 'conflict' } })
  const error = await saveMood('Refused.').catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status, sentence: 'No.' })
  expect(await countUnsent(memberId)).toBe(0)
})

test('a form gets a rate limit error at once', async () => {
  server.answer = () => ({ status: 429, body: { message: 'Slowly.', code: 'rate_limited' } })
  await expect(reply('Again!', { throwsLimits: true })).rejects.toThrow('Slowly.')
  server.isReachable = false
  expect(await reply('Again!', { throwsLimits: true })).toBe('queued')
})

test('waiting calls are sent in the order in which they were made, and before new ones', async () => {
  server.isReachable = false
  await reply('first')
  await reply('second')
  server.isReachable = true
  expect(await reply('third')).toBe('queued')
  expect(repliesReceived()).toEqual([])
  await deliverNow(memberId)
  expect(repliesReceived()).toEqual(['first', 'second', 'third'])
  expect(await reply('fourth')).toEqual({ answer: {} })
})

test('waiting calls to one part of the API do not delay other parts', async () => {
  server.answer = ({ call }) => ({
    status: call === 'POST /api/moods' ? 503 : 200,
    body: { completed: true },
  })
  expect(await saveMood('Kept.')).toBe('queued')
  expect(await tick('prayer', true)).toEqual({ answer: { completed: true } })
})

test('a mood replaces the waiting mood of the same day', async () => {
  server.isReachable = false
  await saveMood('Morning.')
  await saveMood('Evening.')
  server.isReachable = true
  await deliverNow(memberId)
  expect(server.received.map(({ body }) => body)).toMatchObject([{ notes: 'Evening.' }])
})

test('undoing a tick while offline replaces the waiting tick, and each call includes its time', async () => {
  server.isReachable = false
  await Promise.all([tick('prayer', true), tick('growth', true), tick('prayer', false)])
  server.isReachable = true
  await deliverNow(memberId)
  expect(server.calls).toEqual([
    'POST /api/daily-actions',
    `DELETE /api/daily-actions/prayer?madeAt=${encodeURIComponent(MADE_AT)}`,
  ])
  expect(server.received[0]?.body).toEqual({ actionType: 'growth', madeAt: MADE_AT })
})

test('two calls with one key reach the server in order, even if the first is slow', async () => {
  const finished: string[] = []
  server.answer = async ({ call }) => {
    if (call.startsWith('POST')) await new Promise((resolve) => setTimeout(resolve, 30))
    finished.push(call.split(' ')[0] ?? '')
    return { status: 200, body: {} }
  }
  await Promise.all([tick('prayer', true), tick('prayer', false)])
  expect(finished).toEqual(['POST', 'DELETE'])
})

test('a written story waits as the fields of its form; one with a recording never waits', async () => {
  server.isReachable = false
  const form = new FormData()
  form.set('title', 'My way')
  form.set('content', 'It rained.')
  expect(
    await sendOrQueue(storyCalls.create, { form }, { memberId, key: 'a', title: 'Story' }),
  ).toBe('queued')
  form.set('audio', new Blob(['sound']))
  await expect(
    sendOrQueue(storyCalls.create, { form }, { memberId, key: 'b', title: 'Story' }),
  ).rejects.toMatchObject({ code: 'offline' })
  server.isReachable = true
  await deliverNow(memberId)
  expect(server.received).toEqual([
    { call: 'POST /api/stories', body: { title: 'My way', content: 'It rained.' } },
  ])
})

test('waiting calls are never sent by another member on the same device', async () => {
  server.isReachable = false
  await reply('Of the first.')
  server.isReachable = true
  const other = crypto.randomUUID()
  server.memberId = other
  // The page of the first member is still open while another tab has signed the second one in.
  expect(await deliverNow(memberId)).toMatchObject({ status: 'signed-out', sent: [] })
  expect(await deliverNow(other)).toMatchObject({ status: 'done', sent: [] })
  expect(server.received).toEqual([])
  expect(await countUnsent(other)).toBe(0)
  expect(await countUnsent(memberId)).toBe(1)
})

test('two tabs send each waiting call once', async () => {
  server.isReachable = false
  for (const content of ['one', 'two', 'three']) await reply(content)
  server.isReachable = true
  server.answer = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    return { status: 201, body: {} }
  }
  await Promise.all([deliverNow(memberId), deliverNow(memberId)])
  expect(repliesReceived()).toEqual(['one', 'two', 'three'])
})

test('removing a member’s calls leaves those of other members', async () => {
  server.isReachable = false
  await reply('Mine.')
  const leaver = memberId
  memberId = crypto.randomUUID()
  await reply('Theirs.')
  await removeItemsOf(leaver)
  expect([await countUnsent(leaver), await countUnsent(memberId)]).toEqual([0, 1])
  expect(await listRefused(leaver)).toEqual([])
})

test('after a sign-out a one-tap action waits for its member, and a form is refused at once', async () => {
  server.memberId = undefined
  server.answer = () => ({ status: 401, body: { message: 'Please sign in to continue.' } })
  const tap = sendOrQueue(
    actionCalls.completeSystem,
    { body: { actionType: 'prayer', madeAt: MADE_AT } },
    { memberId, key: 'tick:prayer', title: 'Action done', waitsForSignIn: true },
  )
  expect(await tap).toBe('queued')
  await expect(saveMood('Rain at last.')).rejects.toThrow('401')
  expect(await listWaiting(memberId)).toMatchObject([{ url: '/api/daily-actions' }])
  expect(await deliverNow(memberId)).toMatchObject({ status: 'signed-out', sent: [] })

  server.memberId = memberId
  server.answer = () => ({ status: 200, body: { actionType: 'prayer', completed: true } })
  expect((await deliverNow(memberId))?.sent).toMatchObject([{ url: '/api/daily-actions' }])
  expect(await listWaiting(memberId)).toEqual([])
})
