import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { cookieOf } from '#server/testing/api.ts'
import { mailsTo, tokenIn, waitForJob, waitForMail } from '#server/testing/mailbox.ts'
import { test, testLogNamesNobody } from '#server/testing/world.ts'

const { forgotPassword, resetPassword, changeUser, login, currentUser } = accountEndpoints
const NEW_PASSWORD = 'a lamp in the window'
const ASKED = /^Choose a new password/
const CHANGED = /^Your password for Folx was changed/

test('a reset link sets a new password once and immediately ends every session', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member({ emailVerified: false })
  const { username, email, password } = member
  const phone = { cookie: await world.session(member.id) }
  // Both sessions are cached before they end.
  await api.as(member).call(currentUser)
  await api.as(phone).call(currentUser)
  await api.call(forgotPassword, { body: { email: email.toUpperCase() } })
  const mail = await waitForMail(context.db, { to: email, subject: ASKED })
  expect(mail.text).toContain('http://localhost:3000/reset-password?token=')
  const body = { token: tokenIn(mail), newPassword: NEW_PASSWORD }
  expect(await api.call(resetPassword, { body })).toEqual({
    message: 'Password has been reset. Please login with your new password.',
  })
  expect((await api.as(member).refuse(currentUser)).status).toBe(401)
  expect((await api.as(phone).refuse(currentUser)).status).toBe(401)
  expect((await api.refuse(login, { body: { username, password } })).status).toBe(401)
  const user = await api.call(login, { body: { username, password: NEW_PASSWORD } })
  expect(user.emailVerified).toBe(true)
  await waitForMail(context.db, { to: email, subject: CHANGED })
  const again = await api.refuse(resetPassword, { body })
  expect(again).toMatchObject({ status: 400, code: 'invalid_input' })
  expect(again.fields?.token).toBeTruthy()
})

test('a reset link is valid for sixty minutes', async ({ api, world, context, clock }) => {
  const { email } = await world.member()
  await api.call(forgotPassword, { body: { email } })
  const token = tokenIn(await waitForMail(context.db, { to: email, subject: ASKED }))
  const body = { token, newPassword: NEW_PASSWORD }
  clock.advance({ minutes: 60 })
  expect((await api.refuse(resetPassword, { body })).status).toBe(400)
  clock.reset()
  clock.advance({ minutes: 59 })
  await api.call(resetPassword, { body })
})

test('using a link ends the others, and only one of ten simultaneous uses succeeds', async ({
  api,
  world,
  context,
}) => {
  const { email } = await world.member()
  const tokens: string[] = []
  for (const count of [1, 2]) {
    await api.call(forgotPassword, { body: { email } })
    tokens.push(tokenIn(await waitForMail(context.db, { to: email, subject: ASKED, count })))
  }
  const [first = '', second = ''] = tokens
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      api.request(resetPassword, {
        body: { token: index % 2 ? first : second, newPassword: NEW_PASSWORD },
      }),
    ),
  )
  const statuses = responses.map((response) => response.status).sort()
  expect(statuses).toEqual([200, ...Array(9).fill(400)])
})

test('requesting a link reveals nothing about the address', async ({ api, world, context }) => {
  const { email } = await world.member()
  const known = await api.request(forgotPassword, { body: { email } })
  const unknown = await api.request(forgotPassword, { body: { email: 'nobody@example.org' } })
  expect([known.status, unknown.status]).toEqual([200, 200])
  expect(known.text).toBe(unknown.text)
  await waitForJob(context.db, 'request-reset', {})
  expect(await mailsTo(context.db, 'nobody@example.org')).toEqual([])
})

test('an email address is limited to three links an hour, known or not', async ({ api, world }) => {
  const { email } = await world.member()
  for (const address of [email, 'unknown@example.org']) {
    for (let count = 0; count < 3; count++) {
      await api.call(forgotPassword, { body: { email: address } })
    }
    const response = await api.request(forgotPassword, { body: { email: address } })
    expect(response).toMatchObject({ status: 429, json: { code: 'rate_limited' } })
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  }
})

test.for([
  ['token', '', 'This link is not valid.'],
  ['token', undefined, 'This link is not valid.'],
  ['token', 'x'.repeat(201), undefined],
  ['newPassword', 'short', 'Password must be at least 8 characters'],
] as const)('a reset with the %s %j is refused', async ([field, value, sentence], { api }) => {
  const body = { token: 'unknown', newPassword: NEW_PASSWORD, [field]: value }
  const error = await api.refuse(resetPassword, { body })
  expect(error.status).toBe(400)
  if (sentence) expect(error.fields).toEqual({ [field]: sentence })
})

test('an unknown token is refused', async ({ api }) => {
  const body = { token: 'never-mailed', newPassword: NEW_PASSWORD }
  expect(await api.refuse(resetPassword, { body })).toMatchObject({
    status: 400,
    code: 'invalid_input',
  })
})

test('only the hash of a link is stored', async ({ api, world, context }) => {
  const member = await world.member()
  await api.call(forgotPassword, { body: { email: member.email } })
  const token = tokenIn(await waitForMail(context.db, { to: member.email, subject: ASKED }))
  const row = await context.db
    .selectFrom('passwordReset')
    .selectAll()
    .where('memberId', '=', member.id)
    .executeTakeFirstOrThrow()
  expect(row.tokenHash).toHaveLength(32)
  expect(row.tokenHash.toString('latin1')).not.toContain(token)
  expect(row.tokenHash.toString('base64url')).not.toBe(token)
})

test('a changed password ends every session and reset link, and opens a new session in this browser', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const { username, email, password } = member
  const phone = { cookie: await world.session(member.id) }
  await api.as(phone).call(currentUser)
  await api.call(forgotPassword, { body: { email } })
  const token = tokenIn(await waitForMail(context.db, { to: email, subject: ASKED }))
  const body = { currentPassword: password, newPassword: NEW_PASSWORD }
  const response = await api.as(member).request(changeUser, { body })
  expect(response).toMatchObject({ status: 200, json: { id: member.id } })
  const rotated = { cookie: cookieOf(response) }
  expect(rotated.cookie).not.toBe(member.cookie)
  expect((await api.as(phone).refuse(currentUser)).status).toBe(401)
  expect((await api.as(member).refuse(currentUser)).status).toBe(401)
  expect((await api.as(rotated).call(currentUser)).id).toBe(member.id)
  expect((await api.refuse(login, { body: { username, password } })).status).toBe(401)
  await api.call(login, { body: { username, password: NEW_PASSWORD } })
  await waitForMail(context.db, { to: email, subject: CHANGED })
  const stale = await api.refuse(resetPassword, { body: { token, newPassword: 'another one' } })
  expect(stale.status).toBe(400)
})

test.for([
  { newPassword: NEW_PASSWORD },
  { newPassword: NEW_PASSWORD, currentPassword: '' },
  { newPassword: NEW_PASSWORD, currentPassword: 'not this one' },
] as const)('%j does not change the password', async (body, { api, world }) => {
  const member = await world.member()
  expect(await api.as(member).refuse(changeUser, { body })).toMatchObject({
    status: 400,
    fields: { currentPassword: 'This is not your current password.' },
  })
  const { username, password } = member
  await api.call(login, { body: { username, password } })
})

test('a new password follows the rule', async ({ api, world }) => {
  const member = await world.member()
  const body = { currentPassword: member.password, newPassword: '1234567' }
  expect(await api.as(member).refuse(changeUser, { body })).toMatchObject({
    status: 400,
    fields: { newPassword: 'Password must be at least 8 characters' },
  })
})

test('a stolen session is limited to ten guesses at the password', async ({ api, world }) => {
  const member = await world.member()
  const body = { currentPassword: 'a guess', newPassword: NEW_PASSWORD }
  const answers = await Promise.all(
    Array.from({ length: 15 }, () => api.as(member).refuse(changeUser, { body })),
  )
  const statuses = answers.map((answer) => answer.status)
  expect(statuses.filter((status) => status === 400)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
})

test('the time zone can be changed alone and takes effect immediately', async ({ api, world }) => {
  const member = await world.member()
  await api.as(member).call(currentUser)
  const changed = await api.as(member).call(changeUser, { body: { timeZone: 'Asia/Tokyo' } })
  expect(changed.timeZone).toBe('Asia/Tokyo')
  expect((await api.as(member).call(currentUser)).timeZone).toBe('Asia/Tokyo')
  const error = await api.as(member).refuse(changeUser, { body: { timeZone: 'Nowhere' } })
  expect(error.fields).toEqual({ timeZone: 'Choose a time zone.' })
  const untouched = await api.as(member).call(changeUser, { body: { isAdmin: true, email: 'x' } })
  expect(untouched).toMatchObject({ isAdmin: false, email: member.email, timeZone: 'Asia/Tokyo' })
})

testLogNamesNobody()
