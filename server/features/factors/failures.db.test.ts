import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { factorEndpoints } from '#contract/factors.ts'
import { securityLogEndpoints } from '#contract/security-log.ts'
import type { Caller, TestApi } from '#server/testing/api.ts'
import type { TestClock } from '#server/testing/clock.ts'
import { appCode, setUpApp, setUpPasskey, startPendingSignIn } from '#server/testing/factors.ts'
import { mailsTo, waitForMail } from '#server/testing/mailbox.ts'
import { test, testLogNamesNobody } from '#server/testing/world.ts'

const FAILED = /Failed attempts/
const DAY = 24 * 60
const totp = (code: string) => ({ body: { method: 'totp', code } }) as const

function wrongCode(secret: string, clock: TestClock): ReturnType<typeof totp> {
  return totp(appCode(secret, clock) === '000000' ? '000001' : '000000')
}

async function logOf(api: TestApi, member: Caller): Promise<[kind: string, times: number][]> {
  const events = await api.as(member).call(securityLogEndpoints.list)
  return events.map(({ kind, times }) => [kind, times])
}

test('wrong codes at sign-in are in the security log, and the fifth within an hour triggers an email', async ({
  api,
  world,
  clock,
  context,
}) => {
  const member = await world.member()
  const { secret } = await setUpApp(api.as(member), clock)
  const inTenDays = new Date(Date.now() + 10 * DAY * 60_000)
  const reader = { cookie: await world.session(member.id, inTenDays) }
  const guess = async (times: number): Promise<void> => {
    const stranger = api.from(world.address()).as(await startPendingSignIn(api, member))
    for (let count = 0; count < times; count += 1) {
      const refusal = await stranger.refuse(factorEndpoints.finishSignIn, wrongCode(secret, clock))
      expect(refusal.status).toBe(400)
    }
  }
  await guess(4)
  expect(await logOf(api, reader)).toEqual([
    ['factor-failed', 4],
    ['factor-added', 1],
  ])
  await guess(1)
  expect(await logOf(api, reader)).toEqual([
    ['failures-emailed', 1],
    ['factor-failed', 5],
    ['factor-added', 1],
  ])
  const mail = await waitForMail(context.db, { to: member.email, subject: FAILED })
  expect(mail.text).toContain('failed several times within an hour')
  expect(mail.text).toContain('/account')

  // No second email on the same day, but another on the next.
  clock.advance({ minutes: 6 })
  await guess(5)
  clock.advance({ minutes: DAY })
  await guess(5)
  await waitForMail(context.db, { to: member.email, subject: FAILED, count: 2 })
  const emailed = (await logOf(api, reader)).filter(([kind]) => kind === 'failures-emailed')
  expect(emailed).toHaveLength(2)
  const mails = await mailsTo(context.db, member.email)
  expect(mails.filter(({ subject }) => FAILED.test(subject))).toHaveLength(2)
})

test('five failures spread over hours send no email', async ({ api, world, clock }) => {
  const member = await world.member()
  const { secret } = await setUpApp(api.as(member), clock)
  for (let count = 0; count < 5; count += 1) {
    const stranger = api.from(world.address()).as(await startPendingSignIn(api, member))
    await stranger.refuse(factorEndpoints.finishSignIn, wrongCode(secret, clock))
    clock.advance({ minutes: 61 })
  }
  const kinds = (await logOf(api, member)).map(([kind]) => kind)
  expect(kinds).toEqual([...Array.from({ length: 5 }, () => 'factor-failed'), 'factor-added'])
})

test('simultaneous failures send one email', async ({ api, world, clock, context }) => {
  const member = await world.member()
  await setUpApp(api.as(member), clock)
  const browser = api.as(await startPendingSignIn(api, member))
  const body = { method: 'recovery-code', code: 'aaaa-bbbb-cccc-dddd-eeee-ffff' } as const
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => browser.request(factorEndpoints.finishSignIn, { body })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]))
  expect(await logOf(api, member)).toEqual([
    ['failures-emailed', 1],
    ['factor-failed', 12],
    ['factor-added', 1],
  ])
  await waitForMail(context.db, { to: member.email, subject: FAILED })
})

test('wrong passwords and codes at a step-up are logged for every session', async ({
  api,
  world,
  clock,
}) => {
  const withApp = await world.member()
  const { secret } = await setUpApp(api.as(withApp), clock)
  const session = api.as(await world.staleSession(withApp.id))
  await session.refuse(factorEndpoints.stepUp, wrongCode(secret, clock))
  expect(await logOf(api, withApp)).toEqual([
    ['step-up-failed', 1],
    ['factor-added', 1],
  ])

  const plain = await world.member()
  const body = { method: 'password', password: 'not this one' } as const
  await api.as(await world.staleSession(plain.id)).refuse(factorEndpoints.stepUp, { body })
  await api.as(await world.staleSession(plain.id)).refuse(factorEndpoints.stepUp, { body })
  expect(await logOf(api, plain)).toEqual([['step-up-failed', 2]])
})

test('a passkey that may have been copied is logged, an unknown one is not', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const { authenticator } = await setUpPasskey(api.as(member))
  const browser = api.browser()
  const signIn = async (counter?: number): Promise<number> => {
    const options = await browser.call(factorEndpoints.passkeySignInOptions)
    const response = authenticator.get(options, counter === undefined ? {} : { counter })
    return (await browser.request(factorEndpoints.passkeySignIn, { body: { response } })).status
  }
  expect(await signIn(7)).toBe(200)
  // The counter does not increase: two devices use one key.
  expect(await signIn(7)).toBe(401)
  expect((await logOf(api, member)).map(([kind]) => kind)).toEqual([
    'factor-failed',
    'signed-in',
    'factor-added',
  ])
  await context.db.deleteFrom('passkey').where('memberId', '=', member.id).execute()
  expect(await signIn(8)).toBe(401)
  expect(await logOf(api, member)).toHaveLength(3)
})

test("guesses in strangers' browsers do not use up a known device's tries, and vice versa", async ({
  api,
  world,
  clock,
}) => {
  const member = await world.member()
  const { username, password } = member
  const known = api.browser()
  await known.call(accountEndpoints.login, {
    body: { username, password },
  })
  const { secret } = await setUpApp(known, clock)
  const stranger = api.from(world.address()).as(await startPendingSignIn(api, member))
  for (let count = 0; count < 5; count += 1) {
    await stranger.refuse(factorEndpoints.finishSignIn, wrongCode(secret, clock))
  }
  const blocked = await stranger.refuse(factorEndpoints.finishSignIn, wrongCode(secret, clock))
  expect(blocked.code).toBe('rate_limited')

  await startPendingSignIn(known, member)
  for (let count = 0; count < 5; count += 1) {
    const refusal = await known.refuse(factorEndpoints.finishSignIn, wrongCode(secret, clock))
    expect(refusal.status).toBe(400)
  }
  const own = await known.refuse(factorEndpoints.finishSignIn, wrongCode(secret, clock))
  expect(own.code).toBe('rate_limited')
  clock.advance({ minutes: 6 })
  await known.call(factorEndpoints.finishSignIn, totp(appCode(secret, clock)))
})

testLogNamesNobody()
