import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { liveEndpoints as calls } from '#contract/live.ts'
import { teamEndpoints } from '#contract/team.ts'
import { userEndpoints } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import { aWhile, type LivePage } from '#server/testing/live-page.ts'
import { type Stage, test } from '#server/testing/live-world.ts'
import type { TestMember } from '#server/testing/population.ts'

const UPGRADE = 'Please upgrade your subscription to join the live coaching room.'

/** Expects that the request for a socket is refused with this status. */
async function isRefused(page: LivePage, status: number): Promise<void> {
  await page.ends()
  expect(page.status).toBe(status)
  expect(page.messages).toEqual([])
}

async function endAccess({ db }: Context, memberId: string): Promise<void> {
  await db
    .updateTable('purchase')
    .set({ state: 'ended', accessUntil: new Date(Date.now() - 1_000) })
    .where('memberId', '=', memberId)
    .execute()
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
  expect((await paying.request(calls.join, { body: {} })).status).toBe(204)
})

test('an expired membership gives no access', async ({ stage, world, context }) => {
  await stage.onAir()
  const ana = await stage.member()
  await endAccess(context, ana.id)
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

test('a socket opens only while the room is on air, and only with access', async ({
  stage,
  world,
  context,
}) => {
  const [ana, ben, poor] = [await stage.member(), await stage.member(), await world.member()]
  await isRefused(stage.socket(ana), 409)
  const hostPage = await stage.onAir()
  await isRefused(stage.socket(poor), 403)
  await endAccess(context, ben.id)
  await isRefused(stage.socket(ben), 403)
  // No call comes before the socket: it is checked by itself.
  const page = await stage.socket(ana).opened()
  page.say({ type: 'hello' })
  await page.receives('welcome')
  hostPage.say({ type: 'remove', participantId: page.participantId })
  expect(await page.ends()).toBe('removed')
  await isRefused(stage.socket(ana), 403)
  await stage.api.as(stage.host).call(calls.stop)
  await isRefused(stage.socket(ana), 409)
})

test('a socket that says nothing puts nobody into the room', async ({ stage }) => {
  const hostPage = await stage.onAir()
  await stage.socket(await stage.member()).opened()
  await aWhile()
  expect(stage.engine.room.seats.size).toBe(1)
  expect(hostPage.room?.participants).toHaveLength(1)
})

test('a page that says hello after the session, the access or the membership in the room has ended is not let in', async ({
  stage,
  context,
}) => {
  const hostPage = await stage.onAir()
  const [ana, ben] = [await stage.member(), await stage.member()]
  const [late, removed] = [await stage.socket(ana).opened(), await stage.socket(ben).opened()]
  await endAccess(context, ana.id)
  late.say({ type: 'hello' })
  expect(await late.ends()).toBe('access')
  const other = await stage.enter(ben)
  hostPage.say({ type: 'remove', participantId: other.participantId })
  await other.ends()
  removed.say({ type: 'hello' })
  expect(await removed.ends()).toBe('removed')
  expect(removed.room).toBeUndefined()
  const after = await stage.socket(await stage.member()).opened()
  await stage.api.as(stage.host).call(calls.stop)
  after.say({ type: 'hello' })
  expect(await after.ends()).toBe('off-air')
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
      body: { isSuspended: true, reason: 'Spam' },
    })
  },
  'has all sessions ended': async ({ stage, ana }) =>
    stage.api.as(stage.host).call(userEndpoints.endSessions, { params: { id: ana.id } }),
  'deletes the account': async ({ stage, ana }) => {
    await stage.api.as(ana).call(accountEndpoints.removeAccount, {
      body: { password: ana.password, stories: 'keep' },
    })
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
    // Without news of it, only a check every 30 seconds would notice.
    expect(Date.now() - endedAt).toBeLessThan(29_000)
    await hostPage.sees(({ participants }) => participants.length === 1)
    expect(stage.engine.room.seats.has(page.participantId)).toBe(false)
  },
)

test('access that ends in the room lasts through lost connections, until the member leaves', async ({
  stage,
  otherNode,
}) => {
  const hostPage = await stage.onAir()
  const ana = await stage.member()
  const page = await stage.enter(ana)
  await hostPage.sees(({ participants }) => participants.length === 2)
  await endAccess(stage.context, ana.id)
  stage.context.changes.announce({ kind: 'topic', topic: 'purchases' })
  stage.context.changes.announce({ kind: 'member', memberId: ana.id })
  await aWhile()
  expect(page.closeCode).toBeUndefined()
  expect(hostPage.room?.participants).toHaveLength(2)
  // Also once the connection was lost, on another page, and after the server has stopped.
  page.breakDown()
  const again = await stage.enter(ana, { resume: page.participantId })
  await stage.close()
  expect(await again.ends()).toBeUndefined()
  const later = await stage.enter(ana, { node: otherNode })
  later.say({ type: 'leave' })
  await later.ends()
  const refused = await otherNode.api.as(ana).refuse(calls.join, { body: {} })
  expect(refused.code).toBe('subscription_required')
})

test('a participant who is reconnecting is gone when they sign out', async ({ stage }) => {
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

test('entering is limited', async ({ stage }) => {
  await stage.onAir()
  const ana = await stage.member()
  const join = () => stage.api.as(ana).request(calls.join, { body: {} })
  for (let count = 0; count < 240; count += 1) expect((await join()).status).toBe(204)
  expect((await join()).status).toBe(429)
  await isRefused(stage.socket(ana), 429)
  expect(stage.engine.room.seats.size).toBe(1)
})
