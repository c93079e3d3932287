import { expect } from 'vitest'
import { storyEndpoints as calls } from '#contract/stories.ts'
import { test } from '#server/testing/world.ts'

test('a reaction counts once, by name or emoji, and can be taken back', async ({ api, world }) => {
  const [author, member] = [await world.member(), await world.member()]
  const storyId = await world.story({ author })
  const react = (reaction: string) =>
    api.as(member).call(calls.react, { body: { storyId, reaction } })
  const heart = {
    total: 1,
    counts: { heart: 1, praying_hands: 0, raised_hands: 0 },
    mine: ['heart'],
  }
  expect(await react('heart')).toEqual(heart)
  expect(await react('heart')).toEqual(heart)
  expect(await react('❤️')).toEqual(heart)
  expect(await react('🙏🏽')).toEqual({
    total: 2,
    counts: { heart: 1, praying_hands: 1, raised_hands: 0 },
    mine: ['heart', 'praying_hands'],
  })
  const totals = await api.as(author).call(calls.reactionTotals, { params: { id: storyId } })
  expect(totals).toMatchObject({ total: 2, mine: [] })
  const story = await api.as(member).call(calls.get, { params: { id: storyId } })
  expect(story.reactions).toMatchObject({ total: 2, mine: ['heart', 'praying_hands'] })
  const unreact = (reaction: string) =>
    api.as(member).call(calls.unreact, { params: { id: storyId, reaction } })
  const left = {
    total: 1,
    counts: { heart: 0, praying_hands: 1, raised_hands: 0 },
    mine: ['praying_hands'],
  }
  expect(await unreact('❤️')).toEqual(left)
  expect(await unreact('heart')).toEqual(left)
})

test('only visible approved stories accept reactions, from members', async ({ api, world }) => {
  const author = await world.member()
  const pending = await world.story({ author, status: 'pending' })
  const body = (storyId: number, reaction = 'heart') => ({ body: { storyId, reaction } })
  expect(await api.refuse(calls.react, body(pending))).toMatchObject({ status: 401 })
  const other = api.as(await world.member())
  expect(await other.refuse(calls.react, body(pending))).toMatchObject({ status: 404 })
  expect(await api.as(author).refuse(calls.react, body(pending))).toMatchObject({ status: 409 })
  const approved = await world.story({ author })
  expect(await other.refuse(calls.react, body(approved, 'thumbs_up'))).toMatchObject({
    status: 400,
    message: 'Unknown reaction',
  })
  const params = { id: pending, reaction: 'heart' }
  expect(await other.refuse(calls.unreact, { params })).toMatchObject({ status: 404 })
})
