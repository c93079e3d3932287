import { expect } from 'vitest'
import { storyEndpoints as calls } from '#contract/stories.ts'
import { test } from '#server/testing/world.ts'

/** How often each race is run; a failure shows within a few runs. */
const RUNS = 8

test('the same reaction sent many times at once counts once', async ({ api, world }) => {
  const [author, member] = [await world.member(), await world.member()]
  const storyId = await world.story({ author })
  const react = () => api.as(member).request(calls.react, { body: { storyId, reaction: 'heart' } })
  const responses = await Promise.all(Array.from({ length: 12 }, react))
  expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(200))
  const params = { id: storyId, reaction: 'heart' } as const
  const unreact = () => api.as(member).request(calls.unreact, { params })
  expect((await api.call(calls.reactionTotals, { params: { id: storyId } })).total).toBe(1)
  await Promise.all(Array.from({ length: 12 }, unreact))
  expect((await api.call(calls.reactionTotals, { params: { id: storyId } })).total).toBe(0)
})

test('concurrent reactions of many members are all counted', async ({ api, world }) => {
  const storyId = await world.story({ author: await world.member() })
  const members = await Promise.all(Array.from({ length: 12 }, () => world.member()))
  await Promise.all(
    members.map((member) =>
      api.as(member).call(calls.react, { body: { storyId, reaction: 'raised_hands' } }),
    ),
  )
  expect((await api.call(calls.reactionTotals, { params: { id: storyId } })).total).toBe(12)
})

test('of a concurrent approval and rejection exactly one is applied', async ({
  api,
  world,
  context,
}) => {
  const [author, first, second] = [await world.member(), await world.admin(), await world.admin()]
  for (let run = 0; run < RUNS; run++) {
    const id = await world.story({ author, status: 'pending' })
    const [approved, rejected] = await Promise.all([
      api.as(first).request(calls.moderate, { params: { id }, body: { approved: true } }),
      api.as(second).request(calls.reject, { params: { id }, body: { reason: 'x' } }),
    ])
    expect([approved.status, rejected.status].toSorted()).toEqual([200, 409])
    const loser = approved.status === 409 ? approved : rejected
    expect(loser.text).toMatch(/ already (approved this story|returned this story to its author)\./)
    const { status } = await api.as(author).call(calls.get, { params: { id } })
    expect(status).toBe(approved.status === 200 ? 'approved' : 'rejected')
  }
  const mails = await context.db
    .selectFrom('emailMessage')
    .select('kind')
    .where('toAddress', '=', author.email)
    .execute()
  expect(mails).toHaveLength(RUNS)
})

test('concurrent approvals with the same tags do not block each other', async ({ api, world }) => {
  const [author, first, second] = [await world.member(), await world.admin(), await world.admin()]
  for (let run = 0; run < RUNS; run++) {
    const ids = [
      await world.story({ author, status: 'pending', category: 'faith_qa' }),
      await world.story({ author, status: 'pending', category: 'purpose_qa' }),
    ] as const
    const tags = [`one ${run}`, `two ${run}`, `three ${run}`]
    const approve = (admin: typeof first, id: number, names: string[]) =>
      api
        .as(admin)
        .request(calls.moderate, { params: { id }, body: { approved: true, tags: names } })
    const responses = await Promise.all([
      approve(first, ids[0], tags),
      approve(second, ids[1], tags.toReversed()),
    ])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    for (const tag of tags) expect((await api.call(calls.list, { query: { tag } })).total).toBe(2)
  }
})

test('two concurrent reports hide once; two of one member count once', async ({
  api,
  world,
  context,
}) => {
  const [author, first, second] = [await world.member(), await world.member(), await world.member()]
  for (let run = 0; run < RUNS; run++) {
    const storyId = await world.story({ author })
    const replyId = await world.reply({ author, storyId })
    const reply = { params: { id: replyId }, body: {} }
    const report = (who: typeof author) => api.as(who).request(calls.reportReply, reply)
    await Promise.all([report(first), report(first)])
    expect((await api.call(calls.get, { params: { id: storyId } })).replyCount).toBe(1)
    await Promise.all([report(second), report(second)])
    expect((await api.call(calls.get, { params: { id: storyId } })).replyCount).toBe(0)
    await context.db.deleteFrom('rateLimit').where('key', 'like', 'report%').execute()
  }
})

test('deleting a reply twice at once counts it down once', async ({ api, world }) => {
  const author = await world.member()
  const storyId = await world.story({ author })
  await world.reply({ author, storyId })
  const id = await world.reply({ author, storyId })
  const remove = () => api.as(author).request(calls.removeReply, { params: { id } })
  const responses = await Promise.all([remove(), remove(), remove()])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 404, 404])
  expect((await api.call(calls.get, { params: { id: storyId } })).replyCount).toBe(1)
})

test('a reply or reaction during a story’s deletion succeeds or is refused, and nothing is left behind', async ({
  api,
  world,
  context,
}) => {
  const [author, admin] = [await world.member(), await world.admin()]
  for (let run = 0; run < RUNS; run++) {
    const storyId = await world.story({ author })
    const [reply, reaction, removed] = await Promise.all([
      api.as(author).request(calls.reply, { body: { storyId, content: 'x' } }),
      api.as(author).request(calls.react, { body: { storyId, reaction: 'heart' } }),
      api.as(admin).request(calls.remove, { params: { id: storyId } }),
    ])
    expect([201, 404]).toContain(reply.status)
    expect([200, 404]).toContain(reaction.status)
    expect(removed.status).toBe(204)
    const left = await context.db
      .selectFrom('reply')
      .select('replyId')
      .where('storyId', '=', storyId)
      .execute()
    expect(left).toEqual([])
  }
})

test('with a concurrent edit and approval, no unread text becomes public', async ({
  api,
  world,
}) => {
  const [author, admin] = [await world.member(), await world.admin()]
  for (let run = 0; run < RUNS; run++) {
    const id = await world.story({ author, status: 'pending', title: 'As read' })
    const { submittedAt } = await api.as(admin).call(calls.get, { params: { id } })
    const fields = { title: 'Unread', category: 'faith', content: 'Unread' }
    const [edited, approved] = await Promise.all([
      api.as(author).request(calls.update, { params: { id }, fields }),
      api
        .as(admin)
        .request(calls.moderate, { params: { id }, body: { approved: true, submittedAt } }),
    ])
    const story = await api.as(author).call(calls.get, { params: { id } })
    const outcome = [edited.status, approved.status, story.status, story.title]
    expect([
      [403, 200, 'approved', 'As read'],
      [200, 409, 'pending', 'Unread'],
    ]).toContainEqual(outcome)
  }
})

test('after these races, the stored counters equal the real counts', async ({ api, context }) => {
  const { total } = await api.call(calls.list)
  const rows = await context.db
    .selectFrom('story')
    .select((eb) => eb.fn.countAll<string>().as('stories'))
    .where('status', '=', 'approved')
    .where('hiddenAt', 'is', null)
    .executeTakeFirstOrThrow()
  expect(total).toBe(Number(rows.stories))
})
