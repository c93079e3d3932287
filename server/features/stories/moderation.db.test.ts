import { expect, vi } from 'vitest'
import { storyEndpoints as calls, type Story } from '#contract/stories.ts'
import type { Context } from '#server/context.ts'
import { test } from '#server/testing/world.ts'

async function mailsTo(context: Context, toAddress: string): Promise<string[]> {
  const rows = await context.db
    .selectFrom('emailMessage')
    .select('kind')
    .where('toAddress', '=', toAddress)
    .orderBy('emailMessageId')
    .execute()
  return rows.map(({ kind }) => kind)
}

async function auditOf(context: Context, storyId: number): Promise<string[]> {
  const rows = await context.db
    .selectFrom('auditEntry')
    .select('action')
    .where('subjectType', '=', 'story')
    .where('subjectId', '=', String(storyId))
    .orderBy('auditEntryId')
    .execute()
  return rows.map(({ action }) => action)
}

test('every moderation call is for administrators only', async ({ api, world }) => {
  const member = await world.member()
  const id = await world.story({ author: member, status: 'pending' })
  const attempts = [
    [calls.listPending, {}],
    [calls.moderate, { params: { id }, body: { approved: true } }],
    [calls.reject, { params: { id }, body: { reason: 'x' } }],
    [calls.setTags, { params: { id }, body: { tags: [] } }],
    [calls.remove, { params: { id } }],
    [calls.createTag, { body: { name: 'mine' } }],
    [calls.listReports, {}],
    [calls.resolveReport, { params: { id }, body: { decision: 'keep' } }],
  ] as const
  for (const [call, input] of attempts) {
    // Each pair above has the right types, but the compiler can't follow their union.
    const given = input as Record<string, never>
    expect(await api.refuse(call, given)).toMatchObject({ status: 401 })
    expect(await api.as(member).refuse(call, given)).toMatchObject({ status: 403 })
  }
  expect(await api.as(member).call(calls.get, { params: { id } })).toMatchObject({
    status: 'pending',
  })
})

test('the queue lists waiting stories, longest waiting first', async ({ api, world, context }) => {
  const [author, admin] = [await world.member(), await world.admin()]
  const first = await world.story({ author, status: 'pending' })
  const second = await world.story({ author, status: 'pending' })
  await world.story({ author, status: 'rejected' })
  const queue = async (): Promise<number[]> => {
    const { items, total } = await api
      .as(admin)
      .call(calls.listPending, { query: { pageSize: 100 } })
    expect(total).toBe(items.length)
    return items.map(({ id }) => id).filter((id) => id >= first)
  }
  expect(await queue()).toEqual([first, second])
  const fields = { title: 'Again', category: 'faith', content: 'Again' }
  await api.as(author).call(calls.update, { params: { id: first }, fields })
  expect(await queue()).toEqual([second, first])
  const page = await api.as(admin).call(calls.listPending, { query: { page: 2, pageSize: 1 } })
  expect(page.items).toHaveLength(1)
  await context.db.deleteFrom('story').where('memberId', '=', author.id).execute()
})

test('approving with tags publishes the story and notifies its author in one step', async ({
  api,
  world,
  context,
}) => {
  const author = await world.member({ anonymousUsername: 'Gentle Otter' })
  const admin = await world.admin()
  const id = await world.story({ author, status: 'pending', title: 'On waiting' })
  const story = await api.as(admin).call(calls.moderate, {
    params: { id },
    body: { approved: true, tags: ['Patience', 'patience ', 'new  work'] },
  })
  expect(story).toMatchObject({
    status: 'approved',
    approved: true,
    tags: ['new work', 'Patience'],
  })
  const list = await api.call(calls.list, { query: { tag: 'patience' } })
  expect(list.items.map((item) => item.id)).toEqual([id])
  expect(list.total).toBe(1)
  expect(await mailsTo(context, author.email)).toEqual(['story-approved'])
  expect(await auditOf(context, id)).toEqual(['story-approved'])
  const mail = await vi.waitUntil(() =>
    context.db
      .selectFrom('outboxMail')
      .select(['subject', 'text', 'html'])
      .where('toAddress', '=', author.email)
      .executeTakeFirst(),
  )
  expect(mail.text).toContain(`/flow?story=${id}`)
  expect(mail.text).toContain('On waiting')
  expect(`${mail.subject}${mail.text}${mail.html}`).not.toContain('Gentle Otter')
})

test('approving twice approves once', async ({ api, world, context }) => {
  const [author, admin] = [await world.member(), await world.admin()]
  const id = await world.story({ author, status: 'pending' })
  const approve = (): Promise<Story> =>
    api.as(admin).call(calls.moderate, { params: { id }, body: { approved: true } })
  await approve()
  expect((await approve()).status).toBe('approved')
  const tagged = { params: { id }, body: { approved: true, tags: ['later'] } }
  expect((await api.as(admin).call(calls.moderate, tagged)).tags).toEqual(['later'])
  expect(await mailsTo(context, author.email)).toEqual(['story-approved'])
  expect(await auditOf(context, id)).toEqual(['story-approved', 'story-tagged'])
})

test('an approved story can be unpublished and approved again', async ({ api, world, context }) => {
  const [author, admin] = [await world.member(), await world.admin()]
  const id = await world.story({ author })
  const moderate = (approved: boolean): Promise<Story> =>
    api.as(admin).call(calls.moderate, { params: { id }, body: { approved } })
  expect((await moderate(false)).status).toBe('pending')
  expect(await api.refuse(calls.get, { params: { id } })).toMatchObject({ status: 404 })
  expect(await api.refuse(calls.listReplies, { params: { id } })).toMatchObject({ status: 404 })
  expect((await moderate(true)).status).toBe('approved')
  await api.call(calls.get, { params: { id } })
  expect(await auditOf(context, id)).toEqual(['story-withdrawn', 'story-approved'])
})

test('a rejected story leaves the queue, and its author sees the reason', async ({
  api,
  world,
  context,
}) => {
  const [author, admin] = [await world.member(), await world.admin()]
  const id = await world.story({ author, status: 'pending' })
  const reject = { params: { id }, body: { reason: ' It names a person. ' } }
  const story = await api.as(admin).call(calls.reject, reject)
  expect(story).toMatchObject({ status: 'rejected', rejectionReason: 'It names a person.' })
  const mine = await api.as(author).call(calls.get, { params: { id } })
  expect(mine.rejectionReason).toBe('It names a person.')
  const queue = await api.as(admin).call(calls.listPending, { query: { pageSize: 100 } })
  expect(queue.items.map((item) => item.id)).not.toContain(id)
  expect(await mailsTo(context, author.email)).toEqual(['story-returned'])
  expect(await auditOf(context, id)).toEqual(['story-rejected'])
  expect(await api.as(admin).refuse(calls.reject, reject)).toMatchObject({
    status: 409,
    message: 'This story was already returned to its author.',
  })
  expect(
    await api.as(admin).refuse(calls.moderate, { params: { id }, body: { approved: true } }),
  ).toMatchObject({ status: 409 })
})

test.for([undefined, '', '  \n'])('a reason of %j is refused', async (reason, { api, world }) => {
  const id = await world.story({ author: await world.member(), status: 'pending' })
  const input = { params: { id }, body: { reason } }
  expect(await api.as(await world.admin()).refuse(calls.reject, input)).toMatchObject({
    status: 400,
    message: 'Please provide a reason for rejecting this story',
  })
})

test('an approved story can’t be rejected', async ({ api, world }) => {
  const id = await world.story({ author: await world.member() })
  const input = { params: { id }, body: { reason: 'Late' } }
  expect(await api.as(await world.admin()).refuse(calls.reject, input)).toMatchObject({
    status: 409,
    message: 'This story was already approved.',
  })
})

test('a text that changed since it was read can’t be approved or rejected', async ({
  api,
  world,
}) => {
  const [author, admin] = [await world.member(), api.as(await world.admin())]
  const id = await world.story({ author, status: 'pending' })
  const { submittedAt } = await admin.call(calls.get, { params: { id } })
  const fields = { title: 'Changed', category: 'faith', content: 'Changed' }
  await api.as(author).call(calls.update, { params: { id }, fields })
  const approve = { params: { id }, body: { approved: true, submittedAt } }
  expect(await admin.refuse(calls.moderate, approve)).toMatchObject({
    status: 409,
    message: 'The author has changed this story. Please read it again.',
  })
  const reject = { params: { id }, body: { reason: 'x', submittedAt } }
  expect(await admin.refuse(calls.reject, reject)).toMatchObject({ status: 409 })
  const again = await admin.call(calls.get, { params: { id } })
  const body = { approved: true, submittedAt: again.submittedAt }
  expect((await admin.call(calls.moderate, { params: { id }, body })).title).toBe('Changed')
})

test('deleting a story deletes its replies and corrects the counts', async ({
  api,
  world,
  context,
}) => {
  const [author, admin] = [await world.member(), await world.admin()]
  const given = { author, category: 'purpose', tags: ['leaving'] } as const
  const id = await world.story(given)
  const stays = await world.story(given)
  const replyId = await world.reply({ author, storyId: id })
  await world.reply({ author, storyId: id, parentId: replyId })
  await world.reaction({ member: author, storyId: id })
  const removed = await api.as(admin).request(calls.remove, { params: { id } })
  expect(removed.status).toBe(204)
  expect(await api.as(admin).refuse(calls.get, { params: { id } })).toMatchObject({ status: 404 })
  expect(await api.as(admin).refuse(calls.remove, { params: { id } })).toMatchObject({
    status: 404,
  })
  const replies = await context.db
    .selectFrom('reply')
    .select('replyId')
    .where('storyId', '=', id)
    .execute()
  expect(replies).toEqual([])
  for (const query of [{ category: 'purpose' }, { tag: 'leaving' }] as const) {
    const list = await api.call(calls.list, { query })
    expect(list.total).toBe(list.items.length)
    expect(list.items.map((item) => item.id)).toEqual([stays])
  }
  expect(await auditOf(context, id)).toEqual(['story-removed'])
})

test('a tag is created once, regardless of case and spaces', async ({ api, admin }) => {
  const created = await admin.request(calls.createTag, { body: { name: ' Small   Business ' } })
  expect([created.status, created.json]).toEqual([201, { name: 'Small Business' }])
  const again = await admin.request(calls.createTag, { body: { name: 'SMALL BUSINESS' } })
  expect([again.status, again.json]).toEqual([200, { name: 'Small Business' }])
  const tags = await api.call(calls.listTags)
  expect(tags.filter((name) => name.toLowerCase() === 'small business')).toEqual(['Small Business'])
  for (const name of ['  ', 'x'.repeat(41)]) {
    expect(await admin.refuse(calls.createTag, { body: { name } })).toMatchObject({ status: 400 })
  }
})

test('tags are listed by name', async ({ api, admin }) => {
  for (const name of ['zeal', 'Bread', 'apple'])
    await admin.call(calls.createTag, { body: { name } })
  const tags = await api.call(calls.listTags)
  const mine = tags.filter((name) => ['zeal', 'Bread', 'apple'].includes(name))
  expect(mine).toEqual(['apple', 'Bread', 'zeal'])
})

test('replacing a story’s tags updates the lists', async ({ api, world, admin }) => {
  const id = await world.story({ author: await world.member(), tags: ['before', 'both'] })
  const story = await admin.call(calls.setTags, {
    params: { id },
    body: { tags: ['Both', 'after'] },
  })
  expect(story.tags).toEqual(['after', 'both'])
  const total = async (tag: string): Promise<number> =>
    (await api.call(calls.list, { query: { tag } })).total
  expect([await total('before'), await total('both'), await total('after')]).toEqual([0, 1, 1])
  const none = await admin.call(calls.setTags, { params: { id }, body: { tags: [] } })
  expect(none.tags).toEqual([])
  const many = Array.from({ length: 21 }, (_, index) => `tag ${index}`)
  expect(await admin.refuse(calls.setTags, { params: { id }, body: { tags: many } })).toMatchObject(
    {
      status: 400,
    },
  )
})

test('moderating a story without an author sends no email', async ({ world, context, admin }) => {
  const author = await world.member()
  const id = await world.story({ author, status: 'pending' })
  await context.db.deleteFrom('member').where('memberId', '=', author.id).execute()
  const story = await admin.call(calls.moderate, { params: { id }, body: { approved: true } })
  expect(story.status).toBe('approved')
  expect(await mailsTo(context, author.email)).toEqual([])
})
