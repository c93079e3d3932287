import { sql } from 'kysely'
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

/** The remains of sessions: their rows, queued notices, and entries of the audit log. */
async function traces({
  db,
}: Context): Promise<{ sessions: number; notices: number; starts: number }> {
  const sessions = await db.selectFrom('liveSession').select('liveSessionId').execute()
  const notices = await sql`select from job.job where name = 'tell-on-air'`.execute(db)
  const starts = await db
    .selectFrom('auditEntry')
    .select('auditEntryId')
    .where('action', '=', 'live-started')
    .execute()
  return { sessions: sessions.length, notices: notices.rows.length, starts: starts.length }
}

test('a room whose sound doesn’t start was never on air: nobody sees, reads or is told of it', async ({
  stage,
}) => {
  const ana = stage.api.as(await stage.member())
  const before = await traces(stage.context)
  const waiting = Promise.withResolvers<void>()
  stage.engine.opening = waiting.promise
  stage.engine.failing.add('open')
  const refused = stage.api.as(stage.host).refuse(calls.start)
  await vi.waitFor(async () => {
    expect(await traces(stage.context)).toEqual({ ...before, sessions: before.sessions + 1 })
  })
  // While it starts.
  expect(await ana.call(calls.get)).toMatchObject({ onAir: false, onAirSince: null })
  waiting.resolve()
  expect(await refused).toMatchObject({
    status: 503,
    message:
      'The room didn’t open, even at the second try. Members weren’t told anything. It is a test. Try again in a minute. If it happens again, show this to the person who runs the server.',
  })
  expect(stage.engine.asked.filter((call) => call.startsWith('open'))).toHaveLength(2)
  expect(await ana.call(calls.get)).toMatchObject({ onAir: false })
  expect(await traces(stage.context)).toEqual(before)
  // The next start begins anew.
  stage.engine.failing.clear()
  expect(await stage.api.as(stage.host).call(calls.start)).toMatchObject({ onAir: true })
  expect(await traces(stage.context)).toEqual({
    sessions: before.sessions + 1,
    notices: before.notices + 1,
    starts: before.starts + 1,
  })
})

test('a room whose sound starts at the second try goes on air', async ({ stage }) => {
  stage.engine.failingOnce.add('open')
  expect(await stage.api.as(stage.host).call(calls.start)).toMatchObject({ onAir: true })
  expect(stage.engine.rooms.size).toBe(1)
})

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
  // Calls that any process can answer.
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
  expect(await page.ends()).toBe('access')
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

test('hands, mutes and questions survive the end of a process, and are deleted with the session', async ({
  stage,
  otherNode,
}) => {
  const hostPage = await stage.onAir()
  const [ana, ben] = [await stage.member(), await stage.member()]
  const [one, two] = [await stage.enter(ana), await stage.enter(ben)]
  two.say({ type: 'hand', isUp: true })
  await hostPage.sees(({ hands }) => hands.length === 1)
  one.say({ type: 'hand', isUp: true })
  hostPage.say({ type: 'check-questions', isOn: true })
  hostPage.say({ type: 'mute', participantId: two.participantId })
  await hostPage.sees(() => hostPage.person(two.participantId)?.maySpeak === false)
  one.say({ type: 'question', text: 'Where do I begin?' })
  await hostPage.sees(({ questions }) => questions.length === 1)
  hostPage.say({ type: 'asker-silenced', questionId: 1, isSilenced: true })
  await hostPage.sees(({ questions }) => questions[0]?.isAskerSilenced === true)
  const asked = hostPage.room?.questions
  await stage.close()

  const again = await stage.enter(stage.host, { node: otherNode })
  // Nobody has a hand up until they are back.
  expect(again.room).toMatchObject({ hands: [], questions: asked, areQuestionsChecked: true })
  const first = await stage.enter(ana, { node: otherNode })
  const second = await stage.enter(ben, { node: otherNode })
  await again.sees(({ hands }) => hands.length === 2)
  expect(again.room?.hands).toEqual([second.participantId, first.participantId])
  expect(again.person(second.participantId)?.maySpeak).toBe(false)
  expect(second.room?.questions).toEqual([])
  first.say({ type: 'question', text: 'And then?' })
  await first.receives('refused', ({ sentence }) => sentence.startsWith('A host has stopped'))
  // The database knows a question's asker, but not the text.
  const { db } = stage.context
  const rows = await db
    .selectFrom('liveQuestion')
    .selectAll()
    .where('memberId', '=', ana.id)
    .execute()
  expect(rows).toHaveLength(1)
  expect(Buffer.from(rows[0]?.sealedText ?? '').includes('begin')).toBe(false)
  await otherNode.api.as(stage.host).call(calls.stop)
  for (const table of ['liveQuestion', 'liveAttendance'] as const) {
    const kept = db.selectFrom(table).selectAll().where('memberId', 'in', [ana.id, ben.id])
    expect(await kept.execute()).toEqual([])
  }
})

test('a member who was removed can come back once a host lets them in', async ({ stage }) => {
  const hostPage = await stage.onAir()
  const ana = await stage.member()
  const page = await stage.enter(ana)
  hostPage.say({ type: 'remove', participantId: page.participantId })
  expect(await page.ends()).toBe('removed')
  const { removed } = await hostPage.sees((room) => room.removed.length === 1)
  expect(removed).toEqual([{ id: page.participantId, anonymousUsername: ana.anonymousUsername }])
  expect((await stage.api.as(ana).refuse(calls.join, { body: {} })).code).toBe('not_allowed')
  hostPage.say({ type: 'let-in', participantId: page.participantId })
  await vi.waitFor(async () =>
    expect((await stage.api.as(ana).call(calls.get)).isRemoved).toBe(false),
  )
  await stage.enter(ana)
  await hostPage.sees((room) => room.participants.length === 2 && room.removed.length === 0)
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
  expect(await page.ends()).toBeUndefined()
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
