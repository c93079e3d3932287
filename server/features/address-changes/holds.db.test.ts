import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { allEndpoints } from '#contract/api.ts'
import { emailChangeEndpoints as calls } from '#contract/email-changes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { guidanceEndpoints } from '#contract/guidance.ts'
import { moodEndpoints } from '#contract/moods.ts'
import { userEndpoints } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import type { Caller, TestApi } from '#server/testing/api.ts'
import { codeIn, mailsTo, tokenIn, waitForMail } from '#server/testing/mailbox.ts'
import type { TestMember, World } from '#server/testing/population.ts'
import { test, testLogNamesNobody } from '#server/testing/world.ts'

const { login, forgotPassword, requestOtp, resetPassword, verifyOtp } = accountEndpoints
const CHANGED = /was changed/
const SECRET = 'Nobody may read this but me.'

interface Fixture {
  api: TestApi
  context: Context
  world: World
}

/** A member with a journal, whose address an administrator has changed. */
async function changed(fixture: Fixture): Promise<{ member: TestMember; newEmail: string }> {
  const { api, world } = fixture
  const member = await world.member()
  await api.as(member).call(moodEndpoints.save, { body: { mood: 'joyful', notes: SECRET } })
  const question = { content: SECRET, category: 'faith' } as const
  await api.as(member).call(guidanceEndpoints.ask, { body: question })
  const newEmail = `taken-over-${member.username}@example.org`
  await changeTo(fixture, member, newEmail)
  return { member, newEmail }
}

async function changeTo(
  { api, world }: Fixture,
  member: TestMember,
  newEmail: string,
): Promise<void> {
  const admin = api.as(await world.admin())
  await admin.call(userEndpoints.changeEmail, { params: { id: member.id }, body: { newEmail } })
}

async function linkTo({ context }: Fixture, email: string): Promise<{ token: string }> {
  return { token: tokenIn(await waitForMail(context.db, { to: email, subject: CHANGED })) }
}

/** Signs in with a code, in a browser in which nobody is signed in. */
async function signInThrough({ api, context }: Fixture, email: string): Promise<Caller> {
  const stranger = api.browser()
  await stranger.call(requestOtp, { body: { email } })
  const code = codeIn(await waitForMail(context.db, { to: email, subject: /sign-in code/ }))
  return stranger.signIn(verifyOtp, { body: { email, code } })
}

async function canRead(api: TestApi, caller: Caller): Promise<boolean> {
  const [journal, guidance] = [
    await api.as(caller).request(moodEndpoints.list),
    await api.as(caller).request(guidanceEndpoints.listOwn),
  ]
  expect(journal.text.includes(SECRET)).toBe(guidance.text.includes(SECRET))
  return journal.text.includes(SECRET)
}

test('a session through the changed address opens no private writing until 7 days have passed', async ({
  api,
  world,
  context,
  clock,
}) => {
  const fixture = { api, world, context }
  const { member, newEmail } = await changed(fixture)
  const stranger = await signInThrough(fixture, newEmail)
  const refusal = await api.as(stranger).refuse(moodEndpoints.list)
  expect(refusal).toMatchObject({ status: 403, code: 'address_changed' })
  expect(refusal.message).toMatch(
    /confirmed from the previous mailbox \(if it was verified\), or on \w+ \d+, \d{4}/,
  )
  expect(await canRead(api, stranger)).toBe(false)
  expect(await canRead(api, member)).toBe(true)
  clock.advance({ minutes: (7 * 24 - 1) * 60 })
  expect(await canRead(api, stranger)).toBe(false)
  clock.advance({ minutes: 120 })
  expect(await canRead(api, stranger)).toBe(true)
})

test('no call reveals private writing to such a session, or lets it gain more access', async ({
  api,
  world,
  context,
}) => {
  const fixture = { api, world, context }
  const { newEmail } = await changed(fixture)
  const stranger = api.as(await signInThrough(fixture, newEmail))
  await context.db.updateTable('session').set({ steppedUpAt: context.now() }).execute()
  let tried = 0
  for (const endpoint of Object.values(allEndpoints).flatMap((calls) => Object.values(calls))) {
    if (endpoint.method !== 'GET' || endpoint.path === '/api/events') continue
    const params = { id: 1, token: 'x', name: 'x', session: 'x', reference: 'x' }
    const { text } = await stranger.request(endpoint as Endpoint, { params })
    expect(`${endpoint.path} ${text}`).not.toContain(SECRET)
    tried += 1
  }
  expect(tried).toBeGreaterThan(40)
  const factors = Object.values(allEndpoints.factors ?? {}).filter(
    ({ method, path }) => method !== 'GET' && /^\/api\/user\//.test(path),
  )
  for (const endpoint of factors as Endpoint[]) {
    const { code } = await stranger.refuse(endpoint, { params: { id: 1 }, body: {} })
    expect([endpoint.path, code]).toEqual([endpoint.path, 'address_changed'])
  }
  const leave = { password: 'anything', stories: 'remove' } as const
  for (const { code } of [
    await stranger.refuse(accountEndpoints.exportData),
    await stranger.refuse(accountEndpoints.removeAccount, { body: leave }),
    await stranger.refuse(calls.start, { body: { newEmail: 'third@example.org' } }),
  ]) {
    expect(code).toBe('address_changed')
  }
})

test('a password set through the changed address gives no more access than the address', async ({
  api,
  world,
  context,
}) => {
  const fixture = { api, world, context }
  const { member, newEmail } = await changed(fixture)
  await api.call(forgotPassword, { body: { email: newEmail } })
  const mail = await waitForMail(context.db, { to: newEmail, subject: /new password/ })
  const newPassword = 'a lamp in the window at dusk'
  await api.call(resetPassword, { body: { token: tokenIn(mail), newPassword } })
  const credentials = { username: member.username, password: newPassword }
  const stranger = await api.signIn(login, { body: credentials })
  expect(await canRead(api, stranger)).toBe(false)
  const change = { currentPassword: newPassword, newPassword: 'another lamp on the stairs' }
  const changedOnce = await api.as(stranger).request(accountEndpoints.changeUser, { body: change })
  expect(changedOnce.status).toBe(200)
  const again = { ...credentials, password: change.newPassword }
  expect(await canRead(api, await api.signIn(login, { body: again }))).toBe(false)

  await api.call(calls.undo, { body: await linkTo(fixture, member.email) })
  expect((await api.refuse(login, { body: again })).status).toBe(401)
  expect(await canRead(api, await signInThrough(fixture, member.email))).toBe(true)
})

test('the change does not affect the existing password', async ({ api, world, context }) => {
  const { member } = await changed({ api, world, context })
  const body = { username: member.username, password: member.password }
  expect(await canRead(api, await api.signIn(login, { body }))).toBe(true)
})

test('the member’s own sessions stay when the new address is verified', async ({
  api,
  world,
  context,
}) => {
  const fixture = { api, world, context }
  const { member, newEmail } = await changed(fixture)
  await signInThrough(fixture, newEmail)
  expect(await canRead(api, member)).toBe(true)
  const body = { username: member.username, password: member.password }
  expect((await api.request(login, { body })).status).toBe(200)
})

test('everything can be opened once the old address agrees', async ({ api, world, context }) => {
  const fixture = { api, world, context }
  const { member, newEmail } = await changed(fixture)
  const stranger = await signInThrough(fixture, newEmail)
  const body = await linkTo(fixture, member.email)
  const change = await api.call(calls.read, { query: body })
  expect(change).toMatchObject({ byAdmin: true, state: 'open' })
  expect(JSON.stringify(change)).not.toContain('example.org')
  expect(await canRead(api, stranger)).toBe(false)
  expect(await api.call(calls.agree, { body })).toMatchObject({ state: 'agreed', undoUntil: null })
  expect(await canRead(api, stranger)).toBe(true)
  expect((await api.call(calls.agree, { body })).state).toBe('agreed')
  expect((await api.refuse(calls.undo, { body })).status).toBe(409)
})

test('the old address can stop the change within 72 hours', async ({
  api,
  world,
  context,
  clock,
}) => {
  const fixture = { api, world, context }
  const { member, newEmail } = await changed(fixture)
  const stranger = await signInThrough(fixture, newEmail)
  clock.advance({ minutes: 71 * 60 })
  const body = await linkTo(fixture, member.email)
  expect(await api.call(calls.undo, { body })).toMatchObject({ state: 'undone', undoUntil: null })
  expect((await api.as(stranger).refuse(accountEndpoints.currentUser)).status).toBe(401)
  expect((await api.call(calls.undo, { body })).state).toBe('undone')
  expect((await api.refuse(calls.agree, { body })).status).toBe(409)
  const cookie = await world.session(member.id, new Date(Date.now() + 9e8))
  expect(await api.as({ cookie }).call(accountEndpoints.currentUser)).toMatchObject({
    email: member.email,
    emailVerified: true,
  })
  await waitForMail(context.db, { to: newEmail, subject: /no longer used/ })
  const entries = await context.db
    .selectFrom('auditEntry')
    .select(['action', 'adminId'])
    .where('subjectId', '=', member.id)
    .orderBy('auditEntryId')
    .execute()
  expect(entries).toMatchObject([
    { action: 'user-email-changed' },
    { action: 'user-email-change-undone', adminId: null },
  ])
})

test('after 72 hours the change stays, and agreeing is still possible', async ({
  api,
  world,
  context,
  clock,
}) => {
  const fixture = { api, world, context }
  const { member } = await changed(fixture)
  const body = await linkTo(fixture, member.email)
  clock.advance({ minutes: 73 * 60 })
  expect((await api.refuse(calls.undo, { body })).status).toBe(409)
  expect(await api.call(calls.read, { query: body })).toMatchObject({
    state: 'open',
    undoUntil: null,
  })
  expect((await api.call(calls.agree, { body })).state).toBe('agreed')
})

test('after several changes, each verified old address decides about its own change, and the first about all', async ({
  api,
  world,
  context,
}) => {
  const fixture = { api, world, context }
  const { member, newEmail: second } = await changed(fixture)
  await signInThrough(fixture, second)
  const third = `third-${second}`
  await changeTo(fixture, member, third)
  const stranger = await signInThrough(fixture, third)
  await api.call(calls.agree, { body: await linkTo(fixture, second) })
  expect(await canRead(api, stranger)).toBe(false)
  await api.call(calls.undo, { body: await linkTo(fixture, member.email) })
  expect((await api.as(stranger).refuse(accountEndpoints.currentUser)).status).toBe(401)
  expect((await api.as(member).call(accountEndpoints.currentUser)).email).toBe(member.email)
})

test('an administrator who restores the old address undoes the change', async ({
  api,
  world,
  context,
}) => {
  const fixture = { api, world, context }
  const { member, newEmail } = await changed(fixture)
  const stranger = await signInThrough(fixture, newEmail)
  await changeTo(fixture, member, member.email)
  expect((await api.as(stranger).refuse(accountEndpoints.currentUser)).status).toBe(401)
  expect(await canRead(api, await signInThrough(fixture, member.email))).toBe(true)
  expect(await mailsTo(context.db, newEmail)).not.toContainEqual(
    expect.objectContaining({ subject: expect.stringMatching(CHANGED) }),
  )
})

test('nobody else can take the old address while the member can return to it', async ({
  api,
  world,
  context,
  clock,
  admin,
}) => {
  const fixture = { api, world, context }
  const { member } = await changed(fixture)
  const registration = world.registration({ email: member.email })
  const refusal = await api.refuse(accountEndpoints.register, { body: registration })
  expect(refusal).toMatchObject({ status: 409, fields: { email: 'Email is already registered' } })
  const other = await world.member()
  const input = { params: { id: other.id }, body: { newEmail: member.email } }
  expect((await admin.refuse(userEndpoints.changeEmail, input)).status).toBe(409)
  clock.advance({ minutes: 73 * 60 })
  expect((await api.request(accountEndpoints.register, { body: registration })).status).toBe(201)
})

test('if agreeing and stopping happen at once, only one succeeds', async ({
  api,
  world,
  context,
}) => {
  const fixture = { api, world, context }
  for (let round = 0; round < 5; round += 1) {
    const { member, newEmail } = await changed(fixture)
    const body = await linkTo(fixture, member.email)
    const answers = await Promise.all([
      api.request(calls.agree, { body }),
      api.request(calls.undo, { body }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const { state } = await api.call(calls.read, { query: body })
    const { email } = await api.as(member).call(accountEndpoints.currentUser)
    expect([state, email]).toEqual(
      answers[0]?.status === 200 ? ['agreed', newEmail] : ['undone', member.email],
    )
  }
})

test('a link of a deleted account and an unknown link do nothing', async ({
  api,
  world,
  context,
}) => {
  const fixture = { api, world, context }
  const { member } = await changed(fixture)
  const body = await linkTo(fixture, member.email)
  const leave = { password: member.password, stories: 'remove' } as const
  await api.as(member).call(accountEndpoints.removeAccount, { body: leave })
  expect((await api.refuse(calls.undo, { body })).status).toBe(404)
  expect((await api.refuse(calls.agree, { body: { token: 'unknown' } })).status).toBe(404)
  expect(await mailsTo(context.db, member.email)).toEqual([])
})

test('an address that was never verified is not held and decides nothing, but the hold stays', async ({
  api,
  world,
  context,
}) => {
  const fixture = { api, world, context }
  const member = await world.member({ emailVerified: false })
  await api.as(member).call(moodEndpoints.save, { body: { mood: 'joyful', notes: SECRET } })
  const newEmail = `corrected-${member.username}@example.org`
  await changeTo(fixture, member, newEmail)
  const stranger = await signInThrough(fixture, newEmail)
  expect((await api.as(stranger).refuse(moodEndpoints.list)).code).toBe('address_changed')
  const registration = world.registration({ email: member.email })
  expect((await api.request(accountEndpoints.register, { body: registration })).status).toBe(201)
  expect(await mailsTo(context.db, member.email)).toEqual([])
})

test('an administrator who restores an unverified address undoes the change', async ({
  api,
  world,
  context,
}) => {
  const fixture = { api, world, context }
  const member = await world.member({ emailVerified: false })
  await changeTo(fixture, member, `mistaken-${member.username}@example.org`)
  await changeTo(fixture, member, member.email)
  expect(await api.as(member).call(accountEndpoints.currentUser)).toMatchObject({
    email: member.email,
    emailVerified: false,
  })
  const rows = await context.db
    .selectFrom('addressChange')
    .select('undoneAt')
    .where('memberId', '=', member.id)
    .execute()
  expect(rows).toEqual([{ undoneAt: expect.any(Date) }])
})

testLogNamesNobody('@example.org')
