import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { factorEndpoints } from '#contract/factors.ts'
import { storyEndpoints } from '#contract/stories.ts'
import { userEndpoints } from '#contract/users.ts'
import { setUpApp, setUpPasskey } from '#server/testing/factors.ts'
import { test } from '#server/testing/world.ts'
import { resetFactors } from './service.ts'

const DAY = 24 * 60
const required = { body: { required: true } }

test('administrators without a factor lose access to the administration after 14 days', async ({
  api,
  world,
  clock,
  context,
}) => {
  const owner = await world.admin()
  await setUpApp(api.as(owner), clock)
  const admin = await world.admin()
  const policy = await api.as(owner).call(factorEndpoints.savePolicy, required)
  expect(policy).toEqual({ adminsSince: expect.any(String), adminsWithout: 1 })
  const { neededBy } = await api.as(admin).call(factorEndpoints.list)
  expect(Date.parse(neededBy ?? '') - Date.parse(policy.adminsSince ?? '')).toBe(14 * DAY * 60_000)

  clock.advance({ minutes: 13 * DAY })
  const inTime = { cookie: await world.session(admin.id, inDays(30)) }
  await api.as(inTime).call(storyEndpoints.listPending)
  const later = await world.admin()
  clock.advance({ minutes: 2 * DAY })
  const overdue = api.as({ cookie: await world.session(admin.id, inDays(30)) })
  expect(await overdue.refuse(storyEndpoints.listPending)).toMatchObject({
    status: 403,
    code: 'not_allowed',
    message: expect.stringContaining('Set one up on your account page'),
  })
  // Other calls still work for them, and a new administrator has their own 14 days.
  const user = await overdue.call(accountEndpoints.currentUser)
  expect(user.isAdmin).toBe(true)
  await promote(context, later.id, clock.now())
  const newcomer = api.as({ cookie: await world.session(later.id, inDays(30)) })
  await newcomer.call(storyEndpoints.listPending)

  await setUpPasskey(overdue)
  await overdue.call(storyEndpoints.listPending)
  const { passkeys } = await overdue.call(factorEndpoints.list)
  const params = { id: passkeys[0]?.id ?? 0 }
  expect((await overdue.refuse(factorEndpoints.removePasskey, { params })).status).toBe(409)
  await overdue.call(factorEndpoints.savePolicy, { body: { required: false } })
  await overdue.call(factorEndpoints.removePasskey, { params })
})

test('turning the rule on again keeps its date', async ({ clock, admin }) => {
  const first = await admin.call(factorEndpoints.savePolicy, required)
  clock.advance({ minutes: 5 })
  const second = await admin.call(factorEndpoints.savePolicy, required)
  expect(second.adminsSince).toBe(first.adminsSince)
  await admin.call(factorEndpoints.savePolicy, { body: { required: false } })
})

test('the operator resets lost factors, which ends the sessions and is recorded in the audit log', async ({
  api,
  world,
  clock,
  context,
}) => {
  const member = await world.member()
  await setUpApp(api.as(member), clock)
  await setUpPasskey(api.as(member))
  expect(await resetFactors(context.db, 'nobody-here')).toBeUndefined()
  expect(await resetFactors(context.db, ` ${member.username.toUpperCase()} `)).toBe(member.id)
  context.changes.announce({ kind: 'member', memberId: member.id })
  expect((await api.as(member).refuse(accountEndpoints.currentUser)).status).toBe(401)
  const { username, password } = member
  const user = await api.call(accountEndpoints.login, { body: { username, password } })
  expect(user.factors).toEqual({ passkeys: 0, totp: false })
  const { items } = await api.as(await world.admin()).call(userEndpoints.auditLog)
  expect(items[0]).toMatchObject({
    action: 'user-factors-reset',
    anonymousUsername: null,
    subjectId: member.id,
  })
})

function inDays(days: number): Date {
  return new Date(Date.now() + days * DAY * 60_000)
}

/** Makes the member an administrator since that time. */
async function promote(
  { db }: { db: import('#server/db/connect.ts').Db },
  memberId: string,
  adminSince: Date,
): Promise<void> {
  await db.updateTable('member').set({ adminSince }).where('memberId', '=', memberId).execute()
}
