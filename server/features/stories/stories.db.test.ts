import { expect } from 'vitest'
import { storyEndpoints as calls, type Story } from '#contract/stories.ts'
import { test } from '#server/testing/world.ts'

const titles = (stories: { items: Story[] }): string[] => stories.items.map(({ title }) => title)

test('the list contains approved stories that are not hidden, newest first', async ({
  api,
  world,
}) => {
  const author = await world.member()
  const given = { author, category: 'mindset' } as const
  await world.story({ ...given, title: 'first' })
  await world.story({ ...given, title: 'waiting', status: 'pending' })
  await world.story({ ...given, title: 'returned', status: 'rejected' })
  await world.story({ ...given, title: 'hidden', hiddenAt: new Date() })
  await world.story({ ...given, title: 'second' })
  for (const caller of [api, api.as(author), api.as(await world.admin())]) {
    const list = await caller.call(calls.list, { query: { category: 'mindset' } })
    expect(titles(list)).toEqual(['second', 'first'])
    expect(list.total).toBe(2)
  }
  const asked = await api.call(calls.list, { query: { category: 'mindset', approved: 'false' } })
  expect(titles(asked)).toEqual(['second', 'first'])
})

test('stories that nobody has answered are a list of their own, also one after the other', async ({
  api,
  world,
}) => {
  const [author, reader] = [await world.member(), api.as(await world.member())]
  const older = await world.story({ author })
  const answered = await world.story({ author })
  const newer = await world.story({ author })
  await world.story({ author, status: 'pending' })
  const list = async (): Promise<number[]> => {
    const query = { unheard: 'true', pageSize: 2 } as const
    return (await reader.call(calls.list, { query })).items.map(({ id }) => id)
  }
  expect(await list()).toEqual([newer, answered])
  await reader.call(calls.reply, { body: { storyId: answered, content: 'You matter.' } })
  await expect.poll(list).toEqual([newer, older])
  const around = await reader.call(calls.neighbors, {
    params: { id: newer },
    query: { unheard: 'true' },
  })
  expect(around).toMatchObject({ previous: null, next: { id: older } })
})

test('every page, read from either end, continues the previous one', async ({ api, world }) => {
  const author = await world.member()
  for (let number = 1; number <= 11; number++) {
    const given = { author, category: 'business', tags: ['paging'] } as const
    await world.story({ ...given, title: `story ${number}` })
  }
  const newestFirst = Array.from({ length: 11 }, (_, index) => `story ${11 - index}`)
  const filters = [
    { category: 'business' },
    { tag: 'Paging' },
    { q: 'story', tag: 'paging' },
  ] as const
  for (const filter of filters) {
    const pages = [1, 2, 3, 4].map((page) => ({ ...filter, page, pageSize: 3 }))
    const lists = await Promise.all(pages.map((query) => api.call(calls.list, { query })))
    expect(lists.flatMap(titles)).toEqual(newestFirst)
    expect(lists.map(({ total }) => total)).toEqual([11, 11, 11, 11])
    const beyond = await api.call(calls.list, { query: { ...filter, page: 5, pageSize: 3 } })
    expect(beyond).toEqual({ items: [], total: 11 })
  }
})

test('a member’s own list shows every state, and needs a signed-in member', async ({
  api,
  world,
}) => {
  const author = await world.member()
  await world.story({ author, title: 'approved' })
  await world.story({ author, title: 'waiting', status: 'pending' })
  await world.story({ author, title: 'returned', status: 'rejected', rejectionReason: 'Too long' })
  await world.story({ author: await world.member(), title: 'of another' })
  const mine = await api.as(author).call(calls.list, { query: { mine: 'true' } })
  expect(titles(mine)).toEqual(['returned', 'waiting', 'approved'])
  expect(mine.total).toBe(3)
  expect(mine.items.map(({ rejectionReason }) => rejectionReason)).toEqual(['Too long', null, null])
  expect(mine.items.every((story) => story.mine && story.userId === author.id)).toBe(true)
  expect(await api.refuse(calls.list, { query: { mine: 'true' } })).toMatchObject({
    status: 401,
    code: 'not_signed_in',
  })
})

test('a search finds whole words, prefixes of the last word and phrases', async ({
  api,
  world,
}) => {
  const author = await world.member()
  await world.story({ author, title: 'The lighthouse keeper', content: 'Lamps and storms.' })
  await world.story({ author, title: 'A quiet lamp', content: 'No lighthouse was near.' })
  await world.story({ author, title: 'Waiting lighthouse', status: 'pending' })
  const find = async (q: string): Promise<string[]> =>
    titles(await api.call(calls.list, { query: { q } }))
  expect(await find('lightho')).toEqual(['A quiet lamp', 'The lighthouse keeper'])
  expect(await find('lighthouse storm')).toEqual(['The lighthouse keeper'])
  expect(await find('"lighthouse keeper"')).toEqual(['The lighthouse keeper'])
  expect(await find('lighthouse -keeper')).toEqual(['A quiet lamp'])
  expect(await find('ighthouse')).toEqual([])
  const all = await api.call(calls.list, { query: { q: '' } })
  expect(all.total).toBeGreaterThan(2)
})

test('a tag is found regardless of case, and an unknown one finds nothing', async ({
  api,
  world,
}) => {
  const author = await world.member()
  await world.story({ author, title: 'tagged', tags: ['New Country'] })
  await world.story({ author, title: 'tagged, waiting', tags: ['New Country'], status: 'pending' })
  const list = await api.call(calls.list, { query: { tag: 'new  country' } })
  expect(titles(list)).toEqual(['tagged'])
  expect(list.total).toBe(1)
  expect(list.items[0]?.tags).toEqual(['New Country'])
  expect(await api.call(calls.list, { query: { tag: 'unknown' } })).toEqual({ items: [], total: 0 })
})

test('only its author can see who wrote a story, not even an administrator', async ({
  api,
  world,
}) => {
  const author = await world.member({ anonymousUsername: 'Patient Heron' })
  const id = await world.story({ author })
  const get = (caller: typeof api): Promise<Story> => caller.call(calls.get, { params: { id } })
  expect(await get(api)).toMatchObject({
    userId: null,
    mine: false,
    canEdit: false,
    canReport: false,
    anonymousUsername: 'Patient Heron',
  })
  expect(await get(api.as(await world.member()))).toMatchObject({ userId: null, canReport: true })
  expect(await get(api.as(author))).toMatchObject({
    userId: author.id,
    mine: true,
    canReport: false,
  })
  expect(await get(api.as(await world.admin()))).toMatchObject({ userId: null, mine: false })
})

test('a story outlives its author’s account without a name', async ({ api, world, context }) => {
  const author = await world.member()
  const id = await world.story({ author })
  await context.db.deleteFrom('member').where('memberId', '=', author.id).execute()
  const story = await api.as(await world.admin()).call(calls.get, { params: { id } })
  expect(story).toMatchObject({ anonymousUsername: 'A former member', userId: null })
})

test.for([
  ['pending', undefined],
  ['rejected', undefined],
  ['approved', new Date()],
] as const)(
  'a story that is %s (hidden since %s) exists for its author and administrators',
  async ([status, hiddenAt], { api, world }) => {
    const author = await world.member()
    const id = await world.story({ author, status, hiddenAt, rejectionReason: 'Names a person' })
    const params = { id }
    for (const caller of [api, api.as(await world.member())]) {
      for (const call of [calls.get, calls.listReplies, calls.reactionTotals, calls.audio]) {
        expect(await caller.refuse(call, { params })).toMatchObject({ status: 404 })
      }
    }
    for (const caller of [api.as(author), api.as(await world.admin())]) {
      const story = await caller.call(calls.get, { params })
      const isHidden = hiddenAt !== undefined
      expect(story).toMatchObject({ status, isHidden, rejectionReason: 'Names a person' })
    }
  },
)

test('the rejection reason and the review are not shown to others once the story is public', async ({
  api,
  world,
}) => {
  const author = await world.member()
  const id = await world.story({ author, rejectionReason: 'Names a person' })
  const story = await api.call(calls.get, { params: { id } })
  expect(story.rejectionReason).toBeNull()
  expect(story).not.toHaveProperty('isHidden')
})

test('a written story waits for approval, and the client can’t choose its author', async ({
  api,
  world,
}) => {
  const author = await world.member({ anonymousUsername: 'Sender' })
  const other = await world.member()
  const response = await api.as(author).request(calls.create, {
    fields: {
      title: ' My first day ',
      category: 'faith_qa',
      content: 'It rained.\n\nI stayed.',
      userId: other.id,
      anonymousUsername: other.anonymousUsername,
    },
  })
  expect(response.status).toBe(201)
  const story = response.json as Story
  expect(story).toMatchObject({
    title: 'My first day',
    content: 'It rained.\n\nI stayed.',
    status: 'pending',
    approved: false,
    userId: author.id,
    anonymousUsername: 'Sender',
    audioUrl: null,
    audioState: null,
    tags: [],
    canEdit: true,
  })
  expect(await api.refuse(calls.get, { params: { id: story.id } })).toMatchObject({ status: 404 })
  const mine = await api.as(author).call(calls.list, { query: { mine: 'true' } })
  expect(mine.items.map(({ id }) => id)).toEqual([story.id])
})

test('a written story may be sent as JSON', async ({ api, world }) => {
  const body = { title: 'As JSON', category: 'faith', content: 'Short.' }
  const response = await api.as(await world.member()).request(calls.create, { body })
  expect(response.status).toBe(201)
})

test.for([
  [{ category: 'faith', content: 'x' }, 'title', 'Title is required'],
  [{ title: '  ', category: 'faith', content: 'x' }, 'title', 'Title is required'],
  [
    { title: 'x'.repeat(151), category: 'faith', content: 'x' },
    'title',
    'Title must be 150 characters or less',
  ],
  [{ title: 'x', content: 'x' }, 'category', 'Category is required'],
  [{ title: 'x', category: 'cooking', content: 'x' }, 'category', 'Category is required'],
  [{ title: 'x', category: 'faith', content: ' ' }, 'content', 'Story content is required'],
  [
    { title: 'x', category: 'faith', caption: '' },
    'audio',
    'Please record your story before submitting',
  ],
] as const)('%j is refused beside %s: %s', async ([fields, field, sentence], { api, world }) => {
  const member = await world.member()
  const refused = await api
    .as(member)
    .refuse(calls.create, { fields: fields as Record<string, string> })
  expect(refused).toMatchObject({ status: 400, message: sentence, fields: { [field]: sentence } })
})

test('a visitor cannot share a story', async ({ api }) => {
  const fields = { title: 'x', category: 'faith', content: 'x' }
  expect(await api.refuse(calls.create, { fields })).toMatchObject({ status: 401 })
})

test('an author can change a returned story, which then waits again without its reason', async ({
  api,
  world,
}) => {
  const author = await world.member()
  const id = await world.story({ author, status: 'rejected', rejectionReason: 'Too long' })
  const fields = { title: 'Shorter', category: 'purpose', content: 'Better.' }
  const story = await api.as(author).call(calls.update, { params: { id }, fields })
  expect(story).toMatchObject({
    title: 'Shorter',
    category: 'purpose',
    content: 'Better.',
    status: 'pending',
    rejectionReason: null,
  })
})

test('an approved story can’t be changed, and another member’s is not found', async ({
  api,
  world,
}) => {
  const author = await world.member()
  const id = await world.story({ author })
  const fields = { title: 'New', category: 'faith', content: 'New' }
  expect(await api.as(author).refuse(calls.update, { params: { id }, fields })).toMatchObject({
    status: 403,
  })
  for (const other of [await world.member(), await world.admin()]) {
    expect(await api.as(other).refuse(calls.update, { params: { id }, fields })).toMatchObject({
      status: 404,
    })
  }
  expect((await api.call(calls.get, { params: { id } })).title).toBe('A bakery at dawn')
})

test('a member cannot flood the queue', async ({ api, world }) => {
  const member = api.as(await world.member())
  const fields = { title: 'Again', category: 'faith', content: 'Again' }
  for (let count = 0; count < 30; count++) await member.call(calls.create, { fields })
  const refused = await member.request(calls.create, { fields })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test('a visitor gets a message why a story or a reply is refused', async ({ api, world }) => {
  const storyId = await world.story({ author: await world.member() })
  expect(await api.refuse(calls.create, { fields: { title: 'A' } })).toMatchObject({
    status: 401,
    message: 'You must be logged in to submit a story',
  })
  const body = { storyId, content: 'Hello' }
  expect(await api.refuse(calls.reply, { body })).toMatchObject({
    status: 401,
    message: 'Please log in to reply',
  })
})
