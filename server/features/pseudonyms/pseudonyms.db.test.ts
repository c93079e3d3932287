import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { pseudonymEndpoints as calls } from '#contract/pseudonyms.ts'
import { storyEndpoints } from '#contract/stories.ts'
import type { TestApi } from '#server/testing/api.ts'
import { test } from '#server/testing/world.ts'

const { allowance, change } = calls
const YEAR = 365 * 24 * 60

/** Changes the name and returns the response's status. */
async function rename(api: TestApi, anonymousUsername: string): Promise<number> {
  return (await api.request(change, { body: { anonymousUsername } })).status
}

test('everything a member wrote shows the new name, also in responses that were cached before', async ({
  api,
  world,
}) => {
  const member = await world.member({ anonymousUsername: 'Quiet Otter' })
  const storyId = await world.story({ author: member })
  const body = { storyId, content: 'Thank you.' }
  await api.as(member).call(storyEndpoints.reply, { body })
  const read = async (): Promise<string> =>
    [
      await api.request(storyEndpoints.list),
      await api.request(storyEndpoints.get, { params: { id: storyId } }),
      await api.request(storyEndpoints.listReplies, { params: { id: storyId } }),
    ]
      .map(({ text }) => text)
      .join('\n')
  expect((await read()).match(/Quiet Otter/g)).toHaveLength(3)
  const user = await api.as(member).call(change, { body: { anonymousUsername: ' Bold  Heron ' } })
  expect(user.anonymousUsername).toBe('Bold Heron')
  const after = await read()
  expect(after.match(/Bold Heron/g)).toHaveLength(3)
  expect(after).not.toContain('Quiet Otter')
})

test('a name can be changed twice in 365 days', async ({ api, world, clock }) => {
  const member = await world.member()
  const caller = api.as(member)
  expect(await caller.call(allowance)).toEqual({ changesLeft: 2, nextChangeAt: null })
  expect(await rename(caller, 'First Lark')).toBe(200)
  expect(await rename(caller, 'First Lark')).toBe(200)
  expect((await caller.call(allowance)).changesLeft).toBe(1)
  clock.advance({ minutes: 60 })
  expect(await rename(caller, 'Second Lark')).toBe(200)
  expect(await caller.refuse(change, { body: { anonymousUsername: 'Third Lark' } })).toMatchObject({
    status: 409,
    message: expect.stringMatching(/twice a year. The next change is possible on \w+ \d+, \d{4}/),
  })
  expect(await caller.call(allowance)).toMatchObject({
    changesLeft: 0,
    nextChangeAt: expect.stringMatching(/Z$/),
  })
  clock.advance({ minutes: YEAR - 30 })
  const statuses = []
  for (const name of ['Third Lark', 'Fourth Lark']) {
    const cookie = await world.session(member.id, new Date(Date.now() + 9e10))
    statuses.push(await rename(api.as({ cookie }), name))
  }
  expect(statuses).toEqual([200, 409])
})

test('an old name and its look-alikes are reserved for a year, except for its member', async ({
  api,
  world,
  clock,
}) => {
  const member = await world.member({ anonymousUsername: 'Kind Wren' })
  const other = await world.member()
  expect(await rename(api.as(member), 'Another Wren')).toBe(200)
  // The second has a Cyrillic letter in it.
  for (const name of ['Kind Wren', 'KIND WRЕN']) {
    expect(await rename(api.as(other), name)).toBe(409)
    const registration = world.registration({ anonymousUsername: name })
    expect((await api.refuse(accountEndpoints.register, { body: registration })).status).toBe(409)
    const query = { username: name }
    expect(await api.call(accountEndpoints.checkAnonymousUsername, { query })).toEqual({
      available: false,
    })
  }
  expect(await rename(api.as(member), 'Kind Wren')).toBe(200)
  expect(await rename(api.as(other), 'Another Wren')).toBe(409)
  clock.advance({ minutes: YEAR + 10 })
  const later = api.as({ cookie: await world.session(other.id, new Date(Date.now() + 9e10)) })
  expect(await rename(later, 'Another Wren')).toBe(200)
})

test('names that are taken, reserved or invalid are refused', async ({ api, world }) => {
  const caller = api.as(await world.member())
  await world.member({ anonymousUsername: 'Early Swift' })
  for (const anonymousUsername of ['early swift', 'Admin']) {
    expect(await caller.refuse(change, { body: { anonymousUsername } })).toMatchObject({
      status: 409,
      fields: { anonymousUsername: 'Community username is already taken' },
    })
  }
  for (const anonymousUsername of ['', 'a@b', 'x'.repeat(31)]) {
    expect((await caller.refuse(change, { body: { anonymousUsername } })).status).toBe(400)
  }
  expect((await caller.call(allowance)).changesLeft).toBe(2)
})

test('of many members who choose one name at once, exactly one gets it', async ({ api, world }) => {
  const members = await Promise.all(Array.from({ length: 6 }, () => world.member()))
  const statuses = await Promise.all(members.map((member) => rename(api.as(member), 'Lone Kite')))
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(5)
})

test('of many concurrent changes by one member, two succeed', async ({ api, world, context }) => {
  const member = await world.member()
  const statuses = await Promise.all(
    ['One', 'Two', 'Three', 'Four', 'Five'].map((name) => rename(api.as(member), `${name} Jay`)),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(2)
  const rows = await context.db
    .selectFrom('formerPseudonym')
    .select('nameKey')
    .where('memberId', '=', member.id)
    .execute()
  expect(rows).toHaveLength(2)
})

test('the change sent to nodes and pages names no story and neither name', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member({ anonymousUsername: 'Old Plover' })
  await world.story({ author: member })
  const changes: unknown[] = []
  const stop = context.changes.listen((received) => void changes.push(received))
  await rename(api.as(member), 'New Plover')
  await expect.poll(() => changes.length).toBeGreaterThan(2)
  if (typeof stop === 'function') stop()
  expect(JSON.stringify(changes)).not.toMatch(/Plover|storyId/)
})

test('the database stores no name that was given up', async ({ api, world, context }) => {
  const member = await world.member({ anonymousUsername: 'Forgotten Finch' })
  await rename(api.as(member), 'Present Finch')
  const rows = await context.db.selectFrom('member').selectAll().execute()
  const former = await context.db.selectFrom('formerPseudonym').selectAll().execute()
  expect(JSON.stringify([rows, former])).not.toContain('Forgotten Finch')
})
