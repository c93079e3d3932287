import { expect, vi } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { liveEndpoints as calls } from '#contract/live.ts'
import type { Context } from '#server/context.ts'
import { LIVE_ROOM_LOCK } from '#server/db/process-lock.ts'
import { FakeLiveEngine } from '#server/testing/fake-live-engine.ts'
import { test } from '#server/testing/live-world.ts'
import { claimEmbeddedRoom } from '../service.ts'

const ELSEWHERE = {
  status: 503,
  message: 'The live room is on another server right now. Please try again in a moment.',
}

/** Inserts the session of a process that was killed this many seconds ago. */
async function leaveSession(
  { db, now }: Context,
  { seconds }: { seconds: number },
): Promise<number> {
  const seenAt = new Date(now().getTime() - seconds * 1000)
  const values = { nodeId: crypto.randomUUID(), nodeUrl: '-', startedAt: seenAt, seenAt }
  const row = await db
    .insertInto('liveSession')
    .values({ ...values, participantCount: 3, isRecording: true })
    .returning('liveSessionId')
    .executeTakeFirstOrThrow()
  return row.liveSessionId
}

async function openSessions({ db }: Context): Promise<number[]> {
  const rows = await db
    .selectFrom('liveSession')
    .select('liveSessionId')
    .where('endedAt', 'is', null)
    .execute()
  return rows.map(({ liveSessionId }) => liveSessionId)
}

/** Ends the connection that holds the room, as a restarted database does. */
async function loseLock(context: Context): Promise<void> {
  await context.pool.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = $1
     and database = (select oid from pg_database where datname = current_database())`,
    [LIVE_ROOM_LOCK],
  )
}

test('only one process has the room: the other refuses every call about it with 503', async ({
  stage,
  otherNode,
}) => {
  const hostPage = await stage.onAir()
  const ana = await stage.member()
  const [host, member] = [otherNode.api.as(stage.host), otherNode.api.as(ana)]
  expect(await member.refuse(calls.join, { body: {} })).toMatchObject(ELSEWHERE)
  for (const call of [calls.start, calls.stop, calls.startRecording, calls.stopRecording]) {
    expect(await host.refuse(call)).toMatchObject(ELSEWHERE)
  }
  const refused = stage.socket({ ...ana, node: otherNode })
  await refused.ends()
  expect(refused.status).toBe(503)
  expect(otherNode.engine.asked).toEqual([])
  // What any process can answer.
  expect(await member.call(calls.get)).toMatchObject({ onAir: true, hasAccess: true })
  await vi.waitFor(async () =>
    expect(await member.call(calls.get)).toMatchObject({ participantCount: 1 }),
  )
  expect(hostPage.closeCode).toBeUndefined()
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

test('when a process stops, the next one opens the room again, and everyone can reconnect', async ({
  stage,
  otherNode,
}) => {
  await stage.onAir()
  const ana = await stage.member()
  const page = await stage.enter(ana)
  const before = await openSessions(stage.context)
  await stage.close()
  expect(await page.ends()).toBeUndefined()
  expect(await otherNode.api.as(ana).call(calls.get)).toMatchObject({
    onAir: true,
    recording: false,
    participantCount: 0,
  })
  const again = await stage.enter(ana, { node: otherNode })
  expect(again.room?.participants).toHaveLength(1)
  expect(again.room?.hostGoneUntil).not.toBeNull()
  expect(await openSessions(stage.context)).toEqual(before)
  await stage.enter(stage.host, { node: otherNode })
  await again.sees(({ hostGoneUntil }) => hostGoneUntil === null)
})

test('a member who was removed stays out when the next process opens the room again', async ({
  stage,
  otherNode,
}) => {
  const hostPage = await stage.onAir()
  const ana = await stage.member()
  const page = await stage.enter(ana)
  hostPage.say({ type: 'remove', participantId: page.participantId })
  await page.ends()
  await vi.waitFor(async () =>
    expect((await stage.api.as(ana).call(calls.get)).isRemoved).toBe(true),
  )
  await stage.close()
  const refused = await otherNode.api.as(ana).refuse(calls.join, { body: {} })
  expect(refused).toMatchObject({ status: 403, code: 'not_allowed' })
})

test('the room of a killed process is opened again at once', async ({ stage }) => {
  const id = await leaveSession(stage.context, { seconds: 12 })
  const page = await stage.enter(await stage.member())
  expect(stage.engine.room.name).toBe(`session-${id}`)
  expect(page.room?.isRecording).toBe(false)
  // Time without a process counts as time without a host.
  const until = Date.parse(page.room?.hostGoneUntil ?? '')
  expect(until - Date.now()).toBeLessThan(78_500)
})

test('the room of a killed process is off air after 90 seconds', async ({ stage }) => {
  const ana = stage.api.as(await stage.member())
  await leaveSession(stage.context, { seconds: 91 })
  expect(await ana.call(calls.get)).toMatchObject({ onAir: false, recording: false })
  expect((await ana.refuse(calls.join, { body: {} })).status).toBe(409)
  await leaveSession(stage.context, { seconds: 91 })
  expect(await stage.api.as(stage.host).call(calls.start)).toMatchObject({ onAir: true })
})

test('the session of a dead process ends without a call', async ({ stage }) => {
  const id = await leaveSession(stage.context, { seconds: 91 })
  await vi.waitFor(async () => expect(await openSessions(stage.context)).not.toContain(id), {
    interval: 500,
  })
})

test('a room that cannot be opened again is tried at the next call, and over after 90 seconds', async ({
  stage,
  clock,
}) => {
  const ana = stage.api.as(await stage.member())
  const id = await leaveSession(stage.context, { seconds: 60 })
  stage.engine.failing.add('open')
  expect((await ana.refuse(calls.join, { body: {} })).code).toBe('provider_unavailable')
  expect(await openSessions(stage.context)).toEqual([id])
  clock.advance({ minutes: 0.6 })
  expect((await ana.refuse(calls.join, { body: {} })).status).toBe(409)
})

test('a process that loses its connection to the database keeps the room', async ({ stage }) => {
  const page = await stage.onAir()
  await loseLock(stage.context)
  const ana = await stage.member()
  await stage.enter(ana)
  expect(page.closeCode).toBeUndefined()
  expect(await stage.api.as(stage.host).call(calls.startRecording)).toMatchObject({
    recording: true,
  })
})

test('a process whose room another one has taken drops its people, and they find it there', async ({
  stage,
  otherNode,
}) => {
  await stage.onAir()
  const ana = await stage.member()
  const page = await stage.enter(ana)
  // The other process is faster to take the lock.
  await vi.waitFor(async () => {
    await loseLock(stage.context)
    expect(await otherNode.context.roomLock.take()).toBe(true)
  })
  expect(await page.ends(15_000)).toBeUndefined()
  await vi.waitFor(() => expect(stage.engine.rooms.size).toBe(0))
  const again = await stage.enter(ana, { node: otherNode })
  expect(again.room?.participants).toHaveLength(1)
})

test('the embedded room’s second server refuses to start, and starts once the first has stopped', async ({
  stage,
  otherNode,
}) => {
  await stage.onAir()
  await expect(claimEmbeddedRoom(otherNode.context, 0)).rejects.toThrow(
    'set LIVE_PROVIDER to livekit or daily on every node',
  )
  await claimEmbeddedRoom({ ...otherNode.context, live: new FakeLiveEngine('livekit') }, 0)
  // A rolling restart: the new server waits until the old one has stopped.
  const started = claimEmbeddedRoom(otherNode.context)
  await stage.close()
  await started
  expect(await otherNode.context.roomLock.take()).toBe(true)
})
