import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { storyEndpoints } from '#contract/stories.ts'
import { userEndpoints as calls } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import { nameSkeleton } from '#server/domain/name-key.ts'
import type { TestApi } from '#server/testing/api.ts'
import type { TestMember } from '#server/testing/population.ts'
import { test } from '#server/testing/world.ts'

type Query = NonNullable<Parameters<TestApi['call']>[1]>['query']

/** The usernames in a list, in order. Fails if the total differs. */
async function names(admin: TestApi, query: Query & object): Promise<string[]> {
  const { items, total } = await admin.call(calls.list, { query: { pageSize: 100, ...query } })
  expect(total).toBe(items.length)
  return items.map(({ username }) => username)
}

async function setWeek({ db }: Context, { id }: TestMember, week: string): Promise<void> {
  await db.updateTable('member').set({ lastSeenWeek: week }).where('memberId', '=', id).execute()
}

test('the list can be filtered and ordered', async ({ world, context, admin }) => {
  const q = 'filtered-'
  const plain = await world.member({ username: 'filtered-cedar' })
  await world.member({ username: 'filtered-birch', emailVerified: false })
  const suspended = await world.member({ username: 'filtered-alder' })
  await setWeek(context, plain, '2026-03-02')
  await setWeek(context, suspended, '2026-03-09')
  const body = { isSuspended: true, reason: 'Spam' }
  await admin.call(calls.suspend, { params: { id: suspended.id }, body })
  await world.purchase({ member: plain, productId: 10 })
  expect(await names(admin, { q, sort: 'username' })).toEqual([
    'filtered-alder',
    'filtered-birch',
    'filtered-cedar',
  ])
  expect(await names(admin, { q, sort: 'seen' })).toEqual([
    'filtered-alder',
    'filtered-cedar',
    'filtered-birch',
  ])
  const shown = (show: string) => names(admin, { q, sort: 'username', show })
  expect(await shown('verified')).toEqual(['filtered-alder', 'filtered-cedar'])
  expect(await shown('suspended')).toEqual(['filtered-alder'])
  expect(await shown('never')).toEqual(['filtered-birch'])
  expect(await shown('access')).toEqual(['filtered-cedar'])
  for (const query of [{ show: 'everyone' }, { sort: 'email' }]) {
    expect((await admin.request(calls.list, { query: query as object })).status).toBe(400)
  }
})

test('names that look alike can be listed', async ({ world, context, admin }) => {
  const q = 'alike-'
  await world.member({ username: 'alike-elm', anonymousUsername: 'Tall Elm' })
  const namesake = await world.member({ username: 'alike-fir' })
  await world.member({ username: 'alike-oak' })
  await context.db
    .updateTable('member')
    .set({ anonymousUsernameSkeleton: nameSkeleton('Tall Elm'), hasQuestionableName: true })
    .where('memberId', '=', namesake.id)
    .execute()
  const query = { q, sort: 'username', show: 'look-alike' }
  expect(await names(admin, query)).toEqual(['alike-elm', 'alike-fir'])
})

test('each order is read from an index', async ({ world, context }) => {
  await world.member()
  for (const [order, index] of [
    ['created_at desc, member_id', 'member_created'],
    ['username', 'member_username_key'],
    ['last_seen_week desc nulls last, member_id', 'member_last_seen'],
  ]) {
    const client = await context.pool.connect()
    try {
      await client.query('begin; set local enable_seqscan = off; set local enable_sort = off')
      const { rows } = await client.query(`explain select * from member order by ${order} limit 20`)
      expect(JSON.stringify(rows)).toContain(`using ${index} on member`)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
})

test('signing in and using a session store the week, and nothing more precise', async ({
  api,
  world,
  context,
  clock,
}) => {
  const admin = await world.admin()
  const member = await world.member()
  const seen = async (): Promise<string | null> =>
    (
      await api
        .as({ cookie: await world.session(admin.id, new Date(Date.now() + 9e10)) })
        .call(calls.get, { params: { id: member.id } })
    ).lastSeenWeek
  expect(await seen()).toBeNull()
  const monday = (at: Date): string => {
    const day = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()))
    day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
    return day.toISOString().slice(0, 10)
  }
  const credentials = { username: member.username, password: member.password }
  await api.call(accountEndpoints.login, { body: credentials })
  expect(await seen()).toBe(monday(context.now()))
  clock.advance({ minutes: 8 * 24 * 60 })
  const cookie = await world.session(member.id, new Date(Date.now() + 9e10))
  await api.as({ cookie }).call(accountEndpoints.currentUser)
  expect(await seen()).toBe(monday(context.now()))
})

test('a profile counts warnings and suspensions without their subjects, and each read is logged', async ({
  api,
  world,
  context,
}) => {
  const administrator = await world.admin()
  const admin = api.as(administrator)
  const member = await world.member()
  const params = { id: member.id }
  const story = { id: await world.story({ author: member, title: 'Kieselgrube' }) }
  const words = 'Please leave the town out.'
  await admin.call(storyEndpoints.warnStoryAuthor, { params: story, body: { words } })
  const reason = 'Advertising a quarry.'
  await admin.call(storyEndpoints.suspendStoryAuthor, { params: story, body: { reason } })
  for (const isSuspended of [false, true, true]) {
    await admin.call(calls.suspend, { params, body: { isSuspended, reason: 'Spam' } })
  }
  const { text } = await admin.request(calls.get, { params })
  expect(JSON.parse(text)).toMatchObject({
    id: member.id,
    username: member.username,
    isSuspended: true,
    warnings: 1,
    suspensions: 2,
  })
  for (const hint of ['Kieselgrube', words, reason, '"storyId"']) expect(text).not.toContain(hint)
  const entries = await context.db
    .selectFrom('auditEntry')
    .select(['adminId', 'subjectType', 'subjectId', 'detail'])
    .where('action', '=', 'user-opened')
    .where('subjectId', '=', member.id)
    .execute()
  expect(entries).toEqual([
    { adminId: administrator.id, subjectType: 'user', subjectId: member.id, detail: {} },
  ])
  const unknown = { params: { id: '00000000-0000-4000-8000-000000000000' } }
  expect((await admin.refuse(calls.get, unknown)).status).toBe(404)
})

test('purchases need the right treasurer, profiles the right people, and each read is logged', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const productId = await world.product({ title: 'Hazel workbook' })
  await world.purchase({ member, productId })
  const params = { id: member.id }
  const treasurer = api.as(await world.admin({ rights: ['treasurer'] }))
  const people = api.as(await world.admin({ rights: ['people'] }))
  expect((await people.refuse(calls.listPurchases, { params })).status).toBe(403)
  expect((await treasurer.refuse(calls.get, { params })).status).toBe(403)
  const { text } = await treasurer.request(calls.listPurchases, { params })
  expect(JSON.parse(text)).toMatchObject([{ title: 'Hazel workbook' }])
  for (const name of [member.anonymousUsername, member.username, member.email, 'downloadUrl']) {
    expect(text).not.toContain(name)
  }
  const looks = await context.db
    .selectFrom('auditEntry')
    .select('subjectId')
    .where('action', '=', 'user-purchases-read')
    .execute()
  expect(looks).toEqual([{ subjectId: member.id }])
})
