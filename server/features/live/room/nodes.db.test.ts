import { expect, vi } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { liveEndpoints as calls } from '#contract/live.ts'
import type { Context } from '#server/context.ts'
import { test } from '#server/testing/live-world.ts'

/** Inserts the session of a process that was killed this many seconds ago while it ran the room. */
async function leaveDeadOwner(
  { db, now }: Context,
  { seconds, nodeUrl = 'http://127.0.0.1:9' }: { seconds: number; nodeUrl?: string },
): Promise<number> {
  const seenAt = new Date(now().getTime() - seconds * 1000)
  const values = { nodeId: crypto.randomUUID(), nodeUrl, startedAt: seenAt, seenAt }
  const row = await db
    .insertInto('liveSession')
    .values({ ...values, participantCount: 3, isRecording: true })
    .returning('liveSessionId')
    .executeTakeFirstOrThrow()
  return row.liveSessionId
}

test('everything also works through a node that does not run the room', async ({
  stage,
  otherNode,
}) => {
  const hostPage = await stage.onAir()
  const ana = await stage.member()
  expect(await otherNode.api.as(ana).call(calls.get)).toMatchObject({ onAir: true })
  const page = await stage.enter(ana, { node: otherNode })
  expect(otherNode.engine.rooms.size).toBe(0)
  expect(stage.engine.room.seats.has(page.participantId)).toBe(true)
  page.say({ type: 'offer', sdp: 'v=0', transport: 'tcp' })
  await page.receives('answer')
  page.say({ type: 'hand', isUp: true })
  page.say({ type: 'question', text: 'From afar?' })
  await hostPage.sees(({ hands, questions }) => hands.length === 1 && questions.length === 1)
  page.breakDown()
  await hostPage.sees(() => hostPage.person(page.participantId)?.state === 'reconnecting')
  const back = await stage.enter(ana, { node: otherNode, resume: page.participantId })
  expect(back.participantId).toBe(page.participantId)
})

test('calls about the room are forwarded to its node, including refusals', async ({
  stage,
  otherNode,
  world,
}) => {
  await stage.onAir()
  const admin = otherNode.api.as(stage.host)
  expect(await admin.call(calls.start)).toMatchObject({ onAir: true })
  expect(await admin.call(calls.startRecording)).toMatchObject({ recording: true })
  expect(stage.engine.room.recordingRef).toBeDefined()
  expect(await admin.call(calls.stopRecording)).toMatchObject({ recording: false })
  const poor = otherNode.api.as(await world.member())
  expect((await poor.refuse(calls.join, { body: {} })).code).toBe('subscription_required')
  const ana = await stage.member()
  const page = await stage.enter(ana)
  const hostPage = await stage.enter(stage.host)
  hostPage.say({ type: 'remove', participantId: page.participantId })
  await page.ends()
  const refused = await otherNode.api.as(ana).refuse(calls.join, { body: {} })
  expect(refused).toMatchObject({ status: 403, code: 'not_allowed' })
})

test('only one room goes on air when two nodes are asked at once', async ({
  stage,
  otherNode,
  world,
}) => {
  const other = await world.admin()
  const states = await Promise.all([
    stage.api.as(stage.host).call(calls.start),
    otherNode.api.as(other).call(calls.start),
  ])
  expect(states.map(({ onAir }) => onAir)).toEqual([true, true])
  expect(stage.engine.rooms.size + otherNode.engine.rooms.size).toBe(1)
  const open = await stage.context.db
    .selectFrom('liveSession')
    .select('liveSessionId')
    .where('endedAt', 'is', null)
    .execute()
  expect(open).toHaveLength(1)
})

test('stopping on another node ends the room on its node within a second', async ({
  stage,
  otherNode,
}) => {
  await stage.onAir()
  const page = await stage.enter(await stage.member())
  const askedAt = Date.now()
  expect(await otherNode.api.as(stage.host).call(calls.stop)).toMatchObject({ onAir: false })
  expect(await page.ends()).toBe('off-air')
  expect(Date.now() - askedAt).toBeLessThan(4_000)
  await vi.waitFor(() => expect(stage.engine.rooms.size).toBe(0))
})

test('signing out on another node removes the member from the room', async ({
  stage,
  otherNode,
}) => {
  await stage.onAir()
  const ana = await stage.member()
  const page = await stage.enter(ana)
  await otherNode.api.as(ana).call(accountEndpoints.logout)
  expect(await page.ends(10_000)).toBe('access')
})

test('when a process stops, the next one takes over the room, and everyone can rejoin', async ({
  stage,
  otherNode,
}) => {
  await stage.onAir()
  const ana = await stage.member()
  const page = await stage.enter(ana)
  const before = await stage.context.db
    .selectFrom('liveSession')
    .select('liveSessionId')
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow()
  await stage.close()
  expect(await page.ends()).toBeUndefined()
  const again = await stage.enter(ana, { node: otherNode })
  expect(again.room?.participants).toHaveLength(1)
  expect(again.room?.hostGoneUntil).not.toBeNull()
  const after = await stage.context.db
    .selectFrom('liveSession')
    .select('liveSessionId')
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow()
  expect(after).toEqual(before)
  await stage.enter(stage.host, { node: otherNode })
  await again.sees(({ hostGoneUntil }) => hostGoneUntil === null)
})

test('the room of a killed process is taken over after 12 seconds without a heartbeat', async ({
  stage,
}) => {
  const ana = await stage.member()
  const id = await leaveDeadOwner(stage.context, { seconds: 5 })
  const refused = await stage.api.as(ana).refuse(calls.join, { body: {} })
  expect(refused.code).toBe('provider_unavailable')
  await stage.context.db
    .updateTable('liveSession')
    .set({ seenAt: new Date(Date.now() - 13_000) })
    .where('liveSessionId', '=', id)
    .execute()
  const page = await stage.enter(ana)
  expect(stage.engine.room.name).toBe(`session-${id}`)
  // Time without a process counts as time without a host.
  const until = Date.parse(page.room?.hostGoneUntil ?? '')
  expect(until - Date.now()).toBeLessThan(78_000)
})

test('the room of an earlier process at this address is taken over at once', async ({ stage }) => {
  const id = await leaveDeadOwner(stage.context, { seconds: 1, nodeUrl: stage.url })
  await stage.enter(await stage.member())
  expect(stage.engine.room.name).toBe(`session-${id}`)
})

test('only one of two nodes takes over a room', async ({ stage, otherNode }) => {
  await leaveDeadOwner(stage.context, { seconds: 30 })
  const [ana, ben] = [await stage.member(), await stage.member()]
  const joins = await Promise.allSettled([
    stage.api.as(ana).call(calls.join, { body: {} }),
    otherNode.api.as(ben).call(calls.join, { body: {} }),
  ])
  expect(joins.some(({ status }) => status === 'fulfilled')).toBe(true)
  await vi.waitFor(() => expect(stage.engine.rooms.size + otherNode.engine.rooms.size).toBe(1))
})

test('the room of a killed process is off air after 90 seconds', async ({ stage }) => {
  const ana = stage.api.as(await stage.member())
  await leaveDeadOwner(stage.context, { seconds: 91 })
  expect(await ana.call(calls.get)).toMatchObject({ onAir: false, recording: false })
  expect((await ana.refuse(calls.join, { body: {} })).status).toBe(409)
  await leaveDeadOwner(stage.context, { seconds: 91 })
  expect(await stage.api.as(stage.host).call(calls.start)).toMatchObject({ onAir: true })
})

test('a node ends the session of a dead process without being called', async ({ stage }) => {
  const id = await leaveDeadOwner(stage.context, { seconds: 91 })
  await vi.waitFor(
    async () => {
      const { endedAt } = await stage.context.db
        .selectFrom('liveSession')
        .select('endedAt')
        .where('liveSessionId', '=', id)
        .executeTakeFirstOrThrow()
      expect(endedAt).not.toBeNull()
    },
    { interval: 500 },
  )
})

test('a node that lost its room to another drops its people so that they can find it', async ({
  stage,
}) => {
  await stage.onAir()
  const page = await stage.enter(await stage.member())
  await stage.context.db
    .updateTable('liveSession')
    .set({ nodeId: crypto.randomUUID(), nodeUrl: 'http://127.0.0.1:9' })
    .where('endedAt', 'is', null)
    .execute()
  expect(await page.ends(15_000)).toBeUndefined()
  await vi.waitFor(() => expect(stage.engine.rooms.size).toBe(0))
})

test('a forwarded call is not forwarded again', async ({ stage, otherNode }) => {
  await stage.onAir()
  const ana = await stage.member()
  const before = stage.engine.asked.length
  const headers = { 'x-folx-hop': '1' }
  const refused = await otherNode.api.as(ana).refuse(calls.join, { body: {}, headers })
  expect(refused.code).toBe('provider_unavailable')
  expect(stage.engine.asked).toHaveLength(before)
})
