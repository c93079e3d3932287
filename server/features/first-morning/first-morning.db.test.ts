import { expect } from 'vitest'
import { actionEndpoints } from '#contract/actions.ts'
import { firstMorningEndpoints } from '#contract/first-morning.ts'
import { moodEndpoints } from '#contract/moods.ts'
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
  expect(await own.call(get)).toEqual(NOTHING)
  await own.call(moodEndpoints.save, { body: { mood: 'neutral' } })
  expect(await own.call(get)).toEqual({ ...NOTHING, hasMood: true })
  await own.call(actionEndpoints.completeSystem, { body: { actionType: 'prayer' } })
  expect(await own.call(get)).toEqual({ ...NOTHING, hasMood: true, hasAction: true })
  await own.call(storyEndpoints.react, { body: { storyId, reaction: 'heart' } })
  expect(await own.call(get)).toEqual({ hasMood: true, hasAction: true, hasEncouraged: true })
  expect(await other.call(get)).toEqual(NOTHING)
})

test('a personal action and a reply count as well', async ({ api, world }) => {
  const own = api.as(await world.member())
  const storyId = await world.story({ author: await world.member() })
  const { id } = await own.call(actionEndpoints.createPersonal, {
    body: { actionContent: 'Call my sister' },
  })
  expect(await own.call(get)).toEqual(NOTHING)
  await own.call(actionEndpoints.changePersonal, { params: { id }, body: { completed: true } })
  expect(await own.call(get)).toEqual({ ...NOTHING, hasAction: true })
  await own.call(storyEndpoints.reply, { body: { storyId, content: 'Thank you.' } })
  expect(await own.call(get)).toEqual({ ...NOTHING, hasAction: true, hasEncouraged: true })
})
