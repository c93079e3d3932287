import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import type { TestApi } from '#server/testing/api.ts'
import { codeIn, mailsTo, waitForMail } from '#server/testing/mailbox.ts'
import { test, testLogNamesNobody } from '#server/testing/world.ts'

const { changeUser, forgotPassword, login, register, requestOtp, verifyOtp } = accountEndpoints
const HOUR = 60
const WEEK = 7 * 24
const WRONG = 'not the password'

/** Makes a guess. Returns whether it was compared with a code. */
async function guessCode(browser: TestApi, email: string): Promise<boolean> {
  const response = await browser.request(verifyOtp, { body: { email, code: '000000' } })
  expect([401, 429]).toContain(response.status)
  return response.text.includes('Invalid code')
}

async function codeFor(api: TestApi, context: Context, email: string): Promise<string> {
  const before = await mailsTo(context.db, email)
  await api.call(requestOtp, { body: { email } })
  const count = before.filter(({ subject }) => /code/.test(subject)).length + 1
  return codeIn(await waitForMail(context.db, { to: email, subject: /code/, count }))
}

test('a week of guesses from many networks has odds of less than one in 10,000', async ({
  api,
  world,
  context,
  clock,
}) => {
  const { email } = await world.member()
  let judged = 0
  for (let hour = 0; hour < WEEK; hour += 6) {
    for (let place = 0; place < 4; place += 1) {
      const guesser = api.browser().from(world.address())
      await guesser.request(requestOtp, { body: { email } })
      for (let guess = 0; guess < 4; guess += 1) {
        if (await guessCode(guesser, email)) judged += 1
      }
    }
    clock.advance({ minutes: 6 * HOUR })
  }
  const { length: mails } = await context.db
    .selectFrom('emailMessage')
    .select('emailMessageId')
    .where('toAddress', '=', email)
    .execute()
  expect(judged).toBeGreaterThan(0)
  expect(judged / 1_000_000).toBeLessThan(1 / 10_000)
  expect(mails).toBeLessThanOrEqual(8 * 10)
})

test('a code works only in the browser that asked for it', async ({ api, world, context }) => {
  const { email } = await world.member()
  const own = api.browser()
  const code = await codeFor(own, context, email)
  const sentence =
    'Codes work only in the browser that asked for them. Ask for a new code here, or enter this one there.'
  const other = api.browser()
  expect(await other.refuse(verifyOtp, { body: { email, code } })).toMatchObject({
    status: 401,
    message: sentence,
  })
  // Nor in a browser that has requested another code, or a code for another address.
  await other.call(requestOtp, { body: { email } })
  expect((await other.refuse(verifyOtp, { body: { email, code } })).message).toBe('Invalid code')
  await other.call(requestOtp, { body: { email: 'someone.else@example.org' } })
  expect((await other.refuse(verifyOtp, { body: { email, code } })).message).toBe(sentence)
  await own.call(verifyOtp, { body: { email, code } })
})

test('requests and guesses by others do not stop a code that was sent', async ({
  api,
  world,
  context,
}) => {
  const { email } = await world.member()
  const owner = api.browser().from(world.address())
  const code = await codeFor(owner, context, email)
  const stranger = api.browser().from(world.address())
  for (let request = 0; request < 5; request += 1) {
    await stranger.request(requestOtp, { body: { email } })
  }
  for (let guess = 0; guess < 20; guess += 1) await guessCode(stranger, email)
  await owner.call(verifyOtp, { body: { email, code } })
})

test('a known device has its own limits for code emails and tries', async ({
  api,
  world,
  context,
}) => {
  const { email, username, password } = await world.member()
  const owner = api.browser()
  await owner.call(login, { body: { username, password } })
  let sent = 0
  for (let place = 0; place < 6; place += 1) {
    const stranger = api.browser().from(world.address())
    for (let request = 0; request < 3; request += 1) {
      const { status } = await stranger.request(requestOtp, { body: { email } })
      if (status === 200) sent += 1
    }
    for (let guess = 0; guess < 5; guess += 1) await guessCode(stranger, email)
  }
  const elsewhere = api.browser().from(world.address())
  expect((await elsewhere.refuse(requestOtp, { body: { email } })).status).toBe(429)
  // Otherwise the newest email could be a stranger's that is still on its way.
  await waitForMail(context.db, { to: email, subject: /code/, count: sent })
  const code = await codeFor(owner, context, email)
  await owner.call(verifyOtp, { body: { email, code } })
  await owner.call(forgotPassword, { body: { email } })
})

test('wrong passwords from elsewhere never lock out a known device', async ({ api, world }) => {
  const { username, password } = await world.member()
  const body = { username, password }
  const owner = api.browser().from(world.address())
  await owner.call(login, { body })
  for (let place = 0; place < 11; place += 1) {
    const stranger = api.from(world.address())
    for (let guess = 0; guess < 10; guess += 1) {
      await stranger.refuse(login, { body: { username, password: WRONG } })
    }
  }
  expect((await api.from(world.address()).refuse(login, { body })).status).toBe(429)
  await owner.call(login, { body })
})

test('a known device is limited to ten wrong passwords per 15 minutes and thirty a day', async ({
  api,
  world,
  clock,
}) => {
  const { username, password } = await world.member()
  const device = api.browser().from(world.address())
  await device.call(login, { body: { username, password } })
  let judged = 0
  for (let round = 0; round < 5; round += 1) {
    for (let guess = 0; guess < 12; guess += 1) {
      const { status } = await device.refuse(login, { body: { username, password: WRONG } })
      if (status === 401) judged += 1
    }
    expect(judged).toBe(Math.min(10 * (round + 1), 30))
    clock.advance({ minutes: 16 })
  }
})

test('after a password change, devices that used the old password are no longer known', async ({
  api,
  world,
  clock,
}) => {
  const { username, password } = await world.member()
  const thief = api.browser()
  await thief.call(login, { body: { username, password } })
  clock.advance({ minutes: 1 })
  const owner = api.browser()
  await owner.call(login, { body: { username, password } })
  const newPassword = 'a lamp in the window'
  await owner.call(changeUser, { body: { currentPassword: password, newPassword } })
  const body = { username, password: newPassword }
  for (let place = 0; place < 10; place += 1) {
    const stranger = api.from(world.address())
    for (let guess = 0; guess < 10; guess += 1) {
      await stranger.refuse(login, { body: { username, password: WRONG } })
    }
  }
  expect((await thief.from(world.address()).refuse(login, { body })).status).toBe(429)
  await owner.from(world.address()).call(login, { body })
})

test('a single network cannot use up the tries of all others', async ({ api, world }) => {
  const { username, password } = await world.member()
  const stranger = api.from(world.address())
  const wrong = { body: { username, password: WRONG } }
  await Promise.all(Array.from({ length: 150 }, () => stranger.refuse(login, wrong)))
  await api.from(world.address()).call(login, { body: { username, password } })
})

test.for([
  ['password', 'Many people use this password'],
  ['12345678', 'Many people use this password'],
  ['Iloveyou', 'Many people use this password'],
] as const)(
  'a registration with the password %s is refused',
  async ([password, sentence], { api, world }) => {
    const body = world.registration({ password })
    const error = await api.refuse(register, { body })
    expect(error).toMatchObject({
      status: 400,
      fields: { password: expect.stringContaining(sentence) },
    })
  },
)

test.for([
  ['username', 'username'],
  ['email', 'email address'],
  ['anonymousUsername', 'community username'],
] as const)(
  'a registration with a password that contains the %s is refused',
  async ([field, name], { api, world }) => {
    const registration = world.registration()
    const [word = ''] = registration[field].split('@')
    const body = { ...registration, password: `${word.toUpperCase()} 2026` }
    const sentence = `Your password can’t contain your ${name}. Choose a different one.`
    expect(await api.refuse(register, { body })).toMatchObject({
      status: 400,
      message: sentence,
      fields: { password: sentence },
    })
  },
)

test('a new password follows the same rules wherever it is set', async ({ api, world }) => {
  const member = await world.member()
  for (const newPassword of ['password1', `my ${member.username}`]) {
    const body = { currentPassword: member.password, newPassword }
    const error = await api.as(member).refuse(changeUser, { body })
    expect(error).toMatchObject({ status: 400, fields: { newPassword: expect.any(String) } })
  }
})

testLogNamesNobody()
