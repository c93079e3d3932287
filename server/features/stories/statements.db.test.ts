import { expect } from 'vitest'
import { storyEndpoints as calls } from '#contract/stories.ts'
import { statementsOf } from '#server/testing/statements.ts'
import { test } from '#server/testing/world.ts'

test('a reply is one transaction of few statements', async ({ api, world }) => {
  const [author, member] = [await world.member(), await world.member()]
  const storyId = await world.story({ author })
  const writer = api.as(member)
  await writer.call(calls.get, { params: { id: storyId } })
  const reply = (content: string, parentId?: number) => () =>
    writer.call(calls.reply, { body: { storyId, content, parentId } })
  // The first notification also reads whether its member wants an email or a push.
  expect(await statementsOf(reply('the first'))).toHaveLength(7)
  const second = await statementsOf(reply('the second'))
  expect(second.map((text) => /^\w+/.exec(text.trim())?.[0])).toEqual([
    'begin',
    'update',
    'select',
    'insert',
    'insert',
    'commit',
  ])
  const answered = await world.reply({ author, storyId })
  expect(await statementsOf(reply('an answer', answered))).toHaveLength(8)
})

test('a reaction is one transaction of few statements, new or repeated', async ({ api, world }) => {
  const [author, member] = [await world.member(), await world.member()]
  const storyId = await world.story({ author })
  const reader = api.as(member)
  await reader.call(calls.get, { params: { id: storyId } })
  const react = () => reader.call(calls.react, { body: { storyId, reaction: 'heart' } })
  expect(await statementsOf(react)).toHaveLength(6)
  expect(await statementsOf(react)).toHaveLength(5)
})

test('a page of the list is read once for everyone, and stays cached after a reaction elsewhere', async ({
  api,
  world,
}) => {
  const author = await world.member()
  const listed = await world.story({ author, category: 'business' })
  const elsewhere = await world.story({ author, category: 'faith' })
  const query = { category: 'business' } as const
  const readers = [await world.member(), await world.member(), await world.member()]
  for (const reader of readers) await api.as(reader).call(calls.get, { params: { id: elsewhere } })
  const [first, second, third] = readers.map((reader) => api.as(reader))
  if (!first || !second || !third) throw new Error('There are three.')
  const list = (reader: typeof first) => () => reader.call(calls.list, { query })
  expect(await statementsOf(list(first))).toHaveLength(1)
  expect(await statementsOf(list(second))).toHaveLength(0)
  await second.call(calls.react, { body: { storyId: elsewhere, reaction: 'heart' } })
  expect(await statementsOf(list(second))).toHaveLength(0)
  await second.call(calls.react, { body: { storyId: listed, reaction: 'heart' } })
  // The page, and the viewer's own reactions.
  expect(await statementsOf(list(second))).toHaveLength(2)
  expect(await statementsOf(list(third))).toHaveLength(1)
  const { items } = await second.call(calls.list, { query })
  expect(items[0]?.reactions).toMatchObject({ total: 1, mine: ['heart'] })
  const { items: others } = await third.call(calls.list, { query })
  expect(others[0]?.reactions).toMatchObject({ total: 1, mine: [] })
})

test('a cached page shows each viewer their own reactions and stories', async ({ api, world }) => {
  const author = await world.member()
  await world.story({ author, category: 'mindset' })
  const query = { category: 'mindset' } as const
  const own = async (reader: typeof api) => {
    const { items } = await reader.call(calls.list, { query })
    const [story] = items
    return [story?.mine, story?.userId, story?.canReport, story?.canEdit]
  }
  expect(await own(api)).toEqual([false, null, false, false])
  expect(await own(api.as(author))).toEqual([true, author.id, false, false])
  expect(await own(api.as(await world.member()))).toEqual([false, null, true, false])
  expect(await own(api.as(await world.admin()))).toEqual([false, null, true, false])
  expect(await own(api)).toEqual([false, null, false, false])
})
