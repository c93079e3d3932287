import { expect } from 'vitest'
import { DAY_MS } from '#contract/durations.ts'
import { notificationEndpoints } from '#contract/notifications.ts'
import { prayerEndpoints as calls, type OwnPrayerRequest } from '#contract/prayer.ts'
import type { Context } from '#server/context.ts'
import type { TestApi } from '#server/testing/api.ts'
import type { World } from '#server/testing/population.ts'
import { test } from '#server/testing/world.ts'
import { tendPrayers } from './jobs.ts'

/** In minutes. */
const DAY = 1_440

/** A new member whose session doesn't expire when the test moves the clock. */
async function newMember(
  { api, world }: { api: TestApi; world: World },
  given: Parameters<World['member']>[0] = {},
): Promise<{ id: string; calls: TestApi }> {
  const { id } = await world.member(given)
  return { id, calls: api.as({ cookie: await world.session(id, new Date('2100-01-01')) }) }
}

async function ownOf(member: TestApi, id: number): Promise<OwnPrayerRequest | undefined> {
  return (await member.call(calls.listOwn)).items.find((request) => request.id === id)
}

/** The ids of all open requests, in list order. */
async function openIds(reader: TestApi): Promise<number[]> {
  const ids: number[] = []
  let after: string | undefined
  do {
    const { items, next } = await reader.call(calls.list, { query: { ...(after && { after }) } })
    ids.push(...items.map(({ id }) => id))
    after = next ?? undefined
  } while (after)
  return ids
}

async function approve(admin: TestApi, id: number): Promise<void> {
  const { items } = await admin.call(calls.listWaiting, { query: { pageSize: 100 } })
  const submittedAt = items.find((item) => item.id === id)?.submittedAt ?? ''
  await admin.call(calls.approve, { params: { id }, body: { submittedAt } })
}

async function noticesOf(member: TestApi): Promise<string[]> {
  return (await member.call(notificationEndpoints.list)).items.map(({ kind }) => kind)
}

async function countOf({ db }: Context, id: number): Promise<number> {
  const { prayerCount } = await db
    .selectFrom('prayerRequest')
    .select('prayerCount')
    .where('prayerRequestId', '=', id)
    .executeTakeFirstOrThrow()
  return prayerCount
}

test('others see a request for 30 days once the team has approved it', async ({
  api,
  world,
  clock,
  admin,
}) => {
  const { calls: author } = await newMember({ api, world })
  const { calls: reader } = await newMember({ api, world })
  const { id, status } = await author.call(calls.create, { body: { content: ' For my son. ' } })
  expect(status).toBe('pending')
  expect(await openIds(reader)).not.toContain(id)
  await approve(admin, id)
  expect(await noticesOf(author)).toEqual(['prayer-approved'])
  const shown = (await reader.call(calls.list)).items.find((request) => request.id === id)
  expect(shown).toMatchObject({ content: 'For my son.', mine: false, isPrayedToday: false })
  expect(Object.keys(shown ?? {}).filter((name) => /count|number|member|user/i.test(name))).toEqual(
    ['anonymousUsername'],
  )
  const own = await ownOf(author, id)
  expect(own).toMatchObject({ status: 'approved', canRenew: false, canEnd: true })

  clock.advance({ minutes: 30 * DAY - 60 })
  expect(await openIds(reader)).toContain(id)
  clock.advance({ minutes: 60 })
  expect(await openIds(reader)).not.toContain(id)
  expect(await ownOf(author, id)).toMatchObject({ status: 'ended', canRenew: true })
})

test.for([
  ['', 'Enter your prayer request'],
  ['   ', 'Enter your prayer request'],
  ['x'.repeat(501), 'Prayer requests must be 500 characters or less'],
  [null, 'Enter your prayer request'],
])('%j is refused', async ([content, sentence], { api, world }) => {
  const member = api.as(await world.member())
  expect(await member.refuse(calls.create, { body: { content } })).toMatchObject({
    status: 400,
    fields: { content: sentence },
  })
})

test('the same key returns the same request, even if it was the third', async ({ api, world }) => {
  const author = await world.member()
  await world.prayerRequest({ author })
  await world.prayerRequest({ author })
  const body = { content: 'For rain.', key: crypto.randomUUID() }
  const send = () => api.as(author).request(calls.create, { body })
  const answers = await Promise.all(Array.from({ length: 6 }, send))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201))
  expect(new Set(answers.map(({ text }) => JSON.parse(text).id)).size).toBe(1)
  expect((await api.as(author).call(calls.listOwn)).total).toBe(3)
})

test('three requests can be open; ended and returned ones don’t count', async ({ api, world }) => {
  const author = await world.member()
  const member = api.as(author)
  await world.prayerRequest({ author, status: 'ended', endsAt: new Date() })
  await world.prayerRequest({ author, status: 'rejected' })
  await world.prayerRequest({ author, status: 'answered' })
  const body = { content: 'For rain.' }
  const sent = Array.from({ length: 6 }, () => member.request(calls.create, { body }))
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([201, 201, 201, 409, 409, 409])
  const refusal = await member.refuse(calls.create, { body })
  expect(refusal.message).toMatch(/^You have 3 open prayer requests/)
  const ended = (await member.call(calls.listOwn)).items.find(({ status }) => status === 'ended')
  const params = { id: ended?.id ?? 0 }
  expect((await member.refuse(calls.renew, { params })).status).toBe(409)
  const open = (await member.call(calls.listOwn)).items.find(({ status }) => status === 'pending')
  await member.call(calls.remove, { params: { id: open?.id ?? 0 } })
  expect(await member.call(calls.renew, { params })).toMatchObject({ status: 'approved' })
})

test('open requests are listed page by page, least prayed for first, then oldest', async ({
  api,
  world,
  context,
}) => {
  await context.db.deleteFrom('prayerRequest').execute()
  const reader = api.as(await world.member())
  const ids: number[] = []
  for (let at = 0; at < 45; at++) {
    const author = await world.member()
    ids.push(await world.prayerRequest({ author, prayers: at % 3 }))
  }
  const first = await reader.call(calls.list)
  expect(first.items).toHaveLength(20)
  const rank = (id: number): number => (ids.indexOf(id) % 3) * 1_000 + ids.indexOf(id)
  const expected = ids.toSorted((one, other) => rank(one) - rank(other))
  expect(await openIds(reader)).toEqual(expected)
  // Praying for listed requests moves them, but doesn't hide any from the next page.
  for (const { id } of first.items) {
    await reader.call(calls.pray, { params: { id }, body: {} })
  }
  const second = await reader.call(calls.list, { query: { after: first.next ?? '' } })
  const isNew = (id: number): boolean => !first.items.some((item) => item.id === id)
  const next = second.items.map(({ id }) => id).filter(isNew)
  expect(next.length).toBeGreaterThan(5)
  expect(next).toEqual(expected.filter(isNew).slice(0, next.length))
})

test('a page cursor doesn’t reveal how many members have prayed', async ({ api, world }) => {
  const [reader, other] = [api.as(await world.member()), api.as(await world.member())]
  for (let at = 0; at < 21; at++) {
    await world.prayerRequest({ author: await world.member(), prayers: 7_777 })
  }
  const { next } = await reader.call(calls.list)
  const again = (await other.call(calls.list)).next
  expect(next).not.toBe(again)
  expect(Buffer.from(next ?? '', 'base64url').toString('latin1')).not.toMatch(/7777/)
  for (const after of ['', 'x', `${next}x`, (next ?? '').slice(4), 'W10']) {
    expect((await reader.request(calls.list, { query: { after } })).status).toBe(400)
  }
  const elsewhere = { list: 'answered', after: next ?? '' } as const
  expect((await reader.request(calls.list, { query: elsewhere })).status).toBe(400)
})

test('a prayer counts once on each of a member’s logical days, from 3 AM', async ({
  api,
  world,
  context,
  clock,
}) => {
  const author = await world.member()
  const reader = await newMember({ api, world }, { timeZone: 'America/New_York' })
  const member = reader.calls
  const id = await world.prayerRequest({ author, endsAt: new Date('2090-12-01T00:00:00Z') })
  const pray = (madeAt?: string) =>
    member.call(calls.pray, { params: { id }, body: { ...(madeAt && { madeAt }) } })
  const isPrayedToday = async () =>
    (await member.call(calls.list)).items.find((request) => request.id === id)?.isPrayedToday
  clock.set(new Date('2090-03-11T20:00:00Z'))
  await pray()
  await pray()
  expect(await countOf(context, id)).toBe(1)
  expect(await isPrayedToday()).toBe(true)
  // Clocks go forward that night: 3 AM is at 7:00 UTC. By then, requests of other tests have ended.
  clock.set(new Date('2090-03-12T06:59:00Z'))
  await pray()
  expect(await countOf(context, id)).toBe(1)
  clock.set(new Date('2090-03-12T07:01:00Z'))
  expect(await isPrayedToday()).toBe(false)
  await pray()
  expect(await countOf(context, id)).toBe(2)
  // A prayer that waited on a device counts for the day it was made.
  await pray('2090-03-11T22:00:00Z')
  expect(await countOf(context, id)).toBe(2)
  await pray('2090-03-10T22:00:00Z')
  await pray('2090-03-10T22:00:00Z')
  expect(await countOf(context, id)).toBe(3)
  // After a move, the day of the new time zone applies.
  await context.db
    .updateTable('member')
    .set({ timeZone: 'Pacific/Auckland' })
    .where('memberId', '=', reader.id)
    .execute()
  const moved = api.as({ cookie: await world.session(reader.id, new Date('2100-01-01')) })
  await moved.call(calls.pray, { params: { id }, body: {} })
  await moved.call(calls.pray, { params: { id }, body: {} })
  // It is March 12 there, too.
  expect(await countOf(context, id)).toBe(3)
  clock.set(new Date('2090-03-12T14:01:00Z'))
  await moved.call(calls.pray, { params: { id }, body: {} })
  expect(await countOf(context, id)).toBe(4)
})

test('a prayer for an unlisted request, or one made long ago, changes nothing', async ({
  api,
  world,
  context,
  clock,
}) => {
  const author = await world.member()
  const { calls: reader } = await newMember({ api, world })
  const { calls: other } = await newMember({ api, world })
  const ended = await world.prayerRequest({ author, endsAt: new Date(Date.now() - 1_000) })
  const pending = await world.prayerRequest({ author, status: 'pending' })
  const open = await world.prayerRequest({ author })
  for (const id of [ended, pending, 1_999_999_999]) {
    await reader.call(calls.pray, { params: { id }, body: {} })
  }
  const madeAt = new Date(Date.now() - 7 * DAY_MS - 1_000).toISOString()
  await reader.call(calls.pray, { params: { id: open }, body: { madeAt } })
  for (const id of [ended, pending, open]) expect(await countOf(context, id)).toBe(0)
  expect((await api.as(author).refuse(calls.pray, { params: { id: open } })).status).toBe(403)

  // The mark is kept as long as a repeated call could count twice.
  const made = new Date().toISOString()
  const press = { params: { id: open }, body: { madeAt: made } }
  await reader.call(calls.pray, press)
  clock.advance({ minutes: 7 * DAY })
  await tendPrayers(context)
  await other.call(calls.pray, { params: { id: open }, body: {} })
  const marks = () => context.db.selectFrom('prayerMark').selectAll().execute()
  const before = (await marks()).length
  await reader.call(calls.pray, press)
  expect(await countOf(context, open)).toBe(2)
  clock.advance({ minutes: 2 * DAY })
  await tendPrayers(context)
  expect((await marks()).length).toBeLessThan(before)
})

test('concurrent prayers count once for each member and notify the author once', async ({
  api,
  world,
  context,
}) => {
  const author = await world.member()
  const ids = [await world.prayerRequest({ author }), await world.prayerRequest({ author })]
  const readers = await Promise.all(Array.from({ length: 6 }, () => world.member()))
  const presses = readers.flatMap((reader) =>
    [...ids, ...ids].map((id) => api.as(reader).request(calls.pray, { params: { id }, body: {} })),
  )
  const statuses = (await Promise.all(presses)).map(({ status }) => status)
  expect(statuses).toEqual(Array(24).fill(204))
  for (const id of ids) expect(await countOf(context, id)).toBe(6)
  expect(await noticesOf(api.as(author))).toEqual(['prayer-received'])
})

test('an author is notified at most once a day that someone prayed, across all their requests', async ({
  api,
  world,
  context,
  clock,
}) => {
  const author = await newMember({ api, world }, { timeZone: 'America/Chicago' })
  const member = author.calls
  const ids = [await world.prayerRequest({ author }), await world.prayerRequest({ author })]
  const prayAll = async (): Promise<void> => {
    const readers = [await newMember({ api, world }), await newMember({ api, world })]
    for (const { calls: reader } of readers) {
      for (const id of ids) await reader.call(calls.pray, { params: { id }, body: {} })
    }
  }
  await prayAll()
  const [notice, ...more] = (await member.call(notificationEndpoints.list)).items
  expect(more).toEqual([])
  expect(notice).toMatchObject({ kind: 'prayer-received', subjectId: null, subject: null })
  expect(notice?.happenings).toBe(1)
  expect(await ownOf(member, ids[0] ?? 0)).toMatchObject({ wasPrayedFor: true })
  await member.call(notificationEndpoints.markAllRead)
  await prayAll()
  expect((await member.call(notificationEndpoints.count)).unread).toBe(0)
  clock.advance({ minutes: 1 * DAY })
  await prayAll()
  expect((await member.call(notificationEndpoints.count)).unread).toBe(1)

  // With emails on, at most one a day, without details.
  const choice = { kind: 'prayer-received', inApp: true, byMail: true, byPush: false } as const
  await member.call(notificationEndpoints.saveSettings, { body: { choices: [choice] } })
  const mails = async (): Promise<number> => {
    const { rows } = await context.pool.query(
      `select from job.job join notification n
         on n.notification_id = (job.data ->> 'notificationId')::int
       where job.name = 'send-notification-mail' and n.member_id = $1`,
      [author.id],
    )
    return rows.length
  }
  for (const expected of [1, 2]) {
    await member.call(notificationEndpoints.markAllRead)
    clock.advance({ minutes: DAY })
    await prayAll()
    await member.call(notificationEndpoints.markAllRead)
    await prayAll()
    expect(await mails()).toBe(expected)
  }
})

test('a request can be renewed in its last 5 days and once it has ended', async ({
  api,
  world,
  context,
  clock,
}) => {
  const author = await newMember({ api, world })
  const member = author.calls
  const id = await world.prayerRequest({ author, prayers: 4 })
  const endsAt = (await ownOf(member, id))?.endsAt ?? ''
  const renew = () => member.request(calls.renew, { params: { id } })
  expect((await renew()).status).toBe(409)
  clock.set(new Date(Date.parse(endsAt) - 5 * DAY_MS - 60_000))
  await tendPrayers(context)
  expect(await noticesOf(member)).toEqual([])
  clock.advance({ minutes: 2 })
  await tendPrayers(context)
  await tendPrayers(context)
  expect(await noticesOf(member)).toEqual(['prayer-ending'])
  const answers = await Promise.all([renew(), renew(), renew()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const renewed = (await ownOf(member, id))?.endsAt ?? ''
  expect(Date.parse(renewed) - Date.parse(endsAt)).toBe(30 * DAY_MS)
  expect(await countOf(context, id)).toBe(0)

  clock.set(new Date(Date.parse(renewed) + DAY_MS))
  await tendPrayers(context)
  const back = api.as({ cookie: await world.session(author.id, new Date('2100-01-01')) })
  expect(await ownOf(back, id)).toMatchObject({ status: 'ended' })
  const again = await back.call(calls.renew, { params: { id } })
  expect(again.status).toBe('approved')
  const days = (Date.parse(again.endsAt ?? '') - Date.parse(renewed)) / DAY_MS
  expect(days).toBeCloseTo(31, 2)
})

test('a changed text is reviewed again; ending and deleting need no approval', async ({
  api,
  world,
}) => {
  const author = await world.member()
  const [member, reader] = [api.as(author), api.as(await world.member())]
  const id = await world.prayerRequest({ author })
  const params = { id }
  expect(await member.call(calls.update, { params, body: { content: 'For snow.' } })).toMatchObject(
    { status: 'pending', content: 'For snow.' },
  )
  expect(await openIds(reader)).not.toContain(id)
  await approve(api.as(await world.admin()), id)
  expect(await openIds(reader)).toContain(id)
  expect(await member.call(calls.end, { params })).toMatchObject({ status: 'ended' })
  expect(await member.call(calls.end, { params })).toMatchObject({ status: 'ended' })
  expect(await openIds(reader)).not.toContain(id)
  await member.call(calls.remove, { params })
  expect((await member.refuse(calls.remove, { params })).status).toBe(404)
  expect((await member.refuse(calls.end, { params })).status).toBe(404)
})

test('an answer without a line shows at once, and a line once the team has approved it', async ({
  api,
  world,
  admin,
}) => {
  const author = await world.member()
  const [member, reader] = [api.as(author), api.as(await world.member())]
  const params = { id: await world.prayerRequest({ author, content: 'For work.' }) }
  const answered = async () =>
    (await reader.call(calls.list, { query: { list: 'answered' } })).items.find(
      ({ id }) => id === params.id,
    )
  expect(await member.call(calls.answer, { params, body: { answer: '' } })).toMatchObject({
    status: 'answered',
    answer: null,
    canEdit: false,
  })
  expect(await openIds(reader)).not.toContain(params.id)
  expect(await answered()).toMatchObject({ content: 'For work.', answer: null })

  await member.call(calls.answer, { params, body: { answer: 'I start on Monday.' } })
  expect(await answered()).toMatchObject({ answer: null })
  const queue = async () =>
    (await admin.call(calls.listWaiting)).items.find(({ id }) => id === params.id)
  expect(await queue()).toMatchObject({ kind: 'answer', answer: 'I start on Monday.' })
  const submittedAt = (await queue())?.submittedAt ?? ''
  const reason = 'Please leave out the name of the company.'
  await admin.call(calls.reject, { params, body: { submittedAt, reason } })
  expect(await ownOf(member, params.id)).toMatchObject({
    status: 'answered',
    answerState: 'rejected',
    rejectionReason: reason,
  })
  expect(await answered()).toMatchObject({ content: 'For work.', answer: null })
  await member.call(calls.answer, { params, body: { answer: 'I found work.' } })
  await approve(admin, params.id)
  expect(await answered()).toMatchObject({ answer: 'I found work.' })
  expect(await noticesOf(member)).toEqual(['prayer-returned'])

  const pending = { id: await world.prayerRequest({ author, status: 'pending' }) }
  const early = { params: pending, body: { answer: '' } }
  expect((await member.refuse(calls.answer, early)).status).toBe(409)
})

test('ended and returned requests are deleted after 90 days; answered ones stay', async ({
  api,
  world,
  context,
  clock,
}) => {
  const author = await newMember({ api, world })
  const member = author.calls
  const endsAt = new Date()
  const ended = await world.prayerRequest({ author, status: 'ended', endsAt })
  const rejected = await world.prayerRequest({ author, status: 'rejected' })
  const answered = await world.prayerRequest({ author, status: 'answered' })
  const ids = async () =>
    (await member.call(calls.listOwn)).items.map(({ id }) => id).toSorted((a, b) => a - b)
  clock.advance({ minutes: 89 * DAY })
  await tendPrayers(context)
  expect(await ids()).toEqual([ended, rejected, answered])
  clock.advance({ minutes: 2 * DAY })
  await tendPrayers(context)
  expect(await ids()).toEqual([answered])
})
