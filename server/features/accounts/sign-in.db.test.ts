import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { buildApp } from '#server/http/app.ts'
import { cookieOf, setCookies, TestApi } from '#server/testing/api.ts'
import { codeIn, mailsTo, waitForMail } from '#server/testing/mailbox.ts'
import { statementsOf } from '#server/testing/statements.ts'
import { test, testLogNamesNobody } from '#server/testing/world.ts'

const { login, logout, currentUser, requestOtp, verifyOtp, register } = accountEndpoints

test('a member signs in with a username or an email address in any case', async ({
  api,
  world,
}) => {
  const member = await world.member()
  for (const username of [
    member.username,
    ` ${member.username.toUpperCase()} `,
    member.email,
    member.email.toUpperCase(),
  ]) {
    const user = await api.call(login, { body: { username, password: member.password } })
    expect(user).toMatchObject({ id: member.id, username: member.username, email: member.email })
  }
})

test('the account can be read with the cookie only', async ({ api, world }) => {
  const member = await world.member()
  const { username, password } = member
  const caller = await api.signIn(login, { body: { username, password } })
  expect((await api.as(caller).call(currentUser)).id).toBe(member.id)
  expect(await api.refuse(currentUser)).toMatchObject({ status: 401, code: 'not_signed_in' })
  const invented = { cookie: 'folx=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }
  expect((await api.as(invented).refuse(currentUser)).status).toBe(401)
})

test('an unknown name and a wrong password get the same answer', async ({ api, world }) => {
  const { username, email } = await world.member()
  const answers = await Promise.all(
    [username, email, 'nobody-here', 'nobody@example.org'].map((name) =>
      api.refuse(login, { body: { username: name, password: 'not the password' } }),
    ),
  )
  for (const { requestId: _, ...answer } of answers) {
    expect(answer).toEqual({
      status: 401,
      code: 'not_signed_in',
      message: 'Invalid username or password',
      error: 'Invalid username or password',
    })
  }
})

test('nobody can sign in with a community username', async ({ api, world }) => {
  const { anonymousUsername, password } = await world.member()
  const error = await api.refuse(login, { body: { username: anonymousUsername, password } })
  expect(error.status).toBe(401)
})

test.for([
  [{ username: '', password: 'x' }, 'username', 'Username is required'],
  [{ password: 'x' }, 'username', 'Username is required'],
  [{ username: 'ruth' }, 'password', 'Password is required'],
  [{ username: 'ruth', password: '' }, 'password', 'Password is required'],
] as const)('%j is refused beside %s', async ([body, field, sentence], { api }) => {
  const error = await api.refuse(login, { body })
  expect(error).toMatchObject({ status: 400, fields: { [field]: sentence } })
})

test('signing out ends the session and clears the cookie', async ({ api, world }) => {
  const member = await world.member()
  const response = await api.as(member).request(logout)
  expect(response.status).toBe(204)
  expect(response.headers['set-cookie']).toMatch(/^folx=; .*Expires=Thu, 01 Jan 1970/)
  expect((await api.as(member).refuse(currentUser)).status).toBe(401)
  expect((await api.as(member).request(logout)).status).toBe(204)
})

test('a session ends 30 days after its last use', async ({ api, world, clock }) => {
  const { username, password } = await world.member()
  const idle = await api.signIn(login, { body: { username, password } })
  const used = await api.signIn(login, { body: { username, password } })
  clock.advance({ minutes: 20 * 24 * 60 })
  await api.as(used).call(currentUser)
  clock.advance({ minutes: 11 * 24 * 60 })
  expect((await api.as(idle).refuse(currentUser)).status).toBe(401)
})

test('the cookie is for this site and for no script', async ({ api, world }) => {
  const { username, password } = await world.member()
  const response = await api.request(login, { body: { username, password } })
  expect(attributes(setCookies(response.headers['set-cookie'])[0])).toEqual([
    'HttpOnly',
    'Max-Age=2592000',
    'Path=/',
    'SameSite=Lax',
  ])
  expect(cookieOf(response)).toMatch(/^folx=[\w-]{43}$/)
})

test('on https the cookie is bound to this host', async ({ context, world }) => {
  const publicUrl = 'https://folx.example.org'
  const app = await buildApp({ ...context, config: { ...context.config, publicUrl } })
  const secure = new TestApi(app)
  const { username, password } = await world.member()
  const headers = { origin: publicUrl, host: 'folx.example.org' }
  const response = await secure.request(login, { body: { username, password }, headers })
  expect(attributes(setCookies(response.headers['set-cookie'])[0])).toEqual([
    'HttpOnly',
    'Max-Age=2592000',
    'Path=/',
    'SameSite=Lax',
    'Secure',
  ])
  const cookie = cookieOf(response)
  expect(cookie).toMatch(/^__Host-folx=[\w-]{43}$/)
  expect((await secure.as({ cookie }).call(currentUser)).username).toBe(username)
  const unprefixed = { cookie: cookie.replace('__Host-', '') }
  expect((await secure.as(unprefixed).refuse(currentUser)).status).toBe(401)
  await app.close()
})

test('after ten wrong passwords even the right one is refused, from this IP address only', async ({
  api,
  world,
}) => {
  const { username, password } = await world.member()
  const here = api.from(world.address())
  for (let count = 0; count < 10; count++) {
    const error = await here.refuse(login, { body: { username, password: 'wrong one' } })
    expect(error.status).toBe(401)
  }
  const response = await here.request(login, { body: { username, password } })
  expect(response).toMatchObject({ status: 429, json: { code: 'rate_limited' } })
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(600)
  await api.from(world.address()).call(login, { body: { username, password } })
})

test('simultaneous wrong passwords are limited like consecutive ones', async ({ api, world }) => {
  const { username, password } = await world.member()
  const here = api.from(world.address())
  const guesses = [...Array(60).fill('wrong one'), password]
  const answers = await Promise.all(
    guesses.map((guess) => here.request(login, { body: { username, password: guess } })),
  )
  const statuses = answers.map((answer) => answer.status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(51)
})

test('a successful sign-in resets the count', async ({ api, world }) => {
  const { username, password } = await world.member()
  const here = api.from(world.address())
  for (let round = 0; round < 3; round++) {
    for (let count = 0; count < 8; count++) {
      await here.refuse(login, { body: { username, password: 'wrong one' } })
    }
    await here.call(login, { body: { username, password } })
  }
})

test('a hundred wrong passwords from anywhere lock the password but not an emailed code', async ({
  api,
  world,
  context,
}) => {
  const { username, password, email } = await world.member()
  for (let place = 0; place < 10; place++) {
    const there = api.from(world.address())
    const wrong = { body: { username, password: 'wrong one' } }
    await Promise.all(Array.from({ length: 10 }, () => there.refuse(login, wrong)))
  }
  const elsewhere = api.from(world.address())
  expect((await elsewhere.refuse(login, { body: { username, password } })).status).toBe(429)
  await elsewhere.call(requestOtp, { body: { email } })
  const mail = await waitForMail(context.db, { to: email, subject: /sign-in code/ })
  await elsewhere.call(verifyOtp, { body: { email, code: codeIn(mail) } })
})

test('successful sign-ins do not count against the account', async ({ api, world }) => {
  const { username, password } = await world.member()
  for (let count = 0; count < 110; count++) {
    await api.call(login, { body: { username, password }, address: world.address() })
  }
})

test('an emailed code signs in once and verifies the address', async ({ api, world, context }) => {
  const member = await world.member({ emailVerified: false })
  const { email } = member
  await api.call(requestOtp, { body: { email: email.toUpperCase() } })
  const code = codeIn(await waitForMail(context.db, { to: email, subject: /sign-in code/ }))
  const response = await api.request(verifyOtp, { body: { email: ` ${email} `, code } })
  expect(response).toMatchObject({ status: 200, json: { id: member.id, emailVerified: true } })
  const user = await api.as({ cookie: cookieOf(response) }).call(currentUser)
  expect(user.id).toBe(member.id)
  expect(await api.refuse(verifyOtp, { body: { email, code } })).toMatchObject({
    status: 401,
    code: 'not_signed_in',
    message: 'Invalid code',
  })
})

test('of ten simultaneous uses of a code, one signs in', async ({ api, world, context }) => {
  const { email } = await world.member()
  await api.call(requestOtp, { body: { email } })
  const code = codeIn(await waitForMail(context.db, { to: email, subject: /sign-in code/ }))
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => api.request(verifyOtp, { body: { email, code } })),
  )
  const statuses = responses.map((response) => response.status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  // Until they are found to be right, they count as guesses.
  expect(statuses.filter((status) => status !== 200 && status !== 401 && status !== 429)).toEqual(
    [],
  )
})

test('a code is valid for ten minutes', async ({ api, world, context, clock }) => {
  const { email } = await world.member()
  await api.call(requestOtp, { body: { email } })
  const code = codeIn(await waitForMail(context.db, { to: email, subject: /sign-in code/ }))
  clock.advance({ minutes: 10 })
  expect((await api.refuse(verifyOtp, { body: { email, code } })).message).toBe('Invalid code')
  clock.reset()
  clock.advance({ minutes: 9 })
  await api.call(verifyOtp, { body: { email, code } })
})

test('a new code replaces the old one', async ({ api, world, context }) => {
  const { email } = await world.member()
  const codes: string[] = []
  for (const count of [1, 2]) {
    await api.call(requestOtp, { body: { email } })
    codes.push(codeIn(await waitForMail(context.db, { to: email, subject: /code/, count })))
  }
  const [first = '', second = ''] = codes
  if (first !== second) {
    expect((await api.refuse(verifyOtp, { body: { email, code: first } })).status).toBe(401)
  }
  await api.call(verifyOtp, { body: { email, code: second } })
})

test('five wrong tries end a code, even simultaneous ones', async ({ api, world, context }) => {
  const { email } = await world.member()
  await api.call(requestOtp, { body: { email } })
  const code = codeIn(await waitForMail(context.db, { to: email, subject: /sign-in code/ }))
  const wrong = code === '000000' ? '111111' : '000000'
  const places = [world.address(), world.address()]
  await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      api.refuse(verifyOtp, { body: { email, code: wrong }, address: places[index % 2] ?? '' }),
    ),
  )
  const { wrongTries } = await context.db
    .selectFrom('oneTimeCode')
    .select('wrongTries')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(wrongTries).toBe(5)
  const elsewhere = api.from(world.address())
  expect((await elsewhere.refuse(verifyOtp, { body: { email, code } })).message).toBe(
    'Invalid code',
  )
})

test('a right code without an account is reported and still works for registration', async ({
  api,
  world,
  context,
}) => {
  const registration = world.registration()
  const { email } = registration
  await api.call(requestOtp, { body: { email } })
  const code = codeIn(await waitForMail(context.db, { to: email, subject: /verification code/ }))
  expect(await api.refuse(verifyOtp, { body: { email, code } })).toMatchObject({
    status: 404,
    code: 'not_found',
    message: 'There’s no account with this email address yet.',
  })
  const user = await api.call(register, { body: { ...registration, otp: code } })
  expect(user.emailVerified).toBe(true)
})

test('requesting a code reveals nothing about the address, and is limited', async ({
  api,
  world,
  context,
}) => {
  const { email } = await world.member()
  const known = await api.request(requestOtp, { body: { email } })
  const unknown = await api.request(requestOtp, { body: { email: 'stranger@example.org' } })
  expect(known.status).toBe(200)
  expect(unknown.status).toBe(200)
  expect(known.text).toBe(unknown.text)
  await waitForMail(context.db, { to: 'stranger@example.org', subject: /verification code/ })
  for (const name of [email, 'stranger@example.org']) {
    const before = (await mailsTo(context.db, name)).length
    for (let count = before; count < 3; count++) {
      await api.call(requestOtp, { body: { email: name } })
    }
    const response = await api.request(requestOtp, { body: { email: name } })
    expect(response).toMatchObject({ status: 429, json: { code: 'rate_limited' } })
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  }
})

test.for([
  ['code', '12345', 'Enter the 6 digits of your code'],
  ['code', 'abcdef', 'Enter the 6 digits of your code'],
  ['code', undefined, 'Verification code is required'],
  ['email', 'nobody', 'Invalid email address'],
] as const)(
  'a code sign-in with the %s %j is refused',
  async ([field, value, sentence], { api }) => {
    const body = { email: 'someone@example.org', code: '123456', [field]: value }
    expect(await api.refuse(verifyOtp, { body })).toMatchObject({
      status: 400,
      fields: { [field]: sentence },
    })
  },
)

test('an IP address is limited to a hundred code tries per 15 minutes', async ({ api, world }) => {
  const guesser = api.from(world.address())
  const statuses = new Set<number>()
  for (let count = 0; count < 100; count++) {
    const body = { email: `victim-${count}@example.org`, code: '123456' }
    statuses.add((await guesser.refuse(verifyOtp, { body })).status)
  }
  expect([...statuses]).toEqual([401])
  const body = { email: 'victim@example.org', code: '123456' }
  expect((await guesser.refuse(verifyOtp, { body })).status).toBe(429)
})

test('a sign-in takes eight SQL statements', async ({ api, world }) => {
  const { username, password } = await world.member()
  await api.call(login, { body: { username, password } })
  const signIn = () => api.call(login, { body: { username, password } })
  expect(await statementsOf(signIn)).toHaveLength(8)
})

test('passwords are compared in one Unicode form', async ({ api, world }) => {
  const registration = world.registration({ password: 'caf\u00e9 in the morning' })
  await api.call(register, { body: registration })
  const password = 'cafe\u0301 in the morning'
  await api.call(login, { body: { username: registration.username, password } })
})

testLogNamesNobody()

function attributes(header: unknown): string[] {
  return String(header)
    .split('; ')
    .slice(1)
    .filter((attribute) => !attribute.startsWith('Expires='))
    .sort()
}
