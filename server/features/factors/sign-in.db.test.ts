import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { factorEndpoints } from '#contract/factors.ts'
import { cookieOf } from '#server/testing/api.ts'
import { appCode, setUpApp, setUpPasskey, startPendingSignIn } from '#server/testing/factors.ts'
import { codeIn, tokenIn, waitForMail } from '#server/testing/mailbox.ts'
import { test, testLogNamesNobody } from '#server/testing/world.ts'

const totp = (code: string) => ({ body: { method: 'totp', code } }) as const

test('a right password waits for the factor, which then opens a session', async ({
  api,
  world,
  clock,
}) => {
  const member = await world.member()
  const { secret } = await setUpApp(api.as(member), clock)
  const { username, password } = member
  const response = await api.request(accountEndpoints.login, { body: { username, password } })
  expect(response).toMatchObject({ status: 403, json: { code: 'factor_required' } })
  expect(String(response.headers['set-cookie'])).toMatch(
    /^folx-pending=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const browser = api.as({ cookie: cookieOf(response) })
  expect(await browser.call(factorEndpoints.pendingSignIn)).toEqual({ passkeys: 0, totp: true })
  expect((await browser.refuse(accountEndpoints.currentUser)).status).toBe(401)
  const code = totp(appCode(secret, clock))
  expect((await api.refuse(factorEndpoints.finishSignIn, code)).status).toBe(401)
  const session = await browser.signIn(factorEndpoints.finishSignIn, code)
  expect((await api.as(session).call(accountEndpoints.currentUser)).id).toBe(member.id)
  expect((await api.as(session).request(accountEndpoints.exportData)).status).toBe(200)
})

test('a pending sign-in can be finished once, within ten minutes', async ({
  api,
  world,
  clock,
}) => {
  const member = await world.member()
  const { secret, recoveryCodes } = await setUpApp(api.as(member), clock)
  const browser = api.as(await startPendingSignIn(api, member))
  const [first = '', second = ''] = recoveryCodes ?? []
  const answers = await Promise.all(
    [first, second].map((code) =>
      browser.request(factorEndpoints.finishSignIn, { body: { method: 'recovery-code', code } }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  const late = api.as(await startPendingSignIn(api, member))
  clock.advance({ minutes: 11 })
  const refusal = await late.refuse(factorEndpoints.finishSignIn, totp(appCode(secret, clock)))
  expect(refusal).toMatchObject({ status: 401, message: expect.stringContaining('sign in again') })
})

test('an emailed code is not a second factor, and members without a factor need none', async ({
  api,
  world,
  clock,
  context,
}) => {
  const member = await world.member()
  await setUpApp(api.as(member), clock)
  const { email } = member
  const asked = await api.request(accountEndpoints.requestOtp, { body: { email } })
  const code = codeIn(await waitForMail(context.db, { to: email, subject: /code/ }))
  const browser = asked.headers['set-cookie'] ? api.as({ cookie: cookieOf(asked) }) : api
  const refusal = await browser.refuse(accountEndpoints.verifyOtp, { body: { email, code } })
  expect(refusal).toMatchObject({ status: 403, code: 'factor_required' })
})

test('a reset link removes no factor, and ends a pending sign-in', async ({
  api,
  world,
  clock,
  context,
}) => {
  const member = await world.member()
  const { secret } = await setUpApp(api.as(member), clock)
  const waiting = api.as(await startPendingSignIn(api, member))
  await api.call(accountEndpoints.forgotPassword, { body: { email: member.email } })
  const mail = await waitForMail(context.db, { to: member.email, subject: /password/i })
  const token = tokenIn(mail)
  const newPassword = 'a brook behind the orchard'
  await api.call(accountEndpoints.resetPassword, { body: { token, newPassword } })
  const code = totp(appCode(secret, clock))
  expect((await waiting.refuse(factorEndpoints.finishSignIn, code)).status).toBe(401)
  const browser = api.as(await startPendingSignIn(api, { ...member, password: newPassword }))
  await browser.call(factorEndpoints.finishSignIn, code)
})

test('a passkey finishes a sign-in; one of another member does not', async ({ api, world }) => {
  const member = await world.member()
  const own = await setUpPasskey(api.as(member))
  const others = await setUpPasskey(api.as(await world.member()))
  const browser = api.as(await startPendingSignIn(api, member))
  for (const { authenticator, status } of [
    { ...others, status: 400 },
    { ...own, status: 200 },
  ]) {
    const options = await browser.call(factorEndpoints.factorOptions)
    expect(options.allowCredentials).toHaveLength(1)
    const body = { method: 'passkey', response: authenticator.get(options) } as const
    expect((await browser.request(factorEndpoints.finishSignIn, { body })).status).toBe(status)
  }
})

test('a suspended member cannot finish a pending sign-in', async ({
  api,
  world,
  clock,
  context,
}) => {
  const member = await world.member()
  const { secret } = await setUpApp(api.as(member), clock)
  const browser = api.as(await startPendingSignIn(api, member))
  await context.db
    .updateTable('member')
    .set({ suspendedAt: new Date() })
    .where('memberId', '=', member.id)
    .execute()
  const refusal = await browser.refuse(factorEndpoints.finishSignIn, totp(appCode(secret, clock)))
  expect(refusal).toMatchObject({ status: 403, code: 'not_allowed' })
})

test('with a factor, the password alone is not enough for a step-up or to delete the account', async ({
  api,
  world,
  clock,
}) => {
  const { id, password } = await world.member()
  const { secret } = await setUpApp(api.as({ cookie: await world.session(id) }), clock)
  const member = api.as(await world.staleSession(id))
  const body = { method: 'password', password } as const
  expect((await member.refuse(factorEndpoints.stepUp, { body })).fields).toHaveProperty('password')
  const removal = { body: { password, stories: 'remove' } } as const
  expect((await member.refuse(accountEndpoints.removeAccount, removal)).code).toBe('step_up')
  await member.call(factorEndpoints.stepUp, totp(appCode(secret, clock)))
  await member.call(accountEndpoints.removeAccount, removal)
})

testLogNamesNobody()
