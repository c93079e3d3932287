import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { factorEndpoints } from '#contract/factors.ts'
import { hashRecoveryCode } from '#server/domain/factors/recovery-codes.ts'
import { appCode, setUpApp, setUpPasskey, startPendingSignIn } from '#server/testing/factors.ts'
import { test, testLogNamesNobody } from '#server/testing/world.ts'

const totp = (code: string) => ({ body: { method: 'totp', code } }) as const
const recovery = (code = '') => ({ body: { method: 'recovery-code', code } }) as const

test('an authenticator app counts only once it is confirmed with a code', async ({
  api,
  world,
  clock,
}) => {
  const member = api.as(await world.member())
  const { secret, uri } = await member.call(factorEndpoints.startTotp)
  expect(uri).toContain(`secret=${secret}`)
  const wrong = { body: { code: appCode(secret, clock) === '000000' ? '000001' : '000000' } }
  expect(await member.refuse(factorEndpoints.confirmTotp, wrong)).toMatchObject({
    status: 400,
    fields: { code: expect.any(String) },
  })
  expect((await member.call(accountEndpoints.currentUser)).factors.totp).toBe(false)
  const body = { code: appCode(secret, clock) }
  const { recoveryCodes } = await member.call(factorEndpoints.confirmTotp, { body })
  expect(recoveryCodes).toHaveLength(8)
  expect((await member.call(accountEndpoints.currentUser)).factors.totp).toBe(true)
  expect((await member.refuse(factorEndpoints.startTotp)).status).toBe(409)
})

test('the key of an authenticator app is sealed in the database', async ({
  api,
  world,
  clock,
  context,
}) => {
  const member = await world.member()
  const { secret } = await setUpApp(api.as(member), clock)
  const { sealedSecret } = await context.db
    .selectFrom('authenticatorApp')
    .select('sealedSecret')
    .where('memberId', '=', member.id)
    .executeTakeFirstOrThrow()
  expect(sealedSecret.includes(secret)).toBe(false)
  expect(sealedSecret.includes(Buffer.from(secret, 'latin1'))).toBe(false)
})

test('a code is accepted once, even if sent twice at the same moment', async ({
  api,
  world,
  clock,
}) => {
  const { id } = await world.member()
  const { secret } = await setUpApp(api.as({ cookie: await world.session(id) }), clock)
  const sessions = [await world.staleSession(id), await world.staleSession(id)]
  const code = appCode(secret, clock)
  const answers = await Promise.all(
    sessions.map((session) => api.as(session).request(factorEndpoints.stepUp, totp(code))),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 400])
  const again = api.as(await world.staleSession(id))
  expect((await again.refuse(factorEndpoints.stepUp, totp(code))).status).toBe(400)
})

test('a code from the step before or after is accepted, and one from two steps away is not', async ({
  api,
  world,
  clock,
}) => {
  const { id } = await world.member()
  const { secret } = await setUpApp(api.as({ cookie: await world.session(id) }), clock)
  const member = api.as(await world.staleSession(id))
  const old = appCode(secret, clock)
  clock.advance({ minutes: 1 })
  expect((await member.refuse(factorEndpoints.stepUp, totp(old))).status).toBe(400)
  const recent = appCode(secret, clock)
  clock.advance({ minutes: 0.5 })
  await member.call(factorEndpoints.stepUp, totp(recent))
})

test('guesses at sign-in are limited per account, and the owner’s session is not affected', async ({
  api,
  world,
  clock,
}) => {
  const member = await world.member()
  const { secret, recoveryCodes } = await setUpApp(api.as(member), clock)
  const stranger = api.from(world.address()).as(await startPendingSignIn(api, member))
  const guess = totp(appCode(secret, clock) === '000000' ? '000001' : '000000')
  for (let count = 0; count < 5; count += 1) {
    expect((await stranger.refuse(factorEndpoints.finishSignIn, guess)).status).toBe(400)
  }
  const elsewhere = api.from(world.address()).as(await startPendingSignIn(api, member))
  const right = totp(appCode(secret, clock))
  expect((await elsewhere.refuse(factorEndpoints.finishSignIn, right)).code).toBe('rate_limited')
  // A step-up in the owner's session still works.
  await api.as(await world.staleSession(member.id)).call(factorEndpoints.stepUp, right)
  await elsewhere.call(factorEndpoints.finishSignIn, recovery(recoveryCodes?.[0]))
})

test('a recovery code is accepted once, even if sent twice at the same moment', async ({
  api,
  world,
  clock,
  context,
}) => {
  const member = await world.member()
  const { recoveryCodes } = await setUpApp(api.as(member), clock)
  const [first = '', second = ''] = recoveryCodes ?? []
  const rows = await context.db.selectFrom('recoveryCode').selectAll().execute()
  expect(rows.some(({ codeHash }) => codeHash.includes(first))).toBe(false)
  const browsers = [await startPendingSignIn(api, member), await startPendingSignIn(api, member)]
  const answers = await Promise.all(
    browsers.map((browser) =>
      api.as(browser).request(factorEndpoints.finishSignIn, recovery(first)),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect((await api.as(member).call(factorEndpoints.list)).recoveryCodesLeft).toBe(7)
  const typed = ` ${second.toUpperCase().replaceAll('-', ' ')} `
  const browser = api.as(await startPendingSignIn(api, member))
  await browser.call(factorEndpoints.finishSignIn, recovery(typed))
})

test('new recovery codes replace the old ones, and two simultaneous requests leave eight', async ({
  api,
  world,
  clock,
}) => {
  const member = await world.member()
  const { recoveryCodes } = await setUpApp(api.as(member), clock)
  await Promise.all([
    api.as(member).call(factorEndpoints.renewRecoveryCodes),
    api.as(member).call(factorEndpoints.renewRecoveryCodes),
  ])
  expect((await api.as(member).call(factorEndpoints.list)).recoveryCodesLeft).toBe(8)
  const browser = api.as(await startPendingSignIn(api, member))
  const refusal = await browser.refuse(factorEndpoints.finishSignIn, recovery(recoveryCodes?.[0]))
  expect(refusal.fields?.code).toBe('This recovery code is wrong or was used already.')
  const none = api.as(await world.member())
  expect((await none.refuse(factorEndpoints.renewRecoveryCodes)).status).toBe(409)
})

test("another member's recovery code is refused", async ({ api, world, clock }) => {
  const { recoveryCodes } = await setUpApp(api.as(await world.member()), clock)
  const member = await world.member()
  await setUpApp(api.as(member), clock)
  const browser = api.as(await startPendingSignIn(api, member))
  const refusal = await browser.refuse(factorEndpoints.finishSignIn, recovery(recoveryCodes?.[0]))
  expect(refusal.status).toBe(400)
})

test('two first factors at the same moment create one set of recovery codes', async ({
  api,
  world,
  clock,
}) => {
  const member = api.as(await world.member())
  const added = await Promise.all([setUpApp(member, clock), setUpPasskey(member)])
  expect(added.filter(({ recoveryCodes }) => recoveryCodes !== null)).toHaveLength(1)
  expect((await member.call(factorEndpoints.list)).recoveryCodesLeft).toBe(8)
})

test('codes count as unsaved until their owner says that they saved them', async ({
  api,
  world,
  clock,
}) => {
  const member = api.as(await world.member())
  const kept = async () => (await member.call(factorEndpoints.list)).areCodesKept
  expect(await kept()).toBe(true)
  await setUpApp(member, clock)
  expect(await kept()).toBe(false)
  await member.call(factorEndpoints.keepRecoveryCodes)
  expect(await kept()).toBe(true)
  await member.call(factorEndpoints.renewRecoveryCodes)
  expect(await kept()).toBe(false)
})

test('a recovery code has at least 112 random bits, and older, shorter ones still work', async ({
  api,
  world,
  clock,
  context,
}) => {
  const member = await world.member()
  const { recoveryCodes } = await setUpApp(api.as(member), clock)
  for (const code of recoveryCodes ?? []) {
    expect(code).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/)
    // 31 letters and digits, without those that look alike.
    expect(code).not.toMatch(/[ilo]/)
  }
  expect(24 * Math.log2(31)).toBeGreaterThan(112)
  const old = 'abcd-efgh-jkmn-pqrs'
  await context.db
    .insertInto('recoveryCode')
    .values({ memberId: member.id, codeHash: hashRecoveryCode(member.id, old) })
    .execute()
  const browser = api.as(await startPendingSignIn(api, member))
  await browser.call(factorEndpoints.finishSignIn, recovery(old))
})

test('the recovery codes are deleted with the last factor', async ({ api, world, clock }) => {
  const member = await world.member()
  await setUpApp(api.as(member), clock)
  await api.as(member).call(factorEndpoints.removeTotp)
  expect(await api.as(member).call(factorEndpoints.list)).toEqual({
    passkeys: [],
    totp: null,
    recoveryCodesLeft: 0,
    areCodesKept: true,
    neededBy: null,
  })
  const { username, password } = member
  await api.call(accountEndpoints.login, { body: { username, password } })
})

testLogNamesNobody()
