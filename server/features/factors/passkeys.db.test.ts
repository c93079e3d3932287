import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { factorEndpoints } from '#contract/factors.ts'
import { cookieOf, type TestApi } from '#server/testing/api.ts'
import { Authenticator } from '#server/testing/authenticator.ts'
import { setUpPasskey } from '#server/testing/factors.ts'
import { mailsTo } from '#server/testing/mailbox.ts'
import { test, testLogNamesNobody } from '#server/testing/world.ts'

type Options = Parameters<Authenticator['get']>[0]

/** Starts a sign-in with a passkey in a new browser. */
async function askToSignIn(api: TestApi): Promise<{ browser: TestApi; options: Options }> {
  const response = await api.request(factorEndpoints.passkeySignInOptions)
  const browser = api.as({ cookie: cookieOf(response) })
  return { browser, options: response.json as Options }
}

test('a passkey alone signs in, and its session counts as stepped up', async ({
  api,
  world,
  clock,
}) => {
  const member = await world.member()
  const { authenticator, recoveryCodes } = await setUpPasskey(api.as(member))
  expect(recoveryCodes).toHaveLength(8)
  clock.advance({ minutes: 60 })
  const { browser, options } = await askToSignIn(api)
  const body = { response: authenticator.get(options) }
  const session = await browser.signIn(factorEndpoints.passkeySignIn, { body })
  const user = await api.as(session).call(accountEndpoints.currentUser)
  expect(user).toMatchObject({ id: member.id, factors: { passkeys: 1, totp: false } })
  expect((await api.as(session).request(accountEndpoints.exportData)).status).toBe(200)
  const { passkeys } = await api.as(session).call(factorEndpoints.list)
  expect(passkeys).toEqual([
    expect.objectContaining({ name: 'Phone', lastUsedAt: expect.any(String) }),
  ])
})

test('the relying party is the public address, whatever the Host header says', async ({
  api,
  world,
}) => {
  const member = await world.member()
  const headers = { host: 'evil.example' }
  const made = await api.as(member).call(factorEndpoints.passkeyOptions, { headers })
  expect(made).toMatchObject({
    rp: { id: 'localhost' },
    user: { name: member.username },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const asked = await api.call(factorEndpoints.passkeySignInOptions, { headers })
  expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  expect(asked.allowCredentials).toEqual([])
})

test.for([
  ['made for another site', { origin: 'https://evil.example' }],
  ['made for another relying party', { rpId: 'evil.example' }],
  ['made without verifying the person', { isUserVerified: false }],
] as const)('a passkey %s is not added', async ([, lies], { api, world }) => {
  const member = api.as(await world.member())
  const options = await member.call(factorEndpoints.passkeyOptions)
  const response = new Authenticator().create(options, lies)
  const refusal = await member.refuse(factorEndpoints.addPasskey, {
    body: { name: 'Phone', response },
  })
  expect(refusal.status).toBe(400)
  expect((await member.call(factorEndpoints.list)).passkeys).toEqual([])
})

test.for([
  ['for another site', { origin: 'https://evil.example' }],
  ['for another relying party', { rpId: 'evil.example' }],
  ['without verifying the person', { isUserVerified: false }],
  ['with a counter that has not risen', { counter: 0 }],
  ['that names another member', { userHandle: Buffer.alloc(16).toString('base64url') }],
] as const)('an answer %s does not sign in', async ([, lies], { api, world }) => {
  const { authenticator } = await setUpPasskey(api.as(await world.member()))
  const first = await askToSignIn(api)
  await first.browser.call(factorEndpoints.passkeySignIn, {
    body: { response: authenticator.get(first.options) },
  })
  const { browser, options } = await askToSignIn(api)
  const response = authenticator.get(options, lies)
  const refusal = await browser.refuse(factorEndpoints.passkeySignIn, { body: { response } })
  expect(refusal.status).toBe(401)
})

test('a challenge can be answered once, in its own browser, within five minutes', async ({
  api,
  world,
  clock,
}) => {
  const { authenticator } = await setUpPasskey(api.as(await world.member()))
  const { browser, options } = await askToSignIn(api)
  const other = await askToSignIn(api)
  const body = { response: authenticator.get(options) }
  expect((await other.browser.refuse(factorEndpoints.passkeySignIn, { body })).status).toBe(401)
  expect((await api.refuse(factorEndpoints.passkeySignIn, { body })).status).toBe(401)
  const both = await Promise.all([
    browser.request(factorEndpoints.passkeySignIn, { body }),
    browser.request(factorEndpoints.passkeySignIn, { body }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401])

  const late = await askToSignIn(api)
  clock.advance({ minutes: 6 })
  const lateBody = { response: authenticator.get(late.options) }
  const refusal = await late.browser.refuse(factorEndpoints.passkeySignIn, { body: lateBody })
  expect(refusal.status).toBe(401)
})

test('a challenge for a step-up works only in its own session', async ({ api, world }) => {
  const { id } = await world.member()
  const member = api.as(await world.staleSession(id))
  const elsewhere = api.as({ cookie: await world.session(id) })
  const { authenticator } = await setUpPasskey(elsewhere)
  const options = await member.call(factorEndpoints.stepUpOptions)
  const response = authenticator.get(options)
  const body = { method: 'passkey', response } as const
  expect((await elsewhere.refuse(factorEndpoints.stepUp, { body })).status).toBe(400)
  await member.call(factorEndpoints.stepUp, { body })
  expect((await member.refuse(factorEndpoints.stepUp, { body })).status).toBe(400)
  expect((await member.request(accountEndpoints.exportData)).status).toBe(200)
})

test("another member's passkey is refused for a step-up", async ({ api, world }) => {
  const { authenticator } = await setUpPasskey(api.as(await world.member()))
  const { id } = await world.member()
  await setUpPasskey(api.as({ cookie: await world.session(id) }))
  const member = api.as(await world.staleSession(id))
  const options = await member.call(factorEndpoints.stepUpOptions)
  for (const lies of [
    {},
    { userHandle: Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url') },
  ]) {
    const body = { method: 'passkey', response: authenticator.get(options, lies) } as const
    expect((await member.refuse(factorEndpoints.stepUp, { body })).status).toBe(400)
  }
  expect((await member.refuse(accountEndpoints.exportData)).code).toBe('step_up')
})

test('only their owner can rename and remove passkeys, and gets an email', async ({
  api,
  world,
  context,
}) => {
  const owner = await world.member()
  await setUpPasskey(api.as(owner))
  const [passkey] = (await api.as(owner).call(factorEndpoints.list)).passkeys
  if (!passkey) throw new Error('The passkey is missing.')
  const params = { id: passkey.id }
  const stranger = api.as(await world.member())
  const body = { name: 'Laptop' }
  expect((await stranger.refuse(factorEndpoints.renamePasskey, { params, body })).status).toBe(404)
  expect((await stranger.refuse(factorEndpoints.removePasskey, { params })).status).toBe(404)
  const renamed = await api.as(owner).call(factorEndpoints.renamePasskey, { params, body })
  expect(renamed.name).toBe('Laptop')
  await api.as(owner).call(factorEndpoints.removePasskey, { params })
  const left = await api.as(owner).call(factorEndpoints.list)
  expect(left).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 })
  await expect
    .poll(async () => (await mailsTo(context.db, owner.email)).map(({ text }) => text).join())
    // Two emails sent at the same time can arrive in either order.
    .toMatch(/^(?=[\s\S]*passkey was added)(?=[\s\S]*passkey was removed)/)
})

test('no factor can be added to an account whose email address is not verified', async ({
  api,
  world,
}) => {
  const member = api.as(await world.member({ emailVerified: false }))
  for (const endpoint of [factorEndpoints.passkeyOptions, factorEndpoints.startTotp]) {
    expect(await member.refuse(endpoint)).toMatchObject({
      status: 409,
      message: expect.stringContaining('Verify your email address first'),
    })
  }
})

testLogNamesNobody()
