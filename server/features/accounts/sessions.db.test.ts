import { sql } from 'kysely'
import { expect, onTestFinished, vi } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import { connectChanges } from '#server/db/changes.ts'
import type { Db } from '#server/db/connect.ts'
import { createSessions, type Sessions } from '#server/http/session.ts'
import { cookieOf, setCookies } from '#server/testing/api.ts'
import { test, testLogNamesNobody } from '#server/testing/world.ts'
import { enterWithFactor, sessionSource } from './sessions.ts'

const { login, logout, currentUser, listSessions, endSession } = accountEndpoints
const FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:141.0) Gecko/141.0 Firefox/141.0'

test('a member sees where they are signed in', async ({ api, world }) => {
  const member = await world.member()
  const { username, password } = member
  const headers = { 'user-agent': FIREFOX }
  const phone = await api.signIn(login, { body: { username, password }, headers })
  const sessions = await api.as(phone).call(listSessions)
  expect(sessions.map(({ device, current }) => ({ device, current }))).toEqual(
    expect.arrayContaining([
      { device: 'Firefox on Android', current: true },
      { device: 'Firefox on Linux', current: false },
    ]),
  )
  expect(sessions).toHaveLength(2)
  for (const session of sessions) {
    expect(Object.keys(session).sort()).toEqual([
      'createdAt',
      'current',
      'device',
      'id',
      'lastSeenAt',
    ])
  }
})

test('an ended session is refused immediately, and the others stay', async ({ api, world }) => {
  const member = await world.member()
  const phone = { cookie: await world.session(member.id) }
  await api.as(phone).call(currentUser)
  const other = (await api.as(member).call(listSessions)).find((session) => !session.current)
  const params = { id: other?.id ?? 0 }
  expect((await api.as(member).request(endSession, { params })).status).toBe(204)
  expect((await api.as(phone).refuse(currentUser)).status).toBe(401)
  await api.as(member).call(currentUser)
  expect((await api.as(member).refuse(endSession, { params })).status).toBe(404)
})

test('a member cannot end another member’s session', async ({ api, world }) => {
  const owner = await world.member()
  const [session] = await api.as(owner).call(listSessions)
  const params = { id: session?.id ?? 0 }
  for (const other of [await world.member(), await world.admin()]) {
    expect(await api.as(other).refuse(endSession, { params })).toMatchObject({
      status: 404,
      code: 'not_found',
    })
  }
  await api.as(owner).call(currentUser)
})

test.for(['one', '0', '-1', '1.5', '2147483648', '1e3', '9'.repeat(150)])(
  'the session id %j is refused',
  async (id, { api, world }) => {
    const member = await world.member()
    const params = { id: id as unknown as number }
    expect([400, 404]).toContain((await api.as(member).refuse(endSession, { params })).status)
  },
)

test('an expired session is neither accepted nor listed', async ({ api, world }) => {
  const member = await world.member()
  const expired = { cookie: await world.session(member.id, new Date(Date.now() - 1000)) }
  expect((await api.as(expired).refuse(currentUser)).status).toBe(401)
  expect(await api.as(member).call(listSessions)).toHaveLength(1)
})

test('a member who signs in often sees every session', async ({ api, world }) => {
  const member = await world.member()
  for (let count = 0; count < 120; count++) await world.session(member.id)
  expect(await api.as(member).call(listSessions)).toHaveLength(121)
})

test('a member can sign in on several devices at the same moment', async ({ context, world }) => {
  const member = await world.member()
  const cookies = { deviceCookie: undefined, codeCookie: undefined }
  const browser = { viewer: undefined, address: '192.0.2.1', device: 'Firefox', ...cookies }
  for (let round = 0; round < 10; round += 1) {
    await context.db
      .updateTable('member')
      .set({ lastSeenWeek: null })
      .where('memberId', '=', member.id)
      .execute()
    const signIns = await Promise.all(
      Array.from({ length: 4 }, () => enterWithFactor(context, { browser, memberId: member.id })),
    )
    expect(signIns).toHaveLength(4)
    const { lastSeenWeek } = await context.db
      .selectFrom('member')
      .select('lastSeenWeek')
      .where('memberId', '=', member.id)
      .executeTakeFirstOrThrow()
    expect(lastSeenWeek).not.toBe(null)
  }
})

test('signing in again ends only the browser’s own earlier session', async ({ api, world }) => {
  const { username, password, ...member } = await world.member()
  const browser = api.browser()
  const body = { username, password }
  const first = cookieOf(await browser.request(login, { body }))
  const second = cookieOf(await browser.request(login, { body }))
  expect(second).not.toBe(first)
  expect((await api.as({ cookie: first }).refuse(currentUser)).status).toBe(401)
  await api.as({ cookie: second }).call(currentUser)
  await api.as(member).call(currentUser)
  // Also if another member signs in.
  const other = await world.member()
  await browser.call(login, { body: { username: other.username, password: other.password } })
  expect((await api.as({ cookie: second }).refuse(currentUser)).status).toBe(401)
})

test('a session ends after ninety days, however often it is used', async ({
  api,
  world,
  clock,
}) => {
  const { username, password } = await world.member()
  const caller = api.as(await api.signIn(login, { body: { username, password } }))
  const maxAge = async (): Promise<number> => {
    const response = await caller.request(currentUser)
    return Number(
      /^folx=.*Max-Age=(\d+)/.exec(setCookies(response.headers['set-cookie'])[0] ?? '')?.[1],
    )
  }
  const day = 24 * 60
  expect(await maxAge()).toBe(30 * day * 60)
  for (let days = 0; days < 80; days += 20) {
    clock.advance({ minutes: 20 * day })
    await caller.call(currentUser)
  }
  const left = await maxAge()
  expect(left).toBeGreaterThan(9.9 * day * 60)
  expect(left).toBeLessThanOrEqual(10 * day * 60)
  clock.advance({ minutes: 10 * day + 1 })
  expect((await caller.refuse(currentUser)).status).toBe(401)
})

test('the last use is recorded, but not at every request', async ({ api, world, clock }) => {
  const member = await world.member()
  const seen = async (): Promise<string | undefined> =>
    (await api.as(member).call(listSessions))[0]?.lastSeenAt
  const first = await seen()
  clock.advance({ minutes: 4 })
  expect(await seen()).toBe(first)
  clock.advance({ minutes: 4 })
  const later = await seen()
  expect(Date.parse(later ?? '') - Date.parse(first ?? '')).toBeGreaterThan(7 * 60_000)
})

/** Caches take their time from here. A session that is not found was dropped, not too old. */
function freezeCaches(): void {
  const time = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  onTestFinished(() => time.mockRestore())
}

test('another node drops a cached session when it is notified of its end', async ({
  api,
  context,
  world,
}) => {
  const member = await world.member()
  const { sessions, close } = await anotherNode(context)
  const token = member.cookie.split('=')[1]
  freezeCaches()
  expect((await sessions.findViewer(token))?.id).toBe(member.id)
  await api.as(member).call(logout)
  await vi.waitUntil(async () => !(await sessions.findViewer(token)))
  await close()
})

test('a node that lost its connection discards its cached sessions', async ({ context, world }) => {
  const member = await world.member()
  const { sessions, close, cutOff } = await anotherNode(context)
  const token = member.cookie.split('=')[1]
  freezeCaches()
  expect((await sessions.findViewer(token))?.id).toBe(member.id)
  // Ends the session without notifying the node.
  await context.db.deleteFrom('session').where('memberId', '=', member.id).execute()
  expect((await sessions.findViewer(token))?.id).toBe(member.id)
  await cutOff()
  await vi.waitUntil(async () => !(await sessions.findViewer(token)))
  await close()
})

testLogNamesNobody()

async function anotherNode(context: Context): Promise<{
  sessions: Sessions
  cutOff(): Promise<void>
  close(): Promise<void>
}> {
  const { config, pool, db, now } = context
  const { rows: before } = await listeningConnections(db)
  const changes = await connectChanges({
    url: config.database.provider === 'url' ? config.database.url : '',
    pool,
    onError: () => {},
  })
  const { rows: after } = await listeningConnections(db)
  const own = after.filter(({ pid }) => !before.some((known) => known.pid === pid))
  return {
    sessions: createSessions({ source: sessionSource(db), changes, isSecure: false, now }),
    cutOff: async () => {
      for (const { pid } of own) await sql`select pg_terminate_backend(${pid})`.execute(db)
    },
    close: () => changes.close(),
  }
}

function listeningConnections(db: Db): Promise<{ rows: { pid: number }[] }> {
  return sql<{ pid: number }>`
    select pid from pg_stat_activity
    where application_name = 'folx-changes' and datname = current_database()`.execute(db)
}
