import { expect } from 'vitest'
import { actionEndpoints } from '#contract/actions.ts'
import { firstMorningEndpoints } from '#contract/first-morning.ts'
import { moodEndpoints } from '#contract/moods.ts'
import { muteEndpoints } from '#contract/mutes.ts'
import { storyEndpoints } from '#contract/stories.ts'
import { test } from '#server/testing/world.ts'

const { get } = firstMorningEndpoints
const NOTHING = { hasMood: false, hasAction: false, hasEncouraged: false }

test('each step counts once it is done, and only for the member who did it', async ({
  api,
  world,
}) => {
  const [own, other] = [api.as(await world.member()), api.as(await world.member())]
  const storyId = await world.story({ author: await world.member() })
  expect(await own.call(get)).toEqual({ ...NOTHING, storyToEncourageId: storyId })
  await own.call(moodEndpoints.save, { body: { mood: 'neutral' } })
  expect(await own.call(get)).toMatchObject({ ...NOTHING, hasMood: true })
  await own.call(actionEndpoints.completeSystem, { body: { actionType: 'prayer' } })
  expect(await own.call(get)).toMatchObject({ ...NOTHING, hasMood: true, hasAction: true })
  await own.call(storyEndpoints.react, { body: { storyId, reaction: 'heart' } })
  expect(await own.call(get)).toMatchObject({ hasMood: true, hasAction: true, hasEncouraged: true })
  expect(await other.call(get)).toMatchObject(NOTHING)
})

test('a personal action and a reply count as well', async ({ api, world }) => {
  const own = api.as(await world.member())
  const storyId = await world.story({ author: await world.member() })
  const { id } = await own.call(actionEndpoints.createPersonal, {
    body: { actionContent: 'Call my sister' },
  })
  expect(await own.call(get)).toMatchObject(NOTHING)
  await own.call(actionEndpoints.changePersonal, { params: { id }, body: { completed: true } })
  expect(await own.call(get)).toMatchObject({ ...NOTHING, hasAction: true })
  await own.call(storyEndpoints.reply, { body: { storyId, content: 'Thank you.' } })
  expect(await own.call(get)).toMatchObject({ ...NOTHING, hasAction: true, hasEncouraged: true })
})

test('the story that has waited longest for a first reply is encouraged, otherwise the newest', async ({
  api,
  context,
  world,
}) => {
  await context.db.deleteFrom('story').execute()
  const [member, author, muted] = [await world.member(), await world.member(), await world.member()]
  const own = api.as(member)
  const next = async (): Promise<number | null> => (await own.call(get)).storyToEncourageId
  const answer = (storyId: number): Promise<unknown> =>
    api.as(muted).call(storyEndpoints.reply, { body: { storyId, content: 'You are not alone.' } })
  // Its author has deleted their account, so there is nobody to encourage.
  const left = await world.story({ author })
  await context.db
    .updateTable('story')
    .set({ memberId: null })
    .where('storyId', '=', left)
    .execute()
  const storyOfMuted = await world.story({ author: muted })
  const older = await world.story({ author })
  const newest = await world.story({ author })
  await world.story({ author, status: 'pending' })
  await world.story({ author: member })
  expect(await next()).toBe(storyOfMuted)
  await own.call(muteEndpoints.muteStoryAuthor, { params: { id: storyOfMuted } })
  expect(await next()).toBe(older)
  await answer(older)
  expect(await next()).toBe(newest)
  await answer(newest)
  expect(await next()).toBe(newest)
  // Nobody is encouraged twice.
  await own.call(storyEndpoints.react, { body: { storyId: newest, reaction: 'heart' } })
  expect(await next()).toBe(older)
  await own.call(storyEndpoints.reply, { body: { storyId: older, content: 'Thank you.' } })
  expect(await next()).toBeNull()
})
