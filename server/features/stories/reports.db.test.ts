import { expect } from 'vitest'
import { storyEndpoints as calls, type Report } from '#contract/stories.ts'
import type { TestApi } from '#server/testing/api.ts'
import type { TestMember, World } from '#server/testing/population.ts'
import { test } from '#server/testing/world.ts'

async function reportOf(admin: TestApi, subject: Partial<Report>): Promise<Report | undefined> {
  const { items } = await admin.call(calls.listReports, { query: { pageSize: 100 } })
  return items.find(
    ({ storyId, replyId }) => storyId === subject.storyId && replyId === (subject.replyId ?? null),
  )
}

test('two members’ reports hide a story until an administrator keeps it', async ({
  api,
  world,
  admin,
}) => {
  const [author, first, second] = [await world.member(), await world.member(), await world.member()]
  const given = { author, category: 'relationships', tags: ['reported'] } as const
  const storyId = await world.story({
    ...given,
    title: 'A hard word',
    content: 'It went on for many pages.',
  })
  const params = { id: storyId }
  const report = (who: typeof author, reason?: string) =>
    api.as(who).request(calls.report, { params, body: { reason } })
  const totals = async (): Promise<number[]> => {
    const lists = [{ category: 'relationships' }, { tag: 'reported' }] as const
    return Promise.all(lists.map(async (query) => (await api.call(calls.list, { query })).total))
  }
  expect((await report(first, 'Unkind')).status).toBe(204)
  expect((await report(first, 'Unkind, again')).status).toBe(204)
  expect(await totals()).toEqual([1, 1])
  expect((await report(second)).status).toBe(204)
  expect(await totals()).toEqual([0, 0])
  expect(await api.as(first).refuse(calls.get, { params })).toMatchObject({ status: 404 })
  await api.as(author).call(calls.get, { params })
  const found = await reportOf(admin, { storyId })
  expect(found).toMatchObject({
    replyId: null,
    subject: 'A hard word',
    text: 'It went on for many pages.',
    isVoice: false,
    anonymousUsername: author.anonymousUsername,
    reasons: ['Unkind'],
    reportCount: 2,
    isHidden: true,
  })
  const resolve = { params: { id: found?.id ?? 0 }, body: { decision: 'keep' } } as const
  expect((await admin.request(calls.resolveReport, resolve)).status).toBe(204)
  expect(await totals()).toEqual([1, 1])
  expect(await reportOf(admin, { storyId })).toBeUndefined()
  expect(await admin.refuse(calls.resolveReport, resolve)).toMatchObject({ status: 409 })
})

test('after an administrator kept a story, other members can hide it again, but not the same ones', async ({
  api,
  world,
  admin,
}) => {
  const author = await world.member()
  const storyId = await world.story({ author })
  const params = { id: storyId }
  const members = await Promise.all([1, 2, 3, 4].map(() => world.member()))
  const report = async (...indexes: number[]): Promise<void> => {
    for (const index of indexes) {
      const member = members[index]
      if (member) await api.as(member).call(calls.report, { params, body: {} })
    }
  }
  await report(0, 1)
  const found = await reportOf(admin, { storyId })
  await admin.call(calls.resolveReport, {
    params: { id: found?.id ?? 0 },
    body: { decision: 'keep' },
  })
  await report(0, 1, 2)
  await api.call(calls.get, { params })
  await report(3)
  expect(await api.refuse(calls.get, { params })).toMatchObject({ status: 404 })
})

test('two reports hide a reply, which is then not counted, and keeping it shows it again', async ({
  api,
  world,
  admin,
}) => {
  const [author, first, second] = [await world.member(), await world.member(), await world.member()]
  const storyId = await world.story({ author })
  const replyId = await world.reply({ author, storyId, content: 'A sharp reply' })
  const answerId = await world.reply({
    author: first,
    storyId,
    content: 'An answer',
    parentId: replyId,
  })
  for (const who of [first, second]) {
    await api.as(who).call(calls.reportReply, { params: { id: replyId }, body: {} })
  }
  const thread = async (caller: TestApi): Promise<unknown[]> => {
    const replies = await caller.call(calls.listReplies, { params: { id: storyId } })
    return replies.map(({ id, content, isDeleted }) => [id, content, isDeleted])
  }
  const shown = [
    [replyId, 'A sharp reply', false],
    [answerId, 'An answer', false],
  ]
  expect(await thread(api)).toEqual([
    [replyId, '', true],
    [answerId, 'An answer', false],
  ])
  expect(await thread(api.as(author))).toEqual(shown)
  expect(await thread(admin)).toEqual(shown)
  const count = async (): Promise<number> =>
    (await api.call(calls.get, { params: { id: storyId } })).replyCount
  expect(await count()).toBe(1)
  const body = { storyId, content: 'x', parentId: replyId }
  expect(await api.as(first).refuse(calls.reply, { body })).toMatchObject({ status: 404 })
  const found = await reportOf(admin, { storyId, replyId })
  expect(found).toMatchObject({ subject: 'A sharp reply', reportCount: 2, isHidden: true })
  await admin.call(calls.resolveReport, {
    params: { id: found?.id ?? 0 },
    body: { decision: 'keep' },
  })
  expect(await thread(api)).toEqual(shown)
  expect(await count()).toBe(2)
})

test('an administrator can remove a reported story or reply', async ({ api, world, context }) => {
  const [author, member] = [await world.member(), await world.member()]
  const adminMember = await world.admin()
  const admin = api.as(adminMember)
  const storyId = await world.story({ author })
  const replyId = await world.reply({ author, storyId })
  await api.as(member).call(calls.reportReply, { params: { id: replyId }, body: {} })
  await api.as(member).call(calls.report, { params: { id: storyId }, body: {} })
  const remove = async (subject: Partial<Report>): Promise<void> => {
    const found = await reportOf(admin, subject)
    await admin.call(calls.resolveReport, {
      params: { id: found?.id ?? 0 },
      body: { decision: 'remove' },
    })
  }
  await remove({ storyId, replyId })
  expect(await api.call(calls.listReplies, { params: { id: storyId } })).toEqual([])
  expect((await api.call(calls.get, { params: { id: storyId } })).replyCount).toBe(0)
  await remove({ storyId })
  expect(await admin.refuse(calls.get, { params: { id: storyId } })).toMatchObject({ status: 404 })
  const audit = await context.db
    .selectFrom('auditEntry')
    .select(['action', 'subjectId'])
    .where('adminId', '=', adminMember.id)
    .orderBy('auditEntryId')
    .execute()
  expect(audit).toEqual([
    { action: 'reply-removed', subjectId: String(replyId) },
    { action: 'story-removed', subjectId: String(storyId) },
  ])
})

test('deleting a reply closes the reports about it', async ({ api, world }) => {
  const [author, member] = [await world.member(), await world.member()]
  const storyId = await world.story({ author })
  const replyId = await world.reply({ author, storyId })
  await api.as(member).call(calls.reportReply, { params: { id: replyId }, body: {} })
  await api.as(author).call(calls.removeReply, { params: { id: replyId } })
  expect(await reportOf(api.as(await world.admin()), { storyId, replyId })).toBeUndefined()
})

test('an author deletes a story with all that belongs to it, in every state, and nobody else does', async ({
  api,
  world,
  admin,
}) => {
  const [author, other] = [await world.member(), await world.member()]
  const storyId = await world.story({ author, title: 'Taken back', tags: ['takenback'] })
  const params = { id: storyId }
  await api.as(other).call(calls.report, { params, body: { reason: 'Unkind' } })
  await api.as(other).call(calls.reply, { body: { storyId, content: 'I felt that too.' } })
  expect(await api.as(other).refuse(calls.removeOwn, { params })).toMatchObject({ status: 404 })
  expect(await admin.refuse(calls.removeOwn, { params })).toMatchObject({ status: 404 })
  await api.as(author).call(calls.removeOwn, { params })
  expect(await api.as(author).refuse(calls.get, { params })).toMatchObject({ status: 404 })
  expect(await api.as(author).refuse(calls.removeOwn, { params })).toMatchObject({ status: 404 })
  expect(await reportOf(admin, { storyId })).toBeUndefined()
  expect((await api.call(calls.list, { query: { tag: 'takenback' } })).total).toBe(0)

  const pending = await world.story({ author, title: 'Not yet', status: 'pending' })
  await api.as(author).call(calls.removeOwn, { params: { id: pending } })
  const { items } = await admin.call(calls.listPending, { query: { pageSize: 100 } })
  expect(items.map(({ id }) => id)).not.toContain(pending)
})

test('approving a story again deletes the reports about the earlier text', async ({
  api,
  world,
  admin,
}) => {
  const [author, first, second] = [await world.member(), await world.member(), await world.member()]
  const storyId = await world.story({ author })
  const params = { id: storyId }
  for (const who of [first, second]) await api.as(who).call(calls.report, { params, body: {} })
  await admin.call(calls.moderate, { params, body: { approved: false } })
  await admin.call(calls.moderate, { params, body: { approved: true } })
  await api.call(calls.get, { params })
  expect(await reportOf(admin, { storyId })).toBeUndefined()
  await api.as(first).call(calls.report, { params, body: {} })
  expect(await reportOf(admin, { storyId })).toMatchObject({ reportCount: 1, isHidden: false })
})

test('members can report only what they can see and didn’t write', async ({ api, world }) => {
  const [author, member] = [await world.member(), await world.member()]
  const storyId = await world.story({ author })
  const replyId = await world.reply({ author, storyId })
  const pending = await world.story({ author, status: 'pending' })
  const story = (id: number) => ({ params: { id }, body: {} })
  expect(await api.refuse(calls.report, story(storyId))).toMatchObject({ status: 401 })
  expect(await api.as(author).refuse(calls.report, story(storyId))).toMatchObject({ status: 403 })
  expect(await api.as(author).refuse(calls.reportReply, story(replyId))).toMatchObject({
    status: 403,
  })
  expect(await api.as(member).refuse(calls.report, story(pending))).toMatchObject({ status: 404 })
  expect(await api.as(member).refuse(calls.reportReply, story(2_000_000_000))).toMatchObject({
    status: 404,
  })
  const silent = await api.as(member).request(calls.report, { params: { id: storyId } })
  expect(silent.status).toBe(204)
})

test('reports are listed by subject, longest waiting first', async ({ api, world, admin }) => {
  const [author, member, other] = [await world.member(), await world.member(), await world.member()]
  const [older, newer] = [await world.story({ author }), await world.story({ author })]
  for (const [who, id] of [
    [member, older],
    [member, newer],
    [other, older],
  ] as const) {
    await api.as(who).call(calls.report, { params: { id }, body: {} })
  }
  const { items, total } = await admin.call(calls.listReports, { query: { pageSize: 100 } })
  const ids = items.map(({ storyId }) => storyId)
  expect(ids.slice(-2)).toEqual([older, newer])
  expect(total).toBe(items.length)
  const last = await admin.call(calls.listReports, { query: { page: total, pageSize: 1 } })
  expect(last.items.map(({ storyId }) => storyId)).toEqual([newer])
})

/** Whether this member's report hides a story that one ordinary member has reported. */
async function hides(
  { api, world }: { api: TestApi; world: World },
  member: TestMember,
): Promise<boolean> {
  const storyId = await world.story({ author: await world.member() })
  const params = { id: storyId }
  for (const who of [await world.member(), member]) {
    const { status, text } = await api.as(who).request(calls.report, { params, body: {} })
    expect([status, text]).toEqual([204, ''])
  }
  const found = await reportOf(api.as(await world.admin()), { storyId })
  expect(found?.reportCount).toBe(2)
  return found?.isHidden ?? false
}

test('reports of unverified or new accounts are shown to administrators but hide nothing', async ({
  api,
  world,
}) => {
  const hour = 3_600_000
  const born = (hoursAgo: number): Date => new Date(Date.now() - hoursAgo * hour)
  const input = { api, world }
  expect(await hides(input, await world.member({ emailVerified: false }))).toBe(false)
  expect(await hides(input, await world.member({ createdAt: born(23) }))).toBe(false)
  expect(await hides(input, await world.member({ createdAt: born(25) }))).toBe(true)
})

test('any number of new accounts hides nothing, while two ordinary members still do', async ({
  api,
  world,
}) => {
  const storyId = await world.story({ author: await world.member() })
  const params = { id: storyId }
  for (let count = 0; count < 5; count += 1) {
    const newcomer = await world.member({ createdAt: new Date(), emailVerified: count % 2 === 0 })
    await api.as(newcomer).call(calls.report, { params, body: {} })
  }
  await api.as(await world.member()).call(calls.report, { params, body: {} })
  await api.call(calls.get, { params })
  await api.as(await world.member()).call(calls.report, { params, body: {} })
  expect(await api.refuse(calls.get, { params })).toMatchObject({ status: 404 })
})

test('a new account’s report counts after the account is verified and a day old', async ({
  api,
  world,
  context,
}) => {
  const storyId = await world.story({ author: await world.member() })
  const params = { id: storyId }
  const newcomer = await world.member({ createdAt: new Date(), emailVerified: false })
  await api.as(newcomer).call(calls.report, { params, body: {} })
  await context.db
    .updateTable('member')
    .set({ createdAt: new Date(Date.now() - 25 * 3_600_000), emailVerifiedAt: new Date() })
    .where('memberId', '=', newcomer.id)
    .execute()
  await api.as(await world.member()).call(calls.report, { params, body: {} })
  expect(await api.refuse(calls.get, { params })).toMatchObject({ status: 404 })
})
