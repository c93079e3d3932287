import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { pseudonymEndpoints as calls } from '#contract/pseudonyms.ts'
import { storyEndpoints } from '#contract/stories.ts'
import type { Context } from '#server/context.ts'
import { nameKey } from '#server/domain/name-key.ts'
import type { TestApi } from '#server/testing/api.ts'
import { test } from '#server/testing/world.ts'
import { isPseudonymFree } from './names.ts'
import { fillSkeletons } from './skeletons.ts'

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

test('a name that was chosen on another device is never replaced unseen', async ({
  api,
  world,
}) => {
  const caller = api.as(await world.member())
  const { version } = await caller.call(accountEndpoints.currentUser)
  const zoned = await caller.call(accountEndpoints.changeUser, { body: { timeZone: 'Asia/Tokyo' } })
  expect(zoned.version).not.toBe(version)
  // Another setting than the name doesn’t matter.
  const named = await caller.call(change, { body: { anonymousUsername: 'Morning Lark', version } })
  const other = { anonymousUsername: 'Evening Lark', version }
  expect(await caller.request(change, { body: other })).toMatchObject({
    status: 409,
    json: { code: 'conflict', newer: named },
  })
  expect((await caller.call(allowance)).changesLeft).toBe(1)
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
  for (const name of ['Kind Wren', 'ᴋɪɴᴅ WRÉN']) {
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
  for (const anonymousUsername of ['', 'a@b', 'x'.repeat(31), 'Ru\u034fth', '\u3164', 'Ruтh']) {
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

/** Makes the names look as if servers of an older release had stored them. */
async function forgetSkeletons(context: Context): Promise<void> {
  await context.db
    .updateTable('member')
    .set({ anonymousUsernameSkeleton: null, hasQuestionableName: false })
    .execute()
}

async function lookAlikes(context: Context): Promise<string[]> {
  const rows = await context.db
    .selectFrom('member')
    .select('anonymousUsername')
    .where('hasQuestionableName', '=', true)
    .execute()
  return rows.map((row) => row.anonymousUsername).sort()
}

test('names from before the rule stay, and the newer ones of look-alikes are marked', async ({
  api,
  world,
  context,
}) => {
  const { db } = context
  const old = new Date('2020-01-01T00:00:00Z')
  const first = await world.member({ anonymousUsername: 'Tame Crane', createdAt: old })
  for (const name of ['Tame Crane ', 'Tame Crane\u3164', 'Tamé Crane', '\u3164', '\u2800']) {
    const { id } = await world.member()
    const columns = { anonymousUsername: name, anonymousUsernameKey: `old key of ${name}` }
    await db.updateTable('member').set(columns).where('memberId', '=', id).execute()
  }
  const impostor = await world.member()
  const columns = { anonymousUsername: 'ᴀdmin', anonymousUsernameKey: 'ᴀdmin' }
  await db.updateTable('member').set(columns).where('memberId', '=', impostor.id).execute()
  const others = await db.selectFrom('member').select('memberId').execute()
  await forgetSkeletons(context)

  await Promise.all([fillSkeletons(context), fillSkeletons(context)])

  const rows = await db.selectFrom('member').selectAll().execute()
  expect(rows.map(({ memberId }) => memberId).sort()).toEqual(
    others.map(({ memberId }) => memberId).sort(),
  )
  expect(rows.filter((row) => row.anonymousUsernameSkeleton === null)).toEqual([])
  expect(await lookAlikes(context)).toEqual(
    ['Tame Crane ', 'Tame Crane\u3164', 'Tamé Crane', '\u3164', '\u2800', 'ᴀdmin'].sort(),
  )
  // Neither a new account nor a rename can add another, and whoever changes their name is no
  // longer marked.
  const registration = world.registration({ anonymousUsername: 'TAME CRANE' })
  expect((await api.refuse(accountEndpoints.register, { body: registration })).status).toBe(409)
  expect(await rename(api.as(await world.member()), 'Tamê Crane')).toBe(409)
  expect(await rename(api.as(impostor), 'Honest Crane')).toBe(200)
  expect(await lookAlikes(context)).not.toContain('ᴀdmin')
  // When the older account is gone, another of them has the name for itself.
  const body = { password: first.password, stories: 'remove' } as const
  await api.as(first).call(accountEndpoints.removeAccount, { body })
  await fillSkeletons(context)
  expect(await lookAlikes(context)).toHaveLength(4)
  expect((await api.refuse(accountEndpoints.register, { body: registration })).status).toBe(409)
})

test('a name that a server of an older release stores is taken at once, and its look-alikes later', async ({
  world,
  context,
}) => {
  await world.member({ anonymousUsername: 'Brave Dunlin' })
  await forgetSkeletons(context)
  expect(await isPseudonymFree(context, 'brave dunlin')).toBe(false)
  await fillSkeletons(context)
  expect(await isPseudonymFree(context, 'ʙrave dunlin')).toBe(false)
})

test('a name that a server of an older release changes gets a new skeleton', async ({
  api,
  world,
  context,
}) => {
  const { db } = context
  const member = await world.member({ anonymousUsername: 'Old Whimbrel' })
  expect(await rename(api.as(member), 'Middle Whimbrel')).toBe(200)
  const name = { anonymousUsername: 'New Whimbrel', anonymousUsernameKey: nameKey('New Whimbrel') }
  await db.updateTable('member').set(name).where('memberId', '=', member.id).execute()
  await fillSkeletons(context)
  expect(await isPseudonymFree(context, 'Nẹw Whimbrel')).toBe(false)
})

test('names given up under an older release are reserved for their look-alikes, too', async ({
  world,
  context,
}) => {
  const { id: memberId } = await world.member()
  const former = { memberId, nameKey: nameKey('Zoë Snipe'), leftAt: context.now() }
  await context.db.insertInto('formerPseudonym').values(former).execute()
  await fillSkeletons(context)
  expect(await isPseudonymFree(context, 'Zoe Snipe')).toBe(false)
  expect(await isPseudonymFree(context, 'Zoe Snipe', memberId)).toBe(true)
})

test('the names of a deleted account rest for a year, without saying whose they were', async ({
  api,
  world,
  context,
  clock,
}) => {
  const member = await world.member({ anonymousUsername: 'First Godwit' })
  expect(await rename(api.as(member), 'Second Godwit')).toBe(200)
  const body = { password: member.password, stories: 'remove' } as const
  await api.as(member).call(accountEndpoints.removeAccount, { body })
  const isFree = async (username: string): Promise<boolean> => {
    const query = { username }
    return (await api.call(accountEndpoints.checkAnonymousUsername, { query })).available
  }
  const names = ['First Godwit', 'Second Godwit', 'sécond godwit']
  expect(await Promise.all(names.map(isFree))).toEqual([false, false, false])
  expect(await rename(api.as(await world.member()), 'Second Godwit')).toBe(409)

  const rows = await context.db
    .selectFrom('formerPseudonym')
    .selectAll()
    .where('nameKey', 'like', '%godwlt')
    .execute()
  expect(rows.map(({ nameKey: key }) => key).sort()).toEqual(['flrst godwlt', 'second godwlt'])
  for (const { memberId, leftAt } of rows) {
    expect(memberId).toBeNull()
    // A Monday, as for everyone who left in that week.
    expect(leftAt.toISOString()).toMatch(/T00:00:00.000Z$/)
    expect(leftAt.getUTCDay()).toBe(1)
    expect(leftAt > context.now()).toBe(true)
  }
  clock.advance({ minutes: YEAR })
  expect(await isFree('Second Godwit')).toBe(false)
  clock.advance({ minutes: 7 * 24 * 60 })
  expect(await Promise.all(names.map(isFree))).toEqual([true, true, true])
})
