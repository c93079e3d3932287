import { expect } from 'vitest'
import { storyEndpoints as calls, type Reply } from '#contract/stories.ts'
import { announced } from '#server/testing/announced.ts'
import { test } from '#server/testing/world.ts'

test('replies appear at once, oldest first, and are counted', async ({ api, world }) => {
  const author = await world.member()
  const member = await world.member({ anonymousUsername: 'Kind Wren' })
  const storyId = await world.story({ author })
  const body = { storyId, content: '  Thank you.\n' }
  const response = await api.as(member).request(calls.reply, { body })
  expect(response.status).toBe(201)
  expect(response.json).toMatchObject({
    storyId,
    content: 'Thank you.',
    parentId: null,
    replyTo: null,
    userId: member.id,
    mine: true,
    canDelete: true,
    canReport: false,
    user: { anonymousUsername: 'Kind Wren' },
    isDeleted: false,
  })
  await api.as(author).call(calls.reply, { body: { storyId, content: 'You are welcome.' } })
  const replies = await api.call(calls.listReplies, { params: { id: storyId } })
  expect(replies.map(({ content }) => content)).toEqual(['Thank you.', 'You are welcome.'])
  expect(replies.every((reply) => reply.userId === null && !reply.mine)).toBe(true)
  expect((await api.call(calls.get, { params: { id: storyId } })).replyCount).toBe(2)
})

test('an answer to a nested reply is placed under the top-level one and names the reply it answers', async ({
  api,
  world,
}) => {
  const [author, first, second] = [await world.member(), await world.member(), await world.member()]
  const storyId = await world.story({ author })
  const reply = (who: typeof author, content: string, parentId: number | null): Promise<Reply> =>
    api.as(who).call(calls.reply, { body: { storyId, content, parentId } })
  const top = await reply(first, 'top', null)
  const nested = await reply(second, 'nested', top.id)
  const deeper = await reply(author, 'deeper', nested.id)
  expect(nested).toMatchObject({ parentId: top.id, replyTo: null })
  expect(deeper).toMatchObject({
    parentId: top.id,
    replyTo: { id: nested.id, anonymousUsername: second.anonymousUsername },
  })
  const list = async (parentId?: number | 'null'): Promise<string[]> => {
    const replies = await api.call(calls.listReplies, {
      params: { id: storyId },
      query: { parentId },
    })
    return replies.map(({ content }) => content)
  }
  expect(await list()).toEqual(['top', 'nested', 'deeper'])
  expect(await list('null')).toEqual(['top'])
  expect(await list(top.id)).toEqual(['nested', 'deeper'])
  expect(await list(nested.id)).toEqual([])
})

test('a deleted reply disappears, but keeps its place while it has answers', async ({
  api,
  world,
}) => {
  const [author, member] = [await world.member(), await world.member()]
  const storyId = await world.story({ author })
  const lonely = await world.reply({ author: member, storyId, content: 'lonely' })
  const answered = await world.reply({ author: member, storyId, content: 'answered' })
  const answer = await world.reply({ author, storyId, content: 'answer', parentId: answered })
  const remove = (id: number, who = member): Promise<unknown> =>
    api.as(who).call(calls.removeReply, { params: { id } })
  const list = async (): Promise<unknown[]> => {
    const replies = await api.as(member).call(calls.listReplies, { params: { id: storyId } })
    return replies.map(({ content, isDeleted, canDelete }) => [content, isDeleted, canDelete])
  }
  await remove(lonely)
  await remove(answered)
  expect(await list()).toEqual([
    ['', true, false],
    ['answer', false, false],
  ])
  expect((await api.call(calls.get, { params: { id: storyId } })).replyCount).toBe(1)
  await remove(answer, author)
  expect(await list()).toEqual([])
  expect((await api.call(calls.get, { params: { id: storyId } })).replyCount).toBe(0)
})

test('the text of a deleted reply is not kept', async ({ api, world, context }) => {
  const member = await world.member()
  const storyId = await world.story({ author: member })
  const id = await world.reply({ author: member, storyId, content: 'a secret' })
  await api.as(member).call(calls.removeReply, { params: { id } })
  const row = await context.db
    .selectFrom('reply')
    .select('content')
    .where('replyId', '=', id)
    .executeTakeFirstOrThrow()
  expect(row.content).toBe('')
})

test('a reply can be deleted once, by its author or an administrator', async ({
  api,
  world,
  context,
}) => {
  const [author, other, admin] = [await world.member(), await world.member(), await world.admin()]
  const storyId = await world.story({ author })
  const id = await world.reply({ author, storyId })
  const params = { id }
  expect(await api.refuse(calls.removeReply, { params })).toMatchObject({ status: 401 })
  expect(await api.as(other).refuse(calls.removeReply, { params })).toMatchObject({ status: 403 })
  const removed = await api.as(admin).request(calls.removeReply, { params })
  expect(removed.status).toBe(204)
  expect(await api.as(author).refuse(calls.removeReply, { params })).toMatchObject({ status: 404 })
  const audit = await context.db
    .selectFrom('auditEntry')
    .select(['action', 'subjectId', 'detail'])
    .where('adminId', '=', admin.id)
    .execute()
  expect(audit).toEqual([{ action: 'reply-removed', subjectId: String(id), detail: { storyId } }])
})

test('empty, too long and misplaced replies are refused', async ({ api, world }) => {
  const member = await world.member()
  const storyId = await world.story({ author: member })
  const elsewhere = await world.reply({
    author: member,
    storyId: await world.story({ author: member }),
  })
  const gone = await world.reply({ author: member, storyId })
  await api.as(member).call(calls.removeReply, { params: { id: gone } })
  const refuse = async (body: Record<string, unknown>): Promise<unknown[]> => {
    const refused = await api.as(member).refuse(calls.reply, { body })
    return [refused.status, refused.message]
  }
  expect(await refuse({ storyId, content: ' \n ' })).toEqual([400, 'Reply cannot be empty'])
  expect(await refuse({ storyId })).toEqual([400, 'Reply cannot be empty'])
  expect(await refuse({ storyId, content: 'x'.repeat(5_001) })).toEqual([
    400,
    'Reply must be 5,000 characters or less',
  ])
  expect(await refuse({ storyId: 2_000_000_000, content: 'x' })).toEqual([
    404,
    'This story does not exist.',
  ])
  for (const parentId of [elsewhere, gone, 2_000_000_000]) {
    expect(await refuse({ storyId, content: 'x', parentId })).toEqual([
      404,
      'The reply you’re answering was deleted.',
    ])
  }
  expect(await api.refuse(calls.reply, { body: { storyId, content: 'x' } })).toMatchObject({
    status: 401,
  })
  expect((await api.call(calls.get, { params: { id: storyId } })).replyCount).toBe(0)
})

test('only an approved story accepts replies, and one the member can’t see is not found', async ({
  api,
  world,
}) => {
  const author = await world.member()
  const storyId = await world.story({ author, status: 'pending' })
  const body = { storyId, content: 'x' }
  expect(await api.as(author).refuse(calls.reply, { body })).toMatchObject({ status: 409 })
  const other = api.as(await world.member())
  expect(await other.refuse(calls.reply, { body })).toMatchObject({ status: 404 })
})

test('members can send thirty replies a minute', async ({ api, world, clock }) => {
  const member = await world.member()
  const storyId = await world.story({ author: member })
  const reply = { body: { storyId, content: 'again' } }
  for (let count = 0; count < 30; count++) await api.as(member).call(calls.reply, reply)
  const refused = await api.as(member).request(calls.reply, reply)
  expect(refused.status).toBe(429)
  expect(refused.headers['retry-after']).toBe('60')
  expect((await api.call(calls.get, { params: { id: storyId } })).replyCount).toBe(30)
  await api.as(await world.member()).call(calls.reply, reply)
  clock.advance({ minutes: 2 })
  await api.as(member).call(calls.reply, reply)
})

test('a story with 5,000 replies accepts no more', async ({ api, world, context }) => {
  const member = await world.member()
  const storyId = await world.story({ author: member })
  await context.db
    .updateTable('story')
    .set({ replyCount: 5_000 })
    .where('storyId', '=', storyId)
    .execute()
  const body = { storyId, content: 'x' }
  expect(await api.as(member).refuse(calls.reply, { body })).toMatchObject({ status: 409 })
})

test('a reply is announced to other nodes', async ({ api, world, context }) => {
  const member = await world.member()
  const storyId = await world.story({ author: member })
  const body = { storyId, content: 'x' }
  const received = await announced(context, () => api.as(member).call(calls.reply, { body }))
  expect(received).toEqual([{ kind: 'story', storyId }])
})
