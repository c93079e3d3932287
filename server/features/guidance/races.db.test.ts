import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { guidanceEndpoints as calls } from '#contract/guidance.ts'
import { reviewEndpoints as review } from '#contract/review.ts'
import type { TestApi } from '#server/testing/api.ts'
import { test, testLogNamesNobody } from '#server/testing/world.ts'

/** Number of runs of each race: a bug shows within a few. */
const RUNS = 8

const QUESTION = { content: 'What now?', category: 'faith' } as const

async function newRequest(requester: TestApi): Promise<{ id: number }> {
  return { id: (await requester.call(calls.ask, { body: QUESTION })).id }
}

test('if two administrators answer at once, one succeeds and nothing is lost', async ({
  api,
  world,
  context,
}) => {
  const requesterMember = await world.member()
  const requester = api.as(requesterMember)
  const [first, second] = [api.as(await world.admin()), api.as(await world.admin())]
  for (let run = 0; run < RUNS; run++) {
    const params = await newRequest(requester)
    const texts = ['From the first.', 'From the second.'] as const
    const responses = await Promise.all([
      first.request(calls.respond, { params, body: { responseContent: texts[0] } }),
      second.request(calls.respond, { params, body: { responseContent: texts[1] } }),
    ])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const winner = responses[0]?.status === 200 ? 0 : 1
    expect(responses[1 - winner]?.json).toMatchObject({
      message: expect.stringMatching(/ already answered this request\.$/),
    })
    const [read] = (await requester.call(calls.listOwn)).items
    expect(read).toMatchObject({ ...params, responseContent: texts[winner] })
  }
  const notified = await context.db
    .selectFrom('notification')
    .select('happenings')
    .where('memberId', '=', requesterMember.id)
    .execute()
  expect(notified).toEqual(Array(RUNS).fill({ happenings: 1 }))
  const versions = context.db.selectFrom('guidanceResponseVersion').selectAll()
  expect(await versions.execute()).toEqual([])
})

test('the same answer sent many times at once is stored once', async ({
  api,
  world,
  context,
  admin,
}) => {
  const requester = api.as(await world.member())
  const params = await newRequest(requester)
  const body = { responseContent: 'Once.' }
  const send = () => admin.request(calls.respond, { params, body })
  const responses = await Promise.all(Array.from({ length: 8 }, send))
  expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(responses.map(({ json }) => json)).toMatchObject(Array(8).fill({ history: [] }))
  const audits = context.db
    .selectFrom('auditEntry')
    .select('action')
    .where('subjectType', '=', 'guidance')
    .where('subjectId', '=', String(params.id))
  expect(await audits.execute()).toEqual([{ action: 'guidance-answered' }])
})

test('each of several simultaneous changes is the answer or in its history', async ({
  api,
  world,
}) => {
  const requester = api.as(await world.member())
  const admins = [api.as(await world.admin()), api.as(await world.admin())]
  const params = await newRequest(requester)
  await admins[0]?.call(calls.respond, { params, body: { responseContent: 'At first.' } })
  const texts = Array.from({ length: 8 }, (_, index) => `Wording ${index}.`)
  const answers = await Promise.all(
    texts.map((responseContent, index) =>
      (admins[index % 2] ?? requester).request(calls.respond, {
        params,
        body: { responseContent, waitingSince: null },
      }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  const { items } = await (admins[0] ?? requester).call(calls.listAll, { query: { pageSize: 100 } })
  const read = items.find(({ id }) => id === params.id)
  const history = read?.history.map(({ responseContent }) => responseContent) ?? []
  expect(history.at(-1)).toBe('At first.')
  expect([read?.responseContent, ...history].toSorted()).toEqual(['At first.', ...texts].toSorted())
})

test('only one of two simultaneous claims succeeds', async ({ api, world }) => {
  const requester = api.as(await world.member())
  const [one, two] = [await world.admin(), await world.admin()]
  for (let run = 0; run < RUNS; run++) {
    const params = await newRequest(requester)
    const responses = await Promise.all(
      [one, two].map((admin) =>
        api.as(admin).request(review.claim, { params: { subject: 'guidance', ...params } }),
      ),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [winner, loser] = responses[0]?.status === 200 ? [one, two] : [two, one]
    expect(responses.find(({ status }) => status === 409)?.json).toMatchObject({
      message: `${winner.anonymousUsername} claimed this request.`,
    })
    const answer = { params, body: { responseContent: 'Peace.' } }
    expect((await api.as(loser).request(calls.respond, answer)).status).toBe(409)
    expect((await api.as(winner).request(calls.respond, answer)).status).toBe(200)
  }
})

test('only one of two simultaneous follow-ups is stored', async ({
  api,
  world,
  context,
  admin,
}) => {
  for (let run = 0; run < RUNS; run++) {
    const requester = api.as(await world.member())
    const params = await newRequest(requester)
    await admin.call(calls.respond, { params, body: { responseContent: 'Peace.' } })
    const responses = await Promise.all(
      ['One', 'Two', 'Three'].map((content) =>
        requester.request(calls.followUp, { params, body: { content } }),
      ),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    const questions = context.db
      .selectFrom('guidanceQuestion')
      .select('number')
      .where('guidanceRequestId', '=', params.id)
      .orderBy('number')
    expect(await questions.execute()).toEqual([{ number: 1 }, { number: 2 }])
  }
})

test('of many simultaneous requests with one key, one is stored and all return it', async ({
  api,
  world,
}) => {
  for (let run = 0; run < RUNS; run++) {
    const requester = api.as(await world.member())
    const body = { ...QUESTION, key: crypto.randomUUID() }
    const send = () => requester.request(calls.ask, { body })
    const responses = await Promise.all(Array.from({ length: 8 }, send))
    const statuses = responses.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array(7).fill(200), 201])
    const { items, total } = await requester.call(calls.listOwn)
    expect(total).toBe(1)
    expect(responses.map(({ json }) => json)).toEqual(Array(8).fill(items[0]))
  }
})

test('deleting a request or its author’s account while it is answered breaks nothing', async ({
  api,
  world,
}) => {
  const admins = [await world.admin(), await world.admin()].map((admin) => api.as(admin))
  for (let run = 0; run < RUNS; run++) {
    const member = await world.member()
    const requester = api.as(member)
    const all = await Promise.all([
      newRequest(requester),
      newRequest(requester),
      newRequest(requester),
    ])
    const leave = { password: member.password, stories: 'remove' } as const
    const responses = await Promise.all([
      ...all.flatMap((params) =>
        admins.flatMap((admin) => [
          admin.request(review.claim, { params: { subject: 'guidance', ...params } }),
          admin.request(calls.respond, { params, body: { responseContent: 'Peace.' } }),
          admin.request(calls.toggleVisibility, { params }),
        ]),
      ),
      requester.request(calls.remove, { params: all[0] }),
      requester.request(calls.ask, { body: QUESTION }),
      requester.request(accountEndpoints.removeAccount, { body: leave }),
    ])
    const statuses = responses.map(({ status }) => status)
    expect(statuses.at(-1)).toBe(204)
    // Administrators never get 401 because somebody else has left.
    expect(statuses.slice(0, -3).filter((status) => ![200, 404, 409].includes(status))).toEqual([])
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    for (const params of all) {
      expect(
        (await admins[0]?.request(review.claim, { params: { subject: 'guidance', ...params } }))
          ?.status,
      ).toBe(404)
    }
  }
})

test('deleting an administrator’s account while they answer breaks nothing', async ({
  api,
  world,
}) => {
  const requester = api.as(await world.member())
  for (let run = 0; run < RUNS; run++) {
    const leaving = await world.admin()
    const admin = api.as(leaving)
    const all = await Promise.all([newRequest(requester), newRequest(requester)])
    for (const params of all)
      await admin.call(review.claim, { params: { subject: 'guidance', ...params } })
    const leave = { password: leaving.password, stories: 'remove' } as const
    const responses = await Promise.all([
      admin.request(accountEndpoints.removeAccount, { body: leave }),
      ...all.flatMap((params) => [
        admin.request(review.claim, { params: { subject: 'guidance', ...params } }),
        admin.request(calls.respond, { params, body: { responseContent: 'Peace.' } }),
      ]),
    ])
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(statuses[0]).toBe(204)
  }
  // Their answers stay.
  const { items } = await requester.call(calls.listOwn)
  expect(items).toHaveLength(RUNS * 2)
})

testLogNamesNobody()
