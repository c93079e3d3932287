import { expect, vi } from 'vitest'
import { joiningEndpoints } from '#contract/joining.ts'
import { notificationEndpoints } from '#contract/notifications.ts'
import { reviewEndpoints } from '#contract/review.ts'
import { storyEndpoints } from '#contract/stories.ts'
import type { TestApi } from '#server/testing/api.ts'
import type { TestMember, World } from '#server/testing/population.ts'
import { test as base } from '#server/testing/world.ts'

const { reply, listReplies, get, reportReply, removeReply, report } = storyEndpoints
const { listHeld, reviewHeld } = reviewEndpoints

const test = base.extend<{ $test: { asSpecified: null } }>({
  asSpecified: [
    async ({ context: { db } }, use) => {
      await use(null)
      await db
        .updateTable('joiningSettings')
        .set({ holdsFirstReply: false, newcomerDays: 0 })
        .execute()
      await db.deleteFrom('reply').where('heldAt', 'is not', null).execute()
    },
    { auto: true },
  ],
})

/**
 * Creates a story, its author, a newcomer and an administrator on a site that holds first replies.
 */
async function setUp({ api, world }: { api: TestApi; world: World }) {
  const admin = api.as(await world.admin())
  await admin.call(joiningEndpoints.saveSettings, { body: { holdsFirstReply: true } })
  const author = await world.member()
  const newcomer = await world.member()
  const storyId = await world.story({ author })
  return { admin, author, newcomer, storyId }
}

async function seenBy(someone: TestApi, storyId: number): Promise<[string, boolean][]> {
  const replies = await someone.call(listReplies, { params: { id: storyId } })
  return replies.map(({ content, isWaiting }) => [content, isWaiting])
}

async function noticesOf(api: TestApi, member: TestMember): Promise<string[]> {
  const { items } = await api.as(member).call(notificationEndpoints.list)
  return items.map(({ kind }) => kind)
}

test('a first reply is held, visible only to its author and reviewers, until it is approved', async ({
  api,
  world,
}) => {
  const { admin, author, newcomer, storyId } = await setUp({ api, world })
  const body = { storyId, content: 'I was there too.' }
  const sent = await api.as(newcomer).call(reply, { body })
  expect(sent).toMatchObject({ isWaiting: true, mine: true, canDelete: true })
  expect(await seenBy(api.as(newcomer), storyId)).toEqual([['I was there too.', true]])
  expect(await seenBy(admin, storyId)).toEqual([['I was there too.', true]])
  for (const other of [api, api.as(author), api.as(await world.member())]) {
    expect(await seenBy(other, storyId)).toEqual([])
  }
  expect((await api.call(get, { params: { id: storyId } })).replyCount).toBe(0)
  expect(await noticesOf(api, author)).toEqual([])
  // Others don't see it, so they can't report or answer it.
  const params = { id: sent.id }
  expect((await api.as(author).refuse(reportReply, { params, body: {} })).status).toBe(404)
  const answer = { storyId, content: 'Hello', parentId: sent.id }
  expect((await admin.refuse(reply, { body: answer })).status).toBe(409)

  const { items } = await admin.call(listHeld)
  expect(items).toMatchObject([{ ...body, id: sent.id, storyTitle: 'A bakery at dawn' }])
  const shown = JSON.stringify(items)
  for (const secret of [newcomer.id, newcomer.username, newcomer.email]) {
    expect(shown).not.toContain(secret)
  }
  await admin.call(reviewHeld, { params, body: { approved: true } })
  expect(await seenBy(api, storyId)).toEqual([['I was there too.', false]])
  expect((await api.call(get, { params: { id: storyId } })).replyCount).toBe(1)
  expect(await noticesOf(api, author)).toEqual(['story-reply'])
  expect((await admin.call(listHeld)).total).toBe(0)
  // From now on replies are published at once.
  const next = await api.as(newcomer).call(reply, { body: { storyId, content: 'Once more.' } })
  expect(next.isWaiting).toBe(false)
})

test('a declined first reply is deleted, and the next one is held again', async ({
  api,
  world,
}) => {
  const { admin, newcomer, storyId } = await setUp({ api, world })
  const writer = api.as(newcomer)
  const first = await writer.call(reply, { body: { storyId, content: 'Buy my book.' } })
  await admin.call(reviewHeld, { params: { id: first.id }, body: { approved: false } })
  expect(await seenBy(writer, storyId)).toEqual([])
  expect(await seenBy(admin, storyId)).toEqual([])
  const second = await writer.call(reply, { body: { storyId, content: 'Sorry.' } })
  expect(second.isWaiting).toBe(true)
  // Deleting the author's own held reply doesn't release the next one either.
  await writer.call(removeReply, { params: { id: second.id } })
  expect((await admin.call(listHeld)).total).toBe(0)
  const third = await writer.call(reply, { body: { storyId, content: 'Third.' } })
  expect(third.isWaiting).toBe(true)
  expect((await api.call(get, { params: { id: storyId } })).replyCount).toBe(0)
})

test('of two administrators who decide at once, the second gets an error', async ({
  api,
  world,
}) => {
  const { admin, newcomer, storyId } = await setUp({ api, world })
  const other = api.as(await world.admin())
  const { id } = await api.as(newcomer).call(reply, { body: { storyId, content: 'Hello.' } })
  const answers = await Promise.all([
    admin.request(reviewHeld, { params: { id }, body: { approved: true } }),
    other.request(reviewHeld, { params: { id }, body: { approved: false } }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
  const { replyCount } = await api.call(get, { params: { id: storyId } })
  expect(replyCount).toBe((await seenBy(api, storyId)).length)
})

test('at most three replies are held, a repeated one counts once, and the team’s are not held', async ({
  api,
  world,
}) => {
  const { admin, newcomer, storyId } = await setUp({ api, world })
  const writer = api.as(newcomer)
  const key = crypto.randomUUID()
  const first = await writer.call(reply, { body: { storyId, content: 'One.', key } })
  const again = await writer.call(reply, { body: { storyId, content: 'One.', key } })
  expect(again).toEqual(first)
  for (const content of ['Two.', 'Three.']) await writer.call(reply, { body: { storyId, content } })
  expect(await writer.refuse(reply, { body: { storyId, content: 'Four.' } })).toMatchObject({
    status: 409,
    message:
      'Your first replies are waiting to be read. You can write more once one of them appears.',
  })
  const team = await admin.call(reply, { body: { storyId, content: 'Welcome.' } })
  expect(team.isWaiting).toBe(false)
})

test('a held first reply notifies members with the right to stories', async ({ api, world }) => {
  const { newcomer, storyId } = await setUp({ api, world })
  const helper = await world.admin({ rights: ['stories'] })
  const treasurer = await world.admin({ rights: ['treasurer'] })
  await api.as(newcomer).call(reply, { body: { storyId, content: 'Hello.' } })
  await vi.waitFor(async () => expect(await noticesOf(api, helper)).toContain('team-reply'))
  expect(await noticesOf(api, treasurer)).not.toContain('team-reply')
})

test('newcomers can send fewer replies and reports, as long as they are new', async ({
  api,
  world,
  clock,
  admin,
}) => {
  const body = { newcomerDays: 3, newcomerReplies: 2, newcomerReports: 1 }
  await admin.call(joiningEndpoints.saveSettings, { body })
  const author = await world.member()
  const [first, second] = [await world.story({ author }), await world.story({ author })]
  const newcomer = api.as(await world.member({ createdAt: new Date() }))
  const veteran = api.as(await world.member({ createdAt: new Date(Date.now() - 4 * 86_400_000) }))
  const write = { storyId: first, content: 'Thank you.' }
  for (let sent = 0; sent < 2; sent += 1) await newcomer.call(reply, { body: write })
  expect(await newcomer.refuse(reply, { body: write })).toMatchObject({
    code: 'rate_limited',
    message: 'New members can send 2 replies a day. Please come back tomorrow.',
  })
  await newcomer.call(report, { params: { id: first }, body: {} })
  expect(await newcomer.refuse(report, { params: { id: second }, body: {} })).toMatchObject({
    code: 'rate_limited',
  })
  for (let sent = 0; sent < 3; sent += 1) await veteran.call(reply, { body: write })
  for (const id of [first, second]) await veteran.call(report, { params: { id }, body: {} })
  clock.advance({ minutes: 23 * 60 })
  expect((await newcomer.refuse(reply, { body: write })).code).toBe('rate_limited')
})
