import { expect } from 'vitest'
import { storyEndpoints as stories } from '#contract/stories.ts'
import { tagEndpoints as tags } from '#contract/tags.ts'
import type { TestApi } from '#server/testing/api.ts'
import { test } from '#server/testing/world.ts'

const RUNS = 8

async function idOf(admin: TestApi, name: string): Promise<number> {
  const tag = (await admin.call(tags.list)).find((each) => each.name === name)
  if (!tag) throw new Error(`There is no tag ${name}.`)
  return tag.id
}

test('a tag is renamed on all its stories, but not to the name of another tag', async ({
  api,
  world,
  admin,
}) => {
  const author = await world.member()
  const storyId = await world.story({ author, tags: ['<b>giving</b>'] })
  await world.story({ author, tags: ['Hope'] })
  const read = async (): Promise<string[]> =>
    (await api.call(stories.get, { params: { id: storyId } })).tags
  expect(await read()).toEqual(['<b>giving</b>'])
  const params = { id: await idOf(admin, '<b>giving</b>') }
  expect(await admin.call(tags.rename, { params, body: { name: 'Giving' } })).toEqual({
    id: params.id,
    name: 'Giving',
    storyCount: 1,
    version: expect.any(String),
  })
  expect(await read()).toEqual(['Giving'])
  expect(await admin.refuse(tags.rename, { params, body: { name: 'hope' } })).toMatchObject({
    status: 409,
    message: 'Another tag has this name. Merge the two instead.',
  })
  // Its own name in another case is still the same tag.
  await admin.call(tags.rename, { params, body: { name: 'GIVING' } })
  expect(await read()).toEqual(['GIVING'])
})

test('merging two tags counts each story once', async ({ api, world, admin }) => {
  const author = await world.member()
  const both = await world.story({ author, tags: ['Grace', 'Gracia'] })
  const one = await world.story({ author, tags: ['Gracia'] })
  await world.story({ author, tags: ['Gracia'], status: 'pending' })
  const into = await idOf(admin, 'Grace')
  const params = { id: await idOf(admin, 'Gracia') }
  const merged = await admin.call(tags.merge, { params, body: { into } })
  expect(merged).toMatchObject({ id: into, name: 'Grace', storyCount: 2 })
  for (const id of [both, one]) {
    expect((await api.call(stories.get, { params: { id } })).tags).toEqual(['Grace'])
  }
  expect((await api.call(stories.list, { query: { tag: 'grace' } })).total).toBe(2)
  expect(await api.call(stories.listTags)).not.toContain('Gracia')
  expect(await admin.refuse(tags.merge, { params, body: { into } })).toMatchObject({ status: 404 })
  const self = { params: { id: into }, body: { into } }
  expect(await admin.refuse(tags.merge, self)).toMatchObject({ status: 400 })
})

test('a deleted tag is removed from all stories', async ({ api, world, admin }) => {
  const id = await world.story({ author: await world.member(), tags: ['Spam', 'Home'] })
  await admin.call(tags.remove, { params: { id: await idOf(admin, 'Spam') } })
  expect((await api.call(stories.get, { params: { id } })).tags).toEqual(['Home'])
  expect(await api.call(stories.listTags)).not.toContain('Spam')
})

test('concurrent merges, deletions and assignments of tags leave correct counts', async ({
  api,
  world,
}) => {
  const author = await world.member()
  const [first, second] = [api.as(await world.admin()), api.as(await world.admin())]
  for (let run = 0; run < RUNS; run++) {
    const [from, into, gone] = [`From ${run}`, `Into ${run}`, `Gone ${run}`]
    const storyId = await world.story({ author, tags: [from, gone] })
    await first.call(stories.createTag, { body: { name: into } })
    const [fromId, intoId, goneId] = [
      await idOf(first, from),
      await idOf(first, into),
      await idOf(first, gone),
    ]
    const answers = await Promise.all([
      first.request(tags.merge, { params: { id: fromId }, body: { into: intoId } }),
      second.request(tags.merge, { params: { id: intoId }, body: { into: fromId } }),
      first.request(tags.remove, { params: { id: goneId } }),
      second.request(tags.rename, { params: { id: goneId }, body: { name: `New ${run}` } }),
      second.request(stories.setTags, {
        params: { id: storyId },
        body: { tags: [from, into, gone] },
      }),
    ])
    for (const { status } of answers) expect([200, 204, 404]).toContain(status)
    const items = await first.call(tags.list)
    const { tags: carried } = await api.call(stories.get, { params: { id: storyId } })
    const names = [from, into, gone, `New ${run}`]
    for (const { name, storyCount } of items.filter((tag) => names.includes(tag.name))) {
      expect([name, storyCount]).toEqual([name, carried.includes(name) ? 1 : 0])
    }
  }
})
