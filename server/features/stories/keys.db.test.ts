import { expect } from 'vitest'
import { storyEndpoints as calls, type Reply, type Story } from '#contract/stories.ts'
import { test } from '#server/testing/world.ts'

const fields = (key: string, title = 'Kept on the train') => ({
  title,
  category: 'faith',
  content: 'Written in a tunnel.',
  key,
})

test('a reply sent again with its key returns the stored one', async ({ api, world }) => {
  const member = await world.member()
  const storyId = await world.story({ author: await world.member() })
  const body = { storyId, content: 'Once.', key: crypto.randomUUID() }
  const first = await api.as(member).call(calls.reply, { body })
  const again = await api.as(member).request(calls.reply, { body })
  expect(again.status).toBe(201)
  expect(again.json).toEqual(first)
  expect((await api.call(calls.get, { params: { id: storyId } })).replyCount).toBe(1)
  expect(await api.call(calls.listReplies, { params: { id: storyId } })).toHaveLength(1)
})

test('an answer sent again keeps the reply it answers', async ({ api, world }) => {
  const [author, member] = [await world.member(), await world.member()]
  const storyId = await world.story({ author })
  const top = await world.reply({ author: member, storyId })
  const nested = await world.reply({ author: member, storyId, parentId: top })
  const body = { storyId, content: 'To you.', parentId: nested, key: crypto.randomUUID() }
  const first = await api.as(author).call(calls.reply, { body })
  const again = await api.as(author).call(calls.reply, { body })
  expect(again).toEqual(first)
  expect(again.replyTo).toEqual({ id: nested, anonymousUsername: member.anonymousUsername })
})

test('the same reply sent many times at once is added and counted once', async ({ api, world }) => {
  const member = await world.member()
  const storyId = await world.story({ author: await world.member() })
  const body = { storyId, content: 'At once.', key: crypto.randomUUID() }
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => api.as(member).request(calls.reply, { body })),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(201))
  expect(new Set(responses.map(({ json }) => (json as Reply).id)).size).toBe(1)
  expect((await api.call(calls.get, { params: { id: storyId } })).replyCount).toBe(1)
})

test('a stored reply is returned even if the story no longer accepts replies', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const storyId = await world.story({ author: await world.member() })
  const body = { storyId, content: 'Just in time.', key: crypto.randomUUID() }
  const first = await api.as(member).call(calls.reply, { body })
  await context.db
    .updateTable('story')
    .set({ hiddenAt: context.now() })
    .where('storyId', '=', storyId)
    .execute()
  expect(await api.as(member).call(calls.reply, { body })).toEqual(first)
  const other = { ...body, key: crypto.randomUUID() }
  expect(await api.as(member).refuse(calls.reply, { body: other })).toMatchObject({ status: 404 })
})

test('keys belong to one member, and a reply without one is always new', async ({ api, world }) => {
  const [first, second] = [await world.member(), await world.member()]
  const storyId = await world.story({ author: await world.member() })
  const body = { storyId, content: 'Amen.', key: crypto.randomUUID() }
  const replies = [
    await api.as(first).call(calls.reply, { body }),
    await api.as(second).call(calls.reply, { body }),
    await api.as(first).call(calls.reply, { body: { storyId, content: 'Amen.' } }),
    await api.as(first).call(calls.reply, { body: { storyId, content: 'Amen.' } }),
  ]
  expect(new Set(replies.map(({ id }) => id)).size).toBe(4)
  expect(replies[1]?.user.anonymousUsername).toBe(second.anonymousUsername)
})

test('a story sent again with its key returns the stored one', async ({ api, world }) => {
  const [member, other] = [await world.member(), await world.member()]
  const key = crypto.randomUUID()
  const first = await api.as(member).call(calls.create, { fields: fields(key) })
  // As a form or as JSON, which is how a page sends an outbox item.
  const again = await api.as(member).request(calls.create, { body: fields(key) })
  expect(again.status).toBe(201)
  expect(again.json).toEqual(first)
  const mine = await api.as(member).call(calls.list, { query: { mine: 'true' } })
  expect(mine.total).toBe(1)
  const others = await api.as(other).call(calls.create, { fields: fields(key) })
  expect(others.id).not.toBe(first.id)
})

test('the same story sent many times at once is added once', async ({ api, world }) => {
  const member = await world.member()
  const sent = { body: fields(crypto.randomUUID(), 'At once') }
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => api.as(member).request(calls.create, sent)),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(201))
  expect(new Set(responses.map(({ json }) => (json as Story).id)).size).toBe(1)
  const mine = await api.as(member).call(calls.list, { query: { mine: 'true' } })
  expect(mine.total).toBe(1)
})

test('a story sent again doesn’t count toward the limit', async ({ api, world }) => {
  const member = await world.member()
  const sent = { body: fields(crypto.randomUUID()) }
  for (let count = 0; count < 40; count++) await api.as(member).call(calls.create, sent)
})

test('a key is a UUID', async ({ api, world }) => {
  const member = await world.member()
  const storyId = await world.story({ author: member })
  const reply = { body: { storyId, content: 'x', key: 'mine' } }
  expect(await api.as(member).refuse(calls.reply, reply)).toMatchObject({
    status: 400,
    fields: { key: 'The key is a UUID.' },
  })
  const story = { fields: fields('1') }
  expect(await api.as(member).refuse(calls.create, story)).toMatchObject({ status: 400 })
})
