import { expect } from 'vitest'
import { storyEndpoints as calls } from '#contract/stories.ts'
import { test } from '#server/testing/world.ts'

test('the neighbors of a story depend on the list it is read in', async ({ api, world }) => {
  const author = await world.member()
  const story = (title: string, given: object = {}): Promise<number> =>
    world.story({ author, title, category: 'mindset', ...given })
  await story('oldest', { tags: ['Harvest'] })
  await story('waiting', { status: 'pending' })
  const middle = await story('middle barley')
  await story('hidden', { hiddenAt: new Date() })
  await story('other category', { category: 'faith', tags: ['harvest'] })
  const newest = await story('newest barley', { tags: ['Harvest'] })
  const besides = async (id: number, query: object = {}): Promise<(string | undefined)[]> => {
    const { previous, next } = await api.call(calls.neighbors, { params: { id }, query })
    return [previous?.title, next?.title]
  }
  const mindset = { category: 'mindset' }
  expect(await besides(middle, mindset)).toEqual(['newest barley', 'oldest'])
  expect(await besides(newest, mindset)).toEqual([undefined, 'middle barley'])
  expect(await besides(newest)).toEqual([undefined, 'other category'])
  expect(await besides(newest, { tag: 'HARVEST' })).toEqual([undefined, 'other category'])
  expect(await besides(newest, { tag: 'harvest', ...mindset })).toEqual([undefined, 'oldest'])
  expect(await besides(newest, { q: 'barley' })).toEqual([undefined, 'middle barley'])
  expect(await besides(middle, { q: 'barley' })).toEqual(['newest barley', undefined])
})

test('neighbors in a member’s own list can be in every state, and need a signed-in member', async ({
  api,
  world,
}) => {
  const author = await world.member()
  await world.story({ author, title: 'waiting', status: 'pending' })
  const id = await world.story({ author, title: 'approved' })
  await world.story({ author: await world.member(), title: 'of another' })
  await world.story({ author, title: 'returned', status: 'rejected' })
  const asked = { params: { id }, query: { mine: 'true' } } as const
  expect(await api.as(author).call(calls.neighbors, asked)).toMatchObject({
    previous: { title: 'returned' },
    next: { title: 'waiting' },
  })
  expect(await api.refuse(calls.neighbors, asked)).toMatchObject({ status: 401 })
})
