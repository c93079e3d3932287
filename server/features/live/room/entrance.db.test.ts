import { expect, vi } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { liveEndpoints as calls } from '#contract/live.ts'
import { teamEndpoints } from '#contract/team.ts'
import { userEndpoints } from '#contract/users.ts'
import { aWhile, type LivePage } from '#server/testing/live-page.ts'
import { type Stage, test } from '#server/testing/live-world.ts'
import type { TestMember } from '#server/testing/population.ts'

const UPGRADE = 'Please upgrade your subscription to join the live coaching room.'

/** Opens a socket of the member with this ticket, and sends `hello`. */
async function greet(stage: Stage, { cookie }: TestMember, ticket: string): Promise<LivePage> {
  const page = await stage.socket({ cookie, ticket }).opened()
  page.say({ type: 'hello' })
  return page
}

/** Expects that the request is refused before a socket is opened. */
async function isTurnedAway(page: LivePage): Promise<void> {
  await page.ends()
  expect(page.status).toBe(403)
  expect(page.messages).toEqual([])
}

test('a member without access is always refused, and one with access while off air', async ({
  stage,
  world,
}) => {
  const [poor, paying] = [stage.api.as(await world.member()), stage.api.as(await stage.member())]
  const expected = { status: 403, code: 'subscription_required', message: UPGRADE }
  expect(await poor.refuse(calls.join, { body: {} })).toMatchObject(expected)
  expect(await paying.refuse(calls.join, { body: {} })).toMatchObject({
    status: 409,
    message: 'The room is not on air right now.',
  })
  await stage.onAir()
  expect(await poor.refuse(calls.join, { body: {} })).toMatchObject(expected)
  expect(await poor.call(calls.get)).toMatchObject({ onAir: true, hasAccess: false })
  expect((await paying.call(calls.join, { body: {} })).ticket).toMatch(/^[\w.-]+$/)
})

test('an expired membership gives no access', async ({ stage, world, context }) => {
  await stage.onAir()
  const ana = await stage.member()
  await context.db
    .updateTable('purchase')
    .set({ state: 'ended', accessUntil: new Date(Date.now() - 1_000) })
    .where('memberId', '=', ana.id)
    .execute()
  expect((await stage.api.as(ana).refuse(calls.join, { body: {} })).code).toBe(
    'subscription_required',
  )
  const other = await world.member()
  await world.purchase({
    member: other,
    productId: 10,
    accessUntil: new Date(Date.now() - 1_000),
    state: 'ended',
  })
  expect((await stage.api.as(other).refuse(calls.join, { body: {} })).status).toBe(403)
})

test('a ticket can be used once', async ({ stage }) => {
  await stage.onAir()
  const ana = await stage.member()
  const ticket = await stage.ticket(ana)
  await (await greet(stage, ana, ticket)).receives('welcome')
  await isTurnedAway(await greet(stage, ana, ticket))
})

test('only one of two sockets with the same ticket gets in', async ({ stage }) => {
  await stage.onAir()
  const ana = await stage.member()
  const ticket = await stage.ticket(ana)
  const pages = await Promise.all([greet(stage, ana, ticket), greet(stage, ana, ticket)])
  await vi.waitUntil(
    () => pages.some((page) => page.status === 403) && pages.some((page) => page.room),
  )
  await aWhile()
  expect(pages.filter((page) => page.room !== undefined)).toHaveLength(1)
})

test('a ticket is valid for one minute', async ({ stage, clock }) => {
  await stage.onAir()
  const ana = await stage.member()
  const ticket = await stage.ticket(ana)
  clock.advance({ minutes: 1.01 })
  await isTurnedAway(await greet(stage, ana, ticket))
})

test('a seat is freed if its ticket is not used within a minute', async ({ stage, clock }) => {
  await stage.onAir()
  await stage.ticket(await stage.member())
  expect(stage.engine.room.seats.size).toBe(2)
  clock.advance({ minutes: 1.01 })
  await vi.waitFor(() => expect(stage.engine.room.seats.size).toBe(1))
})

test('a ticket that is forged or from another member or account session is refused', async ({
  stage,
  world,
}) => {
  await stage.onAir()
  const [ana, ben] = [await stage.member(), await stage.member()]
  const ticket = await stage.ticket(ana)
  const [id] = ticket.split('.')
  await isTurnedAway(await greet(stage, ana, `${id}.${'x'.repeat(43)}`))
  await isTurnedAway(await greet(stage, ana, 'x'))
  await isTurnedAway(await stage.socket({ cookie: ana.cookie }).opened())
  await isTurnedAway(await greet(stage, ben, ticket))
  const second = await stage.ticket(ana)
  const elsewhere = { ...ana, cookie: await world.session(ana.id) }
  await isTurnedAway(await greet(stage, elsewhere, second))
})

test('a ticket from an earlier session is refused', async ({ stage }) => {
  await stage.onAir()
  const ana = await stage.member()
  const ticket = await stage.ticket(ana)
  await stage.api.as(stage.host).call(calls.stop)
  const page = await greet(stage, ana, ticket)
  expect(await page.ends()).toBe('off-air')
  await stage.onAir()
  await isTurnedAway(await greet(stage, ana, ticket))
})

test('a ticket is stored as a hash, and deleted when it is used', async ({ stage, context }) => {
  await stage.onAir()
  const ana = await stage.member()
  const ticket = await stage.ticket(ana)
  const rows = await context.db
    .selectFrom('liveTicket')
    .selectAll()
    .where('memberId', '=', ana.id)
    .execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.ticketHash.toString('utf8')).not.toContain(ticket)
  await (await greet(stage, ana, ticket)).receives('welcome')
  const left = await context.db
    .selectFrom('liveTicket')
    .selectAll()
    .where('memberId', '=', ana.id)
    .execute()
  expect(left).toEqual([])
})

test('a member whose access ended after the ticket was issued is not let in', async ({
  stage,
  context,
}) => {
  await stage.onAir()
  const ana = await stage.member()
  const ticket = await stage.ticket(ana)
  await context.db
    .updateTable('purchase')
    .set({ state: 'ended', accessUntil: new Date(Date.now() - 1_000) })
    .where('memberId', '=', ana.id)
    .execute()
  const page = await greet(stage, ana, ticket)
  expect(await page.ends()).toBe('access')
  expect(page.room).toBeUndefined()
})

test('visitors and pages of other sites get no socket', async ({ stage }) => {
  await stage.onAir()
  const ana = await stage.member()
  const visitor = await stage.socket({}).opened()
  expect(visitor.status).toBe(401)
  const stranger = await stage.socket({ cookie: 'folx=nonsense' }).opened()
  expect(stranger.status).toBe(401)
  const evil = await stage.socket({ cookie: ana.cookie, origin: 'https://evil.example' }).opened()
  expect(evil.status).toBe(403)
  const none = await stage.socket({ cookie: ana.cookie, origin: '' }).opened()
  expect(none.status).toBe(403)
})

const ENDINGS: Record<string, (input: { stage: Stage; ana: TestMember }) => Promise<void>> = {
  'signs out': async ({ stage, ana }) => stage.api.as(ana).call(accountEndpoints.logout),
  'is suspended': async ({ stage, ana }) => {
    await stage.api.as(stage.host).call(userEndpoints.suspend, {
      params: { id: ana.id },
      body: { isSuspended: true },
    })
  },
  'has all sessions ended': async ({ stage, ana }) =>
    stage.api.as(stage.host).call(userEndpoints.endSessions, { params: { id: ana.id } }),
  'deletes the account': async ({ stage, ana }) => {
    await stage.api.as(ana).call(accountEndpoints.removeAccount, {
      body: { password: ana.password, stories: 'keep' },
    })
  },
  'loses the purchase': async ({ stage, ana }) => {
    const { db, changes } = stage.context
    await db
      .updateTable('purchase')
      .set({ state: 'ended', accessUntil: new Date(Date.now() - 1_000) })
      .where('memberId', '=', ana.id)
      .execute()
    changes.announce({ kind: 'topic', topic: 'purchases' })
  },
}

test.for(Object.entries(ENDINGS))(
  'a member who %s is disconnected within a second',
  async ([, end], { stage }) => {
    const hostPage = await stage.onAir()
    const ana = await stage.member()
    const page = await stage.enter(ana)
    await end({ stage, ana })
    const endedAt = Date.now()
    expect(await page.ends()).toBe('access')
    expect(Date.now() - endedAt).toBeLessThan(10_000)
    await hostPage.sees(({ participants }) => participants.length === 1)
    expect(stage.engine.room.seats.has(page.participantId)).toBe(false)
  },
)

test('a seat kept for a lost page is freed when the access ends', async ({ stage }) => {
  const hostPage = await stage.onAir()
  const ana = await stage.member()
  const page = await stage.enter(ana)
  page.breakDown()
  await hostPage.sees(() => hostPage.person(page.participantId)?.state === 'reconnecting')
  await stage.api.as(ana).call(accountEndpoints.logout)
  await hostPage.sees(({ participants }) => participants.length === 1)
  expect(stage.engine.room.seats.has(page.participantId)).toBe(false)
})

test('a host who loses the right stays in the room, but not as a host', async ({
  stage,
  world,
}) => {
  const hostPage = await stage.onAir()
  const other = await world.admin()
  await world.purchase({ member: other, productId: 10 })
  const page = await stage.enter(other)
  await hostPage.sees(() => hostPage.person(page.participantId)?.isHost === true)
  await stage.api.as(stage.host).call(teamEndpoints.changeRights, {
    body: { anonymousUsername: other.anonymousUsername, rights: ['stories'] },
  })
  await hostPage.sees(() => hostPage.person(page.participantId)?.isHost === false)
  page.say({ type: 'lower-all-hands' })
  await page.receives('refused')
})

test('requests for tickets are limited', async ({ stage }) => {
  await stage.onAir()
  const ana = await stage.member()
  for (let count = 0; count < 120; count += 1) await stage.ticket(ana)
  expect((await stage.api.as(ana).refuse(calls.join, { body: {} })).status).toBe(429)
  // Unused tickets reserve at most one seat per member.
  expect(stage.engine.room.seats.size).toBe(2)
})
