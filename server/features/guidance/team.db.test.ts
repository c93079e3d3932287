import { expect } from 'vitest'
import { type AdminGuidanceRequest, guidanceEndpoints as calls } from '#contract/guidance.ts'
import { reviewEndpoints as review } from '#contract/review.ts'
import type { Context } from '#server/context.ts'
import type { TestApi } from '#server/testing/api.ts'
import type { TestMember, World } from '#server/testing/population.ts'
import { test } from '#server/testing/world.ts'

const ANSWER = 'Begin with one small thing.'

async function askIn(requester: TestApi): Promise<{ id: number }> {
  const body = { content: 'What is mine to do?', category: 'purpose' } as const
  const { id } = await requester.call(calls.ask, { body })
  return { id }
}

/** The request as shown in the team's lists. */
async function seen(admin: TestApi, id: number): Promise<AdminGuidanceRequest | undefined> {
  for (const hidden of ['false', 'true'] as const) {
    const { items } = await admin.call(calls.listAll, { query: { hidden, pageSize: 100 } })
    const found = items.find((item) => item.id === id)
    if (found) return found
  }
  return undefined
}

/** A session of the member that outlasts the time that passes in a test. */
async function staying(world: World, { id }: TestMember): Promise<{ cookie: string }> {
  return { cookie: await world.session(id, new Date(Date.now() + 30 * 86_400_000)) }
}

async function auditOf({ db }: Context, id: number) {
  return db
    .selectFrom('auditEntry')
    .select(['action', 'subjectType', 'adminId', 'detail'])
    .where('subjectId', '=', String(id))
    .where('subjectType', '=', 'guidance')
    .orderBy('auditEntryId')
    .execute()
}

test('the author sees the answer and is notified once', async ({ api, world, context, clock }) => {
  const requesterMember = await world.member()
  const requester = api.as(requesterMember)
  const adminMember = await world.admin()
  const admin = api.as(adminMember)
  const params = await askIn(requester)
  clock.advance({ minutes: 12 * 60 })
  expect(await seen(admin, params.id)).toEqual({
    id: params.id,
    category: 'purpose',
    content: 'What is mine to do?',
    createdAt: expect.any(String),
    responseContent: null,
    respondedAt: null,
    followUp: null,
    isMinor: false,
    needsSecondReader: false,
    proposed: null,
    isHidden: false,
    waitingSince: expect.any(String),
    promiseUsed: expect.closeTo(0.25, 3),
    claim: null,
    editableUntil: null,
    history: [],
    version: expect.any(String),
  })
  const answer = await admin.call(calls.respond, { params, body: { responseContent: ANSWER } })
  expect(answer).toEqual(await seen(admin, params.id))
  expect(answer).toMatchObject({ responseContent: ANSWER, waitingSince: null, promiseUsed: null })
  const editable = Date.parse(answer.editableUntil ?? '') - Date.parse(answer.respondedAt ?? '')
  expect(editable).toBe(24 * 3_600_000)
  expect(await auditOf(context, params.id)).toEqual([
    {
      action: 'guidance-answered',
      subjectType: 'guidance',
      adminId: adminMember.id,
      detail: {},
    },
  ])
  await admin.call(calls.respond, { params, body: { responseContent: 'Begin small.' } })
  const notifications = await context.db
    .selectFrom('notification')
    .select(['kind', 'subjectId', 'happenings'])
    .where('memberId', '=', requesterMember.id)
    .execute()
  expect(notifications).toEqual([
    { kind: 'guidance-answered', subjectId: params.id, happenings: 1 },
  ])
})

test('an answer needs text', async ({ api, world, admin }) => {
  const params = await askIn(api.as(await world.member()))
  const refusals = [
    [{}, 'Response is required'],
    [{ responseContent: null }, 'Response is required'],
    [{ responseContent: '' }, 'Please enter a response'],
    [{ responseContent: ' \n' }, 'Please enter a response'],
  ] as const
  for (const [body, message] of refusals) {
    expect(await admin.refuse(calls.respond, { params, body })).toMatchObject({
      status: 400,
      message,
      fields: { responseContent: message },
    })
  }
  const body = { responseContent: 'a'.repeat(10_001) }
  expect(await admin.refuse(calls.respond, { params, body })).toMatchObject({
    status: 400,
    message: 'Responses must be 10,000 characters or less',
  })
  expect(await seen(admin, params.id)).toMatchObject({ responseContent: null })
})

test('an answer can be changed for a day, and its earlier versions are kept', async ({
  api,
  world,
  context,
  clock,
}) => {
  const requester = api.as(await staying(world, await world.member()))
  const admin = api.as(await staying(world, await world.admin()))
  const params = await askIn(requester)
  const respond = (responseContent: string) =>
    admin.call(calls.respond, { params, body: { responseContent } })
  await respond('One')
  clock.advance({ minutes: 60 })
  const second = await respond('Two')
  expect(second.history).toEqual([{ responseContent: 'One', replacedAt: expect.any(String) }])
  clock.advance({ minutes: 60 })
  // The same text again changes nothing.
  const third = await respond('Three')
  expect(await respond('Three')).toEqual(third)
  expect(third).toMatchObject({
    responseContent: 'Three',
    respondedAt: second.respondedAt,
    editableUntil: second.editableUntil,
    history: [{ responseContent: 'Two' }, { responseContent: 'One' }],
  })
  expect((await requester.call(calls.listOwn)).items).toMatchObject([{ responseContent: 'Three' }])
  clock.advance({ minutes: 22 * 60 + 1 })
  const refused = await admin.refuse(calls.respond, { params, body: { responseContent: 'Four' } })
  expect(refused).toMatchObject({ status: 409, message: 'This answer can no longer be changed.' })
  expect(
    await admin.refuse(review.claim, { params: { subject: 'guidance', ...params } }),
  ).toMatchObject({
    status: 409,
    message: 'This answer can no longer be changed.',
  })
  expect(await seen(admin, params.id)).toMatchObject({
    responseContent: 'Three',
    editableUntil: null,
  })
  expect((await auditOf(context, params.id)).map(({ action }) => action)).toEqual([
    'guidance-answered',
    'guidance-answer-changed',
    'guidance-answer-changed',
  ])

  // The answer to a follow-up has its own day for changes and its own history.
  await requester.call(calls.followUp, { params, body: { content: 'And then?' } })
  expect(await seen(admin, params.id)).toMatchObject({
    responseContent: 'Three',
    followUp: { content: 'And then?', responseContent: null },
    editableUntil: null,
    history: [{ responseContent: 'Two' }, { responseContent: 'One' }],
  })
  await respond('Five')
  expect(await respond('Six')).toMatchObject({
    responseContent: 'Three',
    followUp: { responseContent: 'Six' },
    history: [{ responseContent: 'Five' }],
  })
})

test('another administrator’s answer can be changed only after reading it', async ({
  api,
  world,
}) => {
  const requester = api.as(await world.member())
  const earlier = await world.admin()
  const [first, second] = [api.as(earlier), api.as(await world.admin())]
  const params = await askIn(requester)
  const waiting = await seen(second, params.id)
  await first.call(calls.respond, { params, body: { responseContent: ANSWER } })
  const unread = { params, body: { responseContent: 'Mine' } }
  const message = `${earlier.anonymousUsername} already answered this request.`
  expect(await second.refuse(calls.respond, unread)).toMatchObject({ status: 409, message })
  const { waitingSince } = waiting ?? {}
  const stale = { params, body: { responseContent: 'Mine', waitingSince } }
  expect(await second.refuse(calls.respond, stale)).toMatchObject({ status: 409, message })
  const read = { params, body: { responseContent: 'Ours', waitingSince: null } }
  expect(await second.call(calls.respond, read)).toMatchObject({
    responseContent: 'Ours',
    history: [{ responseContent: ANSWER }],
  })
  // A follow-up was asked meanwhile: a change of the first answer doesn't answer it.
  await requester.call(calls.followUp, { params, body: { content: 'And then?' } })
  const changed = { status: 409, message: 'This request has changed. Please read it again.' }
  expect(await second.refuse(calls.respond, read)).toMatchObject(changed)
  expect(await first.refuse(calls.respond, stale)).toMatchObject(changed)
  const now = (await seen(first, params.id))?.waitingSince
  const right = { params, body: { responseContent: 'Then rest.', waitingSince: now } }
  expect(await first.call(calls.respond, right)).toMatchObject({
    responseContent: 'Ours',
    followUp: { responseContent: 'Then rest.' },
  })
})

test('a claim lasts half an hour, in which nobody else can answer', async ({
  api,
  world,
  clock,
}) => {
  const requester = api.as(await world.member())
  const [one, two] = [await world.admin(), await world.admin()]
  const [first, second] = [api.as(one), api.as(two)]
  const params = await askIn(requester)
  const claimed = await first.call(review.claim, { params: { subject: 'guidance', ...params } })
  const claim = { anonymousUsername: one.anonymousUsername, until: expect.any(String) }
  expect(claimed).toEqual({ ...claim, mine: true })
  expect((await seen(second, params.id))?.claim).toEqual({ ...claim, mine: false })
  const taken = { status: 409, message: `${one.anonymousUsername} claimed this request.` }
  const body = { responseContent: ANSWER }
  expect(
    await second.refuse(review.claim, { params: { subject: 'guidance', ...params } }),
  ).toMatchObject(taken)
  expect(await second.refuse(calls.respond, { params, body })).toMatchObject(taken)
  await second.call(review.release, { params: { subject: 'guidance', ...params } })
  expect((await seen(second, params.id))?.claim).toEqual({ ...claim, mine: false })

  clock.advance({ minutes: 20 })
  const renewed = await first.call(review.claim, { params: { subject: 'guidance', ...params } })
  expect(Date.parse(renewed.until)).toBeGreaterThan(Date.parse(claimed.until) + 19 * 60_000)
  clock.advance({ minutes: 29 })
  expect(
    await second.refuse(review.claim, { params: { subject: 'guidance', ...params } }),
  ).toMatchObject(taken)
  clock.advance({ minutes: 2 })
  expect((await seen(second, params.id))?.claim).toBeNull()
  const taker = await second.call(review.claim, { params: { subject: 'guidance', ...params } })
  expect(taker).toMatchObject({ mine: true, anonymousUsername: two.anonymousUsername })
  // The first claim has ended: releasing it does not affect the second.
  await first.call(review.release, { params: { subject: 'guidance', ...params } })
  expect((await seen(first, params.id))?.claim).toMatchObject({ mine: false })
  await second.call(review.release, { params: { subject: 'guidance', ...params } })
  expect((await seen(second, params.id))?.claim).toBeNull()
  await second.call(review.release, { params: { subject: 'guidance', ...params } })
  expect((await seen(second, params.id))?.claim).toBeNull()

  await first.call(review.claim, { params: { subject: 'guidance', ...params } })
  expect((await first.call(calls.respond, { params, body })).claim).toBeNull()
  // A claim is also possible for changing an answer. The change ends it, and so does the same text.
  await second.call(review.claim, { params: { subject: 'guidance', ...params } })
  const change = { params, body: { responseContent: 'Ours', waitingSince: null } }
  expect(await first.refuse(calls.respond, change)).toMatchObject({ status: 409 })
  expect((await second.call(calls.respond, change)).claim).toBeNull()
  await first.call(review.claim, { params: { subject: 'guidance', ...params } })
  const same = { params, body: { responseContent: 'Ours' } }
  expect((await first.call(calls.respond, same)).claim).toBeNull()
})

test('a claim ends when its claimant leaves', async ({ api, world, context }) => {
  const [one, two] = [await world.admin(), await world.admin()]
  const params = await askIn(api.as(await world.member()))
  await api.as(one).call(review.claim, { params: { subject: 'guidance', ...params } })
  await context.db.deleteFrom('member').where('memberId', '=', one.id).execute()
  expect((await seen(api.as(two), params.id))?.claim).toBeNull()
  const claim = { params: { subject: 'guidance', ...params } } as const
  expect(await api.as(two).call(review.claim, claim)).toMatchObject({ mine: true })
})

test('a hidden request is not in the list, but its author still sees it', async ({
  api,
  world,
  context,
}) => {
  const requester = api.as(await world.member())
  const adminMember = await world.admin()
  const admin = api.as(adminMember)
  const params = await askIn(requester)
  const toggle = () => admin.call(calls.toggleVisibility, { params })
  expect(await toggle()).toEqual({ id: params.id, isHidden: true })
  const idsOf = async (query: { hidden?: 'true' | 'false' }) => {
    const { items } = await admin.call(calls.listAll, { query: { ...query, pageSize: 100 } })
    return items.map(({ id }) => id)
  }
  expect(await idsOf({})).not.toContain(params.id)
  expect(await idsOf({ hidden: 'false' })).not.toContain(params.id)
  expect(await idsOf({ hidden: 'true' })).toEqual([params.id])
  expect((await requester.call(calls.listOwn)).items).toMatchObject([params])
  const body = { responseContent: ANSWER }
  expect(await admin.call(calls.respond, { params, body })).toMatchObject({ isHidden: true })
  // A follow-up shows the request again, because the team would never see it in the hidden list.
  await requester.call(calls.followUp, { params, body: { content: 'And then?' } })
  expect(await idsOf({ hidden: 'true' })).toEqual([])
  expect(await idsOf({})).toContain(params.id)
  expect(await toggle()).toEqual({ id: params.id, isHidden: true })
  expect(await toggle()).toEqual({ id: params.id, isHidden: false })
  const { id: adminId } = adminMember
  const entry = { subjectType: 'guidance', adminId, detail: {} }
  expect(await auditOf(context, params.id)).toEqual([
    { ...entry, action: 'guidance-hidden' },
    { ...entry, action: 'guidance-answered' },
    { ...entry, action: 'guidance-hidden' },
    { ...entry, action: 'guidance-shown' },
  ])
})

test('if two administrators hide a request, the second gets an error', async ({ api, world }) => {
  const params = await askIn(api.as(await world.member()))
  const [one, other] = [await world.admin(), await world.admin()]
  const [first, later] = [api.as(one), api.as(other)]
  const hide = { params, body: { isHidden: true } }
  expect(await first.call(calls.toggleVisibility, hide)).toMatchObject({ isHidden: true })
  expect(await later.refuse(calls.toggleVisibility, hide)).toMatchObject({
    status: 409,
    message: `${one.anonymousUsername} already hid this request.`,
  })
  const show = { params, body: { isHidden: false } }
  expect(await later.call(calls.toggleVisibility, show)).toMatchObject({ isHidden: false })
  expect(await first.refuse(calls.toggleVisibility, show)).toMatchObject({
    status: 409,
    message: `${other.anonymousUsername} already showed this request again.`,
  })
})

test('the promised time comes from the community’s settings', async ({
  api,
  world,
  context,
  clock,
  admin,
}) => {
  const params = await askIn(api.as(await world.member()))
  clock.advance({ minutes: 12 * 60 })
  const used = async () => (await seen(admin, params.id))?.promiseUsed
  expect(await used()).toBeCloseTo(0.25, 3)
  await context.db.updateTable('websiteSettings').set({ answerPromiseHours: 6 }).execute()
  expect(await used()).toBeCloseTo(2, 3)
  await context.db.updateTable('websiteSettings').set({ answerPromiseHours: 48 }).execute()
})
