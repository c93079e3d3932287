import { expect } from 'vitest'
import { muteEndpoints as calls, MOST_MUTES, type Mute } from '#contract/mutes.ts'
import { pseudonymEndpoints } from '#contract/pseudonyms.ts'
import { storyEndpoints } from '#contract/stories.ts'
import type { TestApi } from '#server/testing/api.ts'
import { statementsOf } from '#server/testing/statements.ts'
import { test } from '#server/testing/world.ts'

const { muteStoryAuthor, muteReplyAuthor } = calls

/** Whether the reader sees the story as muted: in the list, and on its own. */
async function sees(reader: TestApi, storyId: number): Promise<(boolean | undefined)[]> {
  const { items } = await reader.call(storyEndpoints.list, { query: { pageSize: 100 } })
  const listed = items.find(({ id }) => id === storyId)
  const { isMuted } = await reader.call(storyEndpoints.get, { params: { id: storyId } })
  return [listed?.isMuted, isMuted]
}

async function onlyMute(reader: TestApi): Promise<Mute> {
  const [mute, ...more] = await reader.call(calls.list)
  if (!mute || more.length > 0) throw new Error('There is exactly one.')
  return mute
}

test('muting through a story collapses everything by its author, only for that reader', async ({
  api,
  world,
}) => {
  const [author, other] = [await world.member(), await world.member()]
  const [first, second] = [await world.story({ author }), await world.story({ author })]
  const elsewhere = await world.story({ author: other })
  await world.reply({ author, storyId: elsewhere })
  await world.reply({ author: other, storyId: elsewhere })
  const [reader, stranger] = [api.as(await world.member()), api.as(await world.member())]
  const params = { id: first }
  // Responses cached before the mute must not be used afterwards.
  expect(await sees(reader, second)).toEqual([false, false])
  await reader.call(muteStoryAuthor, { params })
  await reader.call(muteStoryAuthor, { params })
  for (const id of [first, second]) expect(await sees(reader, id)).toEqual([true, true])
  expect(await sees(reader, elsewhere)).toEqual([false, false])
  const { items } = await reader.call(storyEndpoints.list, { query: { q: 'nothing-like-it' } })
  expect(items).toEqual([])
  const thread = { params: { id: elsewhere } }
  const replies = await reader.call(storyEndpoints.listReplies, thread)
  expect(replies.map(({ isMuted }) => isMuted)).toEqual([true, false])
  for (const someone of [stranger, api.as(author), api]) {
    expect(await sees(someone, first)).toEqual([false, false])
  }
  const mute = await onlyMute(reader)
  expect(mute.anonymousUsername).toBe(author.anonymousUsername)
  expect(JSON.stringify(mute)).not.toContain(author.id)
  expect(await stranger.call(calls.list)).toEqual([])
  // Other members can't remove the mute.
  await stranger.call(calls.remove, { params: { id: mute.id } })
  expect(await sees(reader, first)).toEqual([true, true])
  await reader.call(calls.remove, { params: { id: mute.id } })
  expect(await sees(reader, first)).toEqual([false, false])
  expect(await reader.call(calls.list)).toEqual([])
})

test('a reply’s author can be muted too, and the mute applies to searches', async ({
  api,
  world,
}) => {
  const [author, replier] = [await world.member(), await world.member()]
  const storyId = await world.story({ author, title: 'Lanternfish' })
  const id = await world.reply({ author: replier, storyId })
  const found = await world.story({ author: replier, title: 'Lanternfish again' })
  const reader = api.as(await world.member())
  await reader.call(muteReplyAuthor, { params: { id } })
  const { items } = await reader.call(storyEndpoints.list, { query: { q: 'lanternfish' } })
  expect(items.map((story) => [story.id, story.isMuted])).toEqual([
    [found, true],
    [storyId, false],
  ])
})

test('members can’t mute themselves, a former member, or an author they can’t see', async ({
  api,
  world,
  context,
}) => {
  const author = await world.member()
  const id = await world.story({ author })
  const pending = await world.story({ author, status: 'pending' })
  const reader = api.as(await world.member())
  expect((await api.as(author).refuse(muteStoryAuthor, { params: { id } })).status).toBe(403)
  for (const hidden of [pending, 2_000_000_000]) {
    expect((await reader.refuse(muteStoryAuthor, { params: { id: hidden } })).status).toBe(404)
  }
  expect((await reader.refuse(muteReplyAuthor, { params: { id: 2_000_000_000 } })).status).toBe(404)
  const gone = await world.reply({ author, storyId: id })
  await api.as(author).call(storyEndpoints.removeReply, { params: { id: gone } })
  expect((await reader.refuse(muteReplyAuthor, { params: { id: gone } })).status).toBe(404)
  await context.db.deleteFrom('member').where('memberId', '=', author.id).execute()
  context.changes.announce({ kind: 'story', storyId: id })
  expect((await reader.refuse(muteStoryAuthor, { params: { id } })).status).toBe(409)
  const { canMute, isMuted } = await reader.call(storyEndpoints.get, { params: { id } })
  expect([canMute, isMuted]).toEqual([false, false])
})

test('a mute survives a name change, and the list shows the new name only if it is visible elsewhere', async ({
  api,
  world,
  context,
}) => {
  const author = await world.member({ anonymousUsername: 'Sharp Heron' })
  const id = await world.story({ author })
  const reader = api.as(await world.member())
  await reader.call(muteStoryAuthor, { params: { id } })
  const body = { anonymousUsername: 'Gentle Heron' }
  await api.as(author).call(pseudonymEndpoints.change, { body })
  expect(await sees(reader, id)).toEqual([true, true])
  expect((await onlyMute(reader)).anonymousUsername).toBe('Gentle Heron')
  await context.db.deleteFrom('story').where('storyId', '=', id).execute()
  expect((await onlyMute(reader)).anonymousUsername).toBeNull()
})

test('of concurrent mutes one is stored, and a full list takes no more', async ({
  api,
  world,
  context,
}) => {
  const author = await world.member()
  const id = await world.story({ author })
  const member = await world.member()
  const reader = api.as(member)
  const statuses = await Promise.all(
    Array.from({ length: 5 }, () => reader.request(muteStoryAuthor, { params: { id } })),
  )
  expect(statuses.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204])
  expect(await reader.call(calls.list)).toHaveLength(1)
  await context.pool.query(
    `with muted as (
       insert into member
         (username, username_key, email, anonymous_username, anonymous_username_key, time_zone)
       select 'muted-' || n, 'muted-' || n, 'muted-' || n || '@example.org', 'Muted ' || n,
         'muted ' || n, 'UTC'
       from generate_series(1, $2) n returning member_id
     )
     insert into mute (member_id, muted_member_id, muted_at) select $1, member_id, now() from muted`,
    [member.id, MOST_MUTES - 2],
  )
  const more = [await world.member(), await world.member()]
  const stories = await Promise.all(more.map((author) => world.story({ author })))
  const answers = await Promise.all(
    stories.map((id) => reader.request(muteStoryAuthor, { params: { id } })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
  // Muting a muted author again is no error.
  expect((await reader.request(muteStoryAuthor, { params: { id } })).status).toBe(204)
  expect(await reader.call(calls.list)).toHaveLength(MOST_MUTES)
})

test('deleting an account deletes its mutes and the mutes of it', async ({
  api,
  world,
  context,
}) => {
  const [author, member] = [await world.member(), await world.member()]
  const id = await world.story({ author })
  await api.as(member).call(muteStoryAuthor, { params: { id } })
  await api.as(author).call(muteStoryAuthor, {
    params: { id: await world.story({ author: member }) },
  })
  await context.db.deleteFrom('member').where('memberId', '=', author.id).execute()
  const rows = await context.db
    .selectFrom('mute')
    .selectAll()
    .where((eb) => eb.or([eb('memberId', '=', member.id), eb('mutedMemberId', '=', member.id)]))
    .execute()
  expect(rows).toEqual([])
})

test('a page costs one more statement for readers with mutes, and none for others', async ({
  api,
  world,
}) => {
  const author = await world.member()
  const id = await world.story({ author, category: 'purpose' })
  const query = { category: 'purpose' } as const
  const [muter, other] = [api.as(await world.member()), api.as(await world.member())]
  await muter.call(muteStoryAuthor, { params: { id } })
  for (const reader of [muter, other]) await reader.call(calls.list)
  await api.call(storyEndpoints.list, { query })
  const read = (reader: TestApi) => () => reader.call(storyEndpoints.list, { query })
  expect(await statementsOf(read(other))).toHaveLength(0)
  expect(await statementsOf(read(muter))).toHaveLength(1)
  expect(await statementsOf(read(muter))).toHaveLength(0)
})
