import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { accountEndpoints, type User } from '#contract/accounts.ts'
import { moodEndpoints } from '#contract/moods.ts'
import type { Context } from '#server/context.ts'
import { queueMail } from '#server/features/email/service.ts'
import type { TestApi } from '#server/testing/api.ts'
import { codeIn, mailsTo, tokenIn, waitForJob, waitForMail } from '#server/testing/mailbox.ts'
import { TEST_PASSWORD } from '#server/testing/population.ts'
import { test, testLogNamesNobody } from '#server/testing/world.ts'

const { register, login, currentUser, requestOtp, verifyOtp, changeUser } = accountEndpoints
const { forgotPassword, removeAccount, resetPassword } = accountEndpoints
const NEW_PASSWORD = 'a lamp in the window'

async function codeFor(api: TestApi, context: Context, email: string): Promise<string> {
  const count = (await mailsTo(context.db, email)).filter(({ subject }) =>
    /code/.test(subject),
  ).length
  await api.call(requestOtp, { body: { email } })
  return codeIn(await waitForMail(context.db, { to: email, subject: /code/, count: count + 1 }))
}

/** Subscribes a device of the member to push messages. */
async function hearPushes({ db }: Context, memberId: string): Promise<void> {
  const device = { endpoint: `https://push.example.org/${memberId}`, p256dh: 'key', auth: 'auth' }
  await db
    .insertInto('pushSubscription')
    .values({ memberId, ...device })
    .execute()
}

const FACTORS = ['passkey', 'authenticatorApp', 'recoveryCode', 'pendingSignIn'] as const

/** Adds every kind of second factor to the member, and a sign-in waiting for one. */
async function addFactors({ db }: Context, memberId: string): Promise<void> {
  const bytes = Buffer.from(memberId)
  const passkey = { credentialId: memberId, publicKey: bytes, counter: 0, transports: [], name: '' }
  await db
    .insertInto('passkey')
    .values({ memberId, ...passkey })
    .execute()
  await db.insertInto('authenticatorApp').values({ memberId, sealedSecret: bytes }).execute()
  await db.insertInto('recoveryCode').values({ memberId, codeHash: bytes }).execute()
  const pending = { tokenHash: bytes, expiresAt: new Date(Date.now() + 60_000) }
  await db
    .insertInto('pendingSignIn')
    .values({ memberId, ...pending })
    .execute()
}

async function pushDevices({ db }: Context, memberId: string): Promise<number> {
  const rows = await db
    .selectFrom('pushSubscription')
    .select('endpoint')
    .where('memberId', '=', memberId)
    .execute()
  return rows.length
}

async function enterByCode(api: TestApi, context: Context, email: string): Promise<User> {
  const code = await codeFor(api, context, email)
  return api.call(verifyOtp, { body: { email, code } })
}

test('a person who registers somebody else’s address is locked out once its owner verifies it', async ({
  api,
  world,
  context,
}) => {
  const squatter = api.browser()
  const registration = world.registration()
  const { email, username, password } = registration
  const { id } = await squatter.call(register, { body: registration })
  await hearPushes(context, id)
  await addFactors(context, id)
  await squatter.call(forgotPassword, { body: { email } })
  const link = await waitForMail(context.db, { to: email, subject: /^Choose a new password/ })
  const squatterCode = await codeFor(squatter, context, email)

  const owner = api.browser()
  expect(await enterByCode(owner, context, email)).toMatchObject({
    id,
    emailVerified: true,
    hasPassword: false,
  })
  await owner.call(moodEndpoints.save, { body: { mood: 'sad', notes: 'For nobody else.' } })

  expect((await squatter.refuse(moodEndpoints.list)).status).toBe(401)
  const body = { username, password }
  expect((await squatter.refuse(login, { body })).status).toBe(401)
  const stale = { token: tokenIn(link), newPassword: NEW_PASSWORD }
  expect((await squatter.refuse(resetPassword, { body: stale })).status).toBe(400)
  const code = { email, code: squatterCode }
  expect((await squatter.refuse(verifyOtp, { body: code })).status).toBe(401)
  expect(await pushDevices(context, id)).toBe(0)
  expect(await owner.call(currentUser)).toMatchObject({ id, hasPassword: false })
  for (const table of FACTORS) {
    const rows = await context.db.selectFrom(table).selectAll().where('memberId', '=', id).execute()
    expect([table, rows]).toEqual([table, []])
  }
})

test('the owner sets a password, and the one from before no longer works', async ({
  api,
  world,
  context,
}) => {
  const registration = world.registration()
  const { email, username, password } = registration
  const squatter = api.browser()
  await squatter.call(register, { body: registration })
  const owner = api.browser()
  await enterByCode(owner, context, email)
  const weak = await owner.refuse(changeUser, { body: { newPassword: 'password' } })
  expect(weak.fields?.newPassword).toMatch(/^Many people use this password/)
  const user = await owner.call(changeUser, { body: { newPassword: NEW_PASSWORD } })
  expect(user.hasPassword).toBe(true)
  expect((await owner.call(currentUser)).hasPassword).toBe(true)
  expect((await squatter.refuse(login, { body: { username, password } })).status).toBe(401)
  await api.call(login, { body: { username, password: NEW_PASSWORD } })
  const again = await owner.refuse(changeUser, { body: { newPassword: 'another lamp' } })
  expect(again.fields).toEqual({ currentPassword: 'This is not your current password.' })
})

test('a first password can be set within fifteen minutes of the sign-in, or with a link', async ({
  api,
  world,
  context,
  clock,
}) => {
  const { email, username } = await world.member({ emailVerified: false })
  const owner = api.browser()
  await enterByCode(owner, context, email)
  clock.advance({ minutes: 16 })
  const late = await owner.refuse(changeUser, { body: { newPassword: NEW_PASSWORD } })
  expect(late).toMatchObject({ status: 400, fields: { newPassword: expect.any(String) } })
  await owner.call(forgotPassword, { body: { email } })
  const mail = await waitForMail(context.db, { to: email, subject: /^Choose a new password/ })
  await owner.call(resetPassword, { body: { token: tokenIn(mail), newPassword: NEW_PASSWORD } })
  await owner.call(login, { body: { username, password: NEW_PASSWORD } })
})

test('using a reset link makes its reader the owner, too', async ({ api, world, context }) => {
  const registration = world.registration()
  const { email, username, password } = registration
  const squatter = api.browser()
  const { id } = await squatter.call(register, { body: registration })
  await hearPushes(context, id)
  const owner = api.browser()
  await owner.call(forgotPassword, { body: { email } })
  const mail = await waitForMail(context.db, { to: email, subject: /^Choose a new password/ })
  await owner.call(resetPassword, { body: { token: tokenIn(mail), newPassword: NEW_PASSWORD } })
  expect((await squatter.refuse(currentUser)).status).toBe(401)
  expect((await squatter.refuse(login, { body: { username, password } })).status).toBe(401)
  const user = await owner.call(login, { body: { username, password: NEW_PASSWORD } })
  expect(user).toMatchObject({ id, emailVerified: true, hasPassword: true })
  expect(await pushDevices(context, id)).toBe(0)
})

test('a member who verifies the address in their own session keeps the password', async ({
  api,
  world,
  context,
}) => {
  const registration = world.registration()
  const { email, username, password } = registration
  const member = api.browser()
  await member.call(register, { body: registration })
  expect(await enterByCode(member, context, email)).toMatchObject({
    emailVerified: true,
    hasPassword: true,
  })
  await api.call(login, { body: { username, password } })
})

test('a second sign-in with a code removes nothing', async ({ api, world, context }) => {
  const member = await world.member()
  expect(await enterByCode(api.browser(), context, member.email)).toMatchObject({
    hasPassword: true,
  })
  await api.as(member).call(currentUser)
})

/**
 * Sends requests one after another while the member's row is locked, and unlocks it when all are
 * waiting. None may deadlock. Returns the statuses.
 */
async function atOnce(
  { db }: Context,
  memberId: string,
  requests: (() => Promise<{ status: number }>)[],
): Promise<number[]> {
  const answers: Promise<{ status: number }>[] = []
  await db.transaction().execute(async (trx) => {
    await sql`select from member where member_id = ${memberId} for update`.execute(trx)
    for (const request of requests) {
      answers.push(request())
      await vi.waitFor(async () => {
        const { rows } = await sql<{ waiting: number }>`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
        expect(rows).toEqual([{ waiting: answers.length }])
      })
    }
  })
  return (await Promise.all(answers)).map(({ status }) => status)
}

test('of two people who verify an address at once, one takes over the account', async ({
  api,
  world,
  context,
}) => {
  const { id, email } = await world.member({ emailVerified: false })
  const browsers = [api.browser(), api.browser()]
  const codes: string[] = []
  for (const browser of browsers) codes.push(await codeFor(browser, context, email))
  const requests = browsers.map(
    (browser, index) => () =>
      browser.request(verifyOtp, { body: { email, code: codes[index] ?? '' } }),
  )
  // The first ends the code of the other.
  expect((await atOnce(context, id, requests)).sort()).toEqual([200, 401])
  const inside = await Promise.all(browsers.map((browser) => browser.request(currentUser)))
  expect(inside.map(({ status }) => status).sort()).toEqual([200, 401])
})

test('a code and a reset link that are used at once do not deadlock', async ({
  api,
  world,
  context,
}) => {
  const { id, email } = await world.member({ emailVerified: false })
  const browser = api.browser()
  const code = await codeFor(browser, context, email)
  await api.call(forgotPassword, { body: { email } })
  const mail = await waitForMail(context.db, { to: email, subject: /password/i })
  const body = { token: tokenIn(mail), newPassword: NEW_PASSWORD }
  const statuses = await atOnce(context, id, [
    () => api.browser().request(resetPassword, { body }),
    () => browser.request(verifyOtp, { body: { email, code } }),
  ])
  // The reset has ended the code.
  expect(statuses).toEqual([200, 401])
})

test('an account can be deleted while somebody signs in to it with a code', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const browser = api.browser()
  const code = await codeFor(browser, context, member.email)
  const body = { password: TEST_PASSWORD, stories: 'remove' as const }
  const [deleted, signedIn = 0] = await atOnce(context, member.id, [
    () => api.as(member).request(removeAccount, { body }),
    () => browser.request(verifyOtp, { body: { email: member.email, code } }),
  ])
  expect(deleted).toBe(204)
  expect([200, 401, 404]).toContain(signedIn)
  expect((await browser.request(currentUser)).status).toBe(401)
})

test('an account with an unverified address gets only emails with codes and reset links', async ({
  api,
  world,
  context,
}) => {
  const registration = world.registration()
  const { email } = registration
  const member = api.browser()
  await member.call(register, { body: registration })
  const mail = { subject: 'News', text: 'News', html: 'News' }
  for (const kind of ['welcome', 'notification', 'story-approved', 'password-changed'] as const) {
    await queueMail(context, context.db, { kind, to: email, mail })
  }
  await member.call(changeUser, {
    body: { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD },
  })
  const kinds = async (): Promise<string[]> => {
    const query = context.db
      .selectFrom('emailMessage')
      .select('kind')
      .where('toAddress', '=', email)
    return (await query.orderBy('emailMessageId').execute()).map(({ kind }) => kind)
  }
  expect(await kinds()).toEqual([])
  await member.call(forgotPassword, { body: { email } })
  await waitForJob(context.db, 'request-reset', {})
  await enterByCode(member, context, email)
  expect(await kinds()).toEqual(['reset', 'code', 'welcome'])
  await queueMail(context, context.db, { kind: 'notification', to: email, mail })
  expect(await kinds()).toContain('notification')
})

test('a registration with a right code is verified and gets the welcome email', async ({
  api,
  world,
  context,
}) => {
  const registration = world.registration()
  const { email } = registration
  const code = await codeFor(api, context, email)
  const user = await api.call(register, { body: { ...registration, otp: code } })
  expect(user).toMatchObject({ emailVerified: true, hasPassword: true })
  await waitForMail(context.db, { to: email, subject: /^Welcome to Folx$/ })
})

testLogNamesNobody()
