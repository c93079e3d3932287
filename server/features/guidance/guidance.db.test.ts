import { expect } from 'vitest'
import { guidanceEndpoints as calls } from '#contract/guidance.ts'
import { reviewEndpoints as review } from '#contract/review.ts'
import type { TestApi } from '#server/testing/api.ts'
import { test } from '#server/testing/world.ts'

const FIRST = 'How do I forgive my brother?'
const ANSWER = 'Begin with one sentence that wishes him well.'
const SECOND = 'And when he does not answer?'

const QUESTION = { content: FIRST, category: 'relationships' } as const

/** Creates an answered request and returns its parameters. */
async function answered(requester: TestApi, admin: TestApi): Promise<{ id: number }> {
  const { id } = await requester.call(calls.ask, { body: QUESTION })
  await admin.call(calls.respond, { params: { id }, body: { responseContent: ANSWER } })
  return { id }
}

test('a request waits, is answered, gets a follow-up and is answered again', async ({
  api,
  world,
  admin,
}) => {
  const requester = api.as(await world.member())
  const created = await requester.request(calls.ask, {
    body: { content: `  ${FIRST}\n`, category: 'relationships' },
  })
  expect(created.status).toBe(201)
  const waiting = {
    id: expect.any(Number),
    category: 'relationships',
    content: FIRST,
    createdAt: expect.any(String),
    isMinor: false,
    responseContent: null,
    respondedAt: null,
    followUp: null,
    canFollowUp: false,
  }
  expect(created.json).toEqual(waiting)
  expect(await requester.call(calls.listOwn)).toEqual({ items: [created.json], total: 1 })
  const params = { id: (created.json as { id: number }).id }

  await admin.call(calls.respond, { params, body: { responseContent: ` ${ANSWER} ` } })
  const answer = { responseContent: ANSWER, respondedAt: expect.any(String) }
  const [read] = (await requester.call(calls.listOwn)).items
  expect(read).toEqual({ ...waiting, ...answer, id: params.id, canFollowUp: true })

  const further = await requester.request(calls.followUp, { params, body: { content: SECOND } })
  expect(further.status).toBe(201)
  const followUp = { content: SECOND, createdAt: expect.any(String) }
  expect(further.json).toEqual({
    ...waiting,
    ...answer,
    followUp: { ...followUp, responseContent: null, respondedAt: null },
  })
  await admin.call(calls.respond, { params, body: { responseContent: 'Then wait with him.' } })
  expect((await requester.call(calls.listOwn)).items).toMatchObject([
    { ...answer, followUp: { ...followUp, responseContent: 'Then wait with him.' } },
  ])
})

test('missing parts of a request are reported on their fields', async ({ api, world }) => {
  const requester = api.as(await world.member())
  const refusals = [
    [{ content: 'Words.' }, { category: 'Category is required' }],
    [{ content: 'Words.', category: 'faith_qa' }, { category: 'Category is required' }],
    [{ content: ' \n ', category: 'faith' }, { content: 'Enter your request' }],
    [{ category: 'faith' }, { content: 'Enter your request' }],
    [
      { content: 'a'.repeat(5_001), category: 'faith' },
      { content: 'Requests must be 5,000 characters or less' },
    ],
    [
      { content: 'a\0b', category: 'faith' },
      { content: 'This text has a character that can’t be stored.' },
    ],
  ] as const
  for (const [body, fields] of refusals) {
    const refused = await requester.refuse(calls.ask, { body })
    expect(refused).toMatchObject({ status: 400, code: 'invalid_input', fields })
  }
  const { total } = await requester.call(calls.listOwn)
  expect(total).toBe(0)
  const content = '𝔞'.repeat(2_500)
  expect(await requester.call(calls.ask, { body: { content, category: 'faith' } })).toMatchObject({
    content,
  })
})

test('requests are listed newest first, page by page, and only to their author', async ({
  api,
  world,
}) => {
  const requester = api.as(await world.member())
  const other = api.as(await world.member())
  const ids: number[] = []
  for (const content of ['One', 'Two', 'Three']) {
    ids.unshift((await requester.call(calls.ask, { body: { content, category: 'faith' } })).id)
    await other.call(calls.ask, { body: { content: 'Not hers', category: 'faith' } })
  }
  const page = async (query: { page: number; pageSize: number }) => {
    const { items, total } = await requester.call(calls.listOwn, { query })
    expect(total).toBe(3)
    return items.map(({ id }) => id)
  }
  expect(await page({ page: 1, pageSize: 2 })).toEqual(ids.slice(0, 2))
  expect(await page({ page: 2, pageSize: 2 })).toEqual(ids.slice(2))
  expect(await page({ page: 3, pageSize: 2 })).toEqual([])
})

test('the newest answer comes first, and waiting requests after all answers', async ({
  api,
  world,
  time,
}) => {
  const requester = api.as(await world.member())
  const team = api.as(await world.admin())
  const ask = async (content: string): Promise<number> =>
    (await requester.call(calls.ask, { body: { content, category: 'faith' } })).id
  const answer = (id: number) => {
    time.advance({ minutes: 1 })
    return team.call(calls.respond, { params: { id }, body: { responseContent: 'Peace.' } })
  }
  const order = async () => (await requester.call(calls.listOwn)).items.map(({ id }) => id)
  const [first, second, third, fourth] = [
    await ask('One'),
    await ask('Two'),
    await ask('Three'),
    await ask('Four'),
  ]
  await answer(third)
  await answer(first)
  expect(await order()).toEqual([first, third, fourth, second])
  // A follow-up that waits leaves its request where its answer is, and its answer is the newest.
  await requester.call(calls.followUp, { params: { id: third }, body: { content: 'And then?' } })
  expect(await order()).toEqual([first, third, fourth, second])
  await answer(third)
  expect(await order()).toEqual([third, first, fourth, second])
})

test('the same key returns the same request, whatever the second content', async ({
  api,
  world,
}) => {
  const requester = api.as(await world.member())
  const key = crypto.randomUUID()
  const first = await requester.request(calls.ask, { body: { ...QUESTION, key } })
  const again = await requester.request(calls.ask, {
    body: { content: 'Other words', category: 'faith', key },
  })
  expect([first.status, again.status]).toEqual([201, 200])
  expect(again.json).toEqual(first.json)
  const other = await api
    .as(await world.member())
    .request(calls.ask, { body: { ...QUESTION, key } })
  expect(other.status).toBe(201)
  expect((await requester.call(calls.listOwn)).total).toBe(1)
  await requester.refuse(calls.ask, { body: { ...QUESTION, key: 'not a key' } })
})

test('a member can ask one follow-up, after the answer, in their own request', async ({
  api,
  world,
  admin,
}) => {
  const requester = api.as(await world.member())
  const other = api.as(await world.member())
  const { id } = await requester.call(calls.ask, { body: QUESTION })
  const input = { params: { id }, body: { content: SECOND } }
  expect(await requester.refuse(calls.followUp, input)).toMatchObject({
    status: 409,
    message: 'You can ask a follow-up once this request is answered.',
  })
  await admin.call(calls.respond, { params: { id }, body: { responseContent: ANSWER } })
  for (const caller of [other, admin]) {
    expect(await caller.refuse(calls.followUp, input)).toMatchObject({
      status: 404,
      message: 'This request does not exist.',
    })
  }
  const empty = { params: { id }, body: { content: '  ' } }
  expect(await requester.refuse(calls.followUp, empty)).toMatchObject({
    status: 400,
    message: 'Enter your request',
  })
  await requester.call(calls.followUp, input)
  for (const responseContent of [undefined, 'Then wait with him.']) {
    if (responseContent) {
      await admin.call(calls.respond, { params: { id }, body: { responseContent } })
    }
    expect(await requester.refuse(calls.followUp, input)).toMatchObject({
      status: 409,
      message: 'You have already asked a follow-up in this request.',
    })
  }
})

test('only its author can delete a request, even while somebody is answering it', async ({
  api,
  world,
  context,
  admin,
}) => {
  const requester = api.as(await world.member())
  const params = await answered(requester, admin)
  await admin.call(calls.respond, { params, body: { responseContent: 'Other words.' } })
  await requester.call(calls.followUp, { params, body: { content: SECOND } })
  await admin.call(review.claim, { params: { subject: 'guidance', ...params } })
  for (const caller of [api.as(await world.member()), admin]) {
    expect(await caller.refuse(calls.remove, { params })).toMatchObject({ status: 404 })
  }
  expect((await requester.request(calls.remove, { params })).status).toBe(204)
  expect(await requester.call(calls.listOwn)).toEqual({ items: [], total: 0 })
  const gone = { status: 404, message: 'This request does not exist.' }
  expect(await requester.refuse(calls.remove, { params })).toMatchObject(gone)
  const body = { responseContent: ANSWER }
  expect(await admin.refuse(calls.respond, { params, body })).toMatchObject(gone)
  expect(
    await admin.refuse(review.claim, { params: { subject: 'guidance', ...params } }),
  ).toMatchObject(gone)
  expect(
    await admin.refuse(review.release, { params: { subject: 'guidance', ...params } }),
  ).toMatchObject(gone)
  expect(await admin.refuse(calls.toggleVisibility, { params })).toMatchObject(gone)
  const tables = ['guidanceRequest', 'guidanceQuestion', 'guidanceResponseVersion'] as const
  for (const table of tables) {
    const rows = context.db.selectFrom(table).selectAll().where('guidanceRequestId', '=', params.id)
    expect(await rows.execute()).toEqual([])
  }
})

test('an unchanged list returns 304 without a query, and a new answer shows immediately', async ({
  api,
  world,
  context,
  admin,
}) => {
  const requester = api.as(await world.member())
  const { id } = await requester.call(calls.ask, { body: QUESTION })
  const first = await requester.request(calls.listOwn)
  const etag = String(first.headers.etag)
  // Deleted directly in the database, to show that the response comes from the cache.
  await context.db.deleteFrom('guidanceQuestion').where('guidanceRequestId', '=', id).execute()
  const poll = () => requester.request(calls.listOwn, { headers: { 'if-none-match': etag } })
  expect(await poll()).toMatchObject({ status: 304, text: '' })
  const other = await requester.call(calls.ask, { body: QUESTION })
  await admin.call(calls.respond, {
    params: { id: other.id },
    body: { responseContent: ANSWER },
  })
  const changed = await poll()
  expect(changed.status).toBe(200)
  expect(changed.json).toMatchObject([{ id: other.id, responseContent: ANSWER }])
})

test('requests and follow-ups are limited to thirty an hour', async ({ api, world }) => {
  const requester = api.as(await world.member())
  const key = crypto.randomUUID()
  await requester.call(calls.ask, { body: { ...QUESTION, key } })
  for (let count = 1; count < 30; count++) await requester.call(calls.ask, { body: QUESTION })
  expect(await requester.refuse(calls.ask, { body: QUESTION })).toMatchObject({ status: 429 })
  // A request that was stored is still returned when it is sent again.
  expect((await requester.request(calls.ask, { body: { ...QUESTION, key } })).status).toBe(200)
})
