import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { securityLogEndpoints as calls, type SecurityEvent } from '#contract/security-log.ts'
import type { Caller, TestApi } from '#server/testing/api.ts'
import { test } from '#server/testing/world.ts'
import { forgetOldEvents, MOST_EVENTS } from './service.ts'

const { login, changeUser } = accountEndpoints
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

function readLog(api: TestApi, caller: Caller): Promise<SecurityEvent[]> {
  return api.as(caller).call(calls.list)
}

/** Waits until the log has these kinds: failures are written after the response. */
function waitForLog(api: TestApi, caller: Caller, kinds: string[]): Promise<SecurityEvent[]> {
  return vi.waitUntil(async () => {
    const events = await readLog(api, caller)
    return events.map(({ kind }) => kind).join() === kinds.join() && events
  })
}

test('sign-ins, failures and changes are in the log, newest first', async ({ api, world }) => {
  const member = await world.member()
  const credentials = { username: member.username, password: member.password }
  const headers = { 'user-agent': FIREFOX }
  const wrong = { ...credentials, password: 'not this one' }
  for (let count = 0; count < 3; count += 1) await api.refuse(login, { body: wrong, headers })
  await waitForLog(api, member, ['sign-in-failed'])
  const here = await api.signIn(login, { body: credentials, headers })
  await api.as(here).call(calls.endOtherSessions, { headers })
  expect((await api.as(member).refuse(calls.list)).status).toBe(401)
  const body = { currentPassword: member.password, newPassword: 'a lamp on the third stair' }
  const changed = await api.as(here).signIn(changeUser, { body, headers })
  const events = await readLog(api, changed)
  expect(events.map(({ kind, device, times }) => [kind, device, times])).toEqual([
    ['signed-in', 'Firefox on Linux', 1],
    ['password-changed', 'Firefox on Linux', 1],
    ['sessions-ended', 'Firefox on Linux', 1],
    ['signed-in', 'Firefox on Linux', 1],
    ['sign-in-failed', 'Firefox on Linux', 3],
  ])
})

test('an unknown account leaves no entry, and no entry contains an address', async ({
  api,
  world,
  context,
}) => {
  const count = async (): Promise<number> =>
    (await context.db.selectFrom('securityEvent').selectAll().execute()).length
  const before = await count()
  const body = { username: 'nobody@private.example', password: 'not this one' }
  await api.from('203.0.113.77').refuse(login, { body })
  const member = await world.member({ email: 'known@private.example' })
  const wrong = { username: 'known@private.example', password: 'not this one' }
  await api.from('203.0.113.78').refuse(login, { body: wrong })
  await waitForLog(api, member, ['sign-in-failed'])
  expect(await count()).toBe(before + 1)
  const { rows } = await sql<{ dump: string }>`
    select string_agg(security_event::text, ' ') as dump from security_event`.execute(context.db)
  expect(rows[0]?.dump).not.toMatch(/private\.example|203\.0\.113/)
})

test('a member reads their own latest 20 entries, which browsers don’t cache', async ({
  api,
  world,
  context,
}) => {
  const [member, other] = [await world.member(), await world.member()]
  const event = { memberId: member.id, kind: 'signed-in', device: 'Firefox on Linux' }
  const values = Array.from({ length: 25 }, () => ({ ...event, createdAt: context.now() }))
  await context.db.insertInto('securityEvent').values(values).execute()
  expect(await readLog(api, member)).toHaveLength(20)
  expect(await readLog(api, other)).toEqual([])
  const { headers } = await api.as(member).request(calls.list)
  expect(headers['cache-control']).toContain('no-store')
})

test('entries are kept for 90 days, at most 200 per member', async ({ world, context, clock }) => {
  const member = await world.member()
  const idsOf = async (): Promise<string[]> => {
    const query = context.db.selectFrom('securityEvent').select('securityEventId')
    const rows = await query.where('memberId', '=', member.id).orderBy('securityEventId').execute()
    return rows.map(({ securityEventId }) => securityEventId)
  }
  const event = { memberId: member.id, kind: 'sign-in-failed', device: '' }
  const values = Array.from({ length: 230 }, () => ({ ...event, createdAt: context.now() }))
  await context.db.insertInto('securityEvent').values(values).execute()
  const newest = (await idsOf()).slice(-MOST_EVENTS)
  await forgetOldEvents(context)
  expect(await idsOf()).toEqual(newest)
  clock.advance({ minutes: 91 * 24 * 60 })
  await forgetOldEvents(context)
  expect(await idsOf()).toEqual([])
})
