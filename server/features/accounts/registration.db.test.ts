import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { joiningEndpoints } from '#contract/joining.ts'
import { settingsEndpoints } from '#contract/settings.ts'
import { cookieOf } from '#server/testing/api.ts'
import { codeIn, mailsTo, waitForMail } from '#server/testing/mailbox.ts'
import { test, testLogNamesNobody } from '#server/testing/world.ts'

const OTHER_BROWSER =
  'Codes work only in the browser that asked for them. Ask for a new code here, or enter this one there.'
const { register, requestOtp, currentUser, verifyOtp } = accountEndpoints

test('a registration creates the account and signs in', async ({ api, world }) => {
  const registration = world.registration({ timeZone: 'Europe/Lisbon' })
  const response = await api.request(register, { body: registration })
  expect(response.status).toBe(201)
  const { password: _, ...shown } = registration
  expect(response.json).toMatchObject({ ...shown, emailVerified: false, isAdmin: false })
  const cookie = cookieOf(response)
  const user = await api.as({ cookie }).call(currentUser)
  expect(user).toEqual(response.json)
})

test('names are lowercased and trimmed, not refused', async ({ api, world }) => {
  const { username, email, ...rest } = world.registration()
  const user = await api.call(register, {
    body: {
      ...rest,
      username: ` ${username.toUpperCase()} `,
      email: ` ${email.toUpperCase()} `,
      anonymousUsername: `  ${rest.anonymousUsername.replaceAll(' ', '   ')} `,
    },
  })
  expect(user).toMatchObject({
    username,
    email,
    anonymousUsername: rest.anonymousUsername,
    timeZone: 'America/Chicago',
  })
})

test('a community for adults only asks everyone who joins, and stores nothing about it', async ({
  api,
  world,
}) => {
  const admin = api.as(await world.admin())
  await admin.call(settingsEndpoints.save, { body: { adultsOnly: true } })
  await admin.call(joiningEndpoints.saveSettings, { body: { mode: 'invited' } })
  const { url } = await admin.call(joiningEndpoints.createInvitation, {
    body: { maxUses: 1, days: 7 },
  })
  const invitation = url.slice(url.indexOf('=') + 1)
  const body = world.registration({ invitation })
  const sentence = 'Check the box to confirm that you’re 18 or older.'
  const refused = { status: 400, code: 'invalid_input', fields: { isAdult: sentence } }
  for (const given of [body, { ...body, isAdult: false }]) {
    expect(await api.refuse(register, { body: given })).toMatchObject(refused)
  }
  await api.call(register, { body: { ...body, isAdult: true } })

  await admin.call(joiningEndpoints.saveSettings, { body: { mode: 'asked' } })
  const application = { email: 'dove@example.org', message: 'A neighbor told me.', code: '000000' }
  expect(await api.refuse(joiningEndpoints.apply, { body: application })).toMatchObject(refused)
  const adult = await api.refuse(joiningEndpoints.apply, {
    body: { ...application, isAdult: true },
  })
  expect(adult.fields).toHaveProperty('code')

  await admin.call(settingsEndpoints.save, { body: { adultsOnly: false } })
  await admin.call(joiningEndpoints.saveSettings, { body: { mode: 'open' } })
  await api.call(register, { body: world.registration() })
})

test.for([
  ['username', '', 'Username is required'],
  ['username', '   ', 'Username is required'],
  ['username', undefined, 'Username is required'],
  ['username', 12, 'Username is required'],
  ['username', 'a'.repeat(31), 'Username must be 30 characters or less'],
  [
    'username',
    'two words',
    'Username can only contain lowercase letters, numbers, underscores, and hyphens',
  ],
  [
    'username',
    'zoë',
    'Username can only contain lowercase letters, numbers, underscores, and hyphens',
  ],
  ['email', '', 'Invalid email address'],
  ['email', undefined, 'Invalid email address'],
  ['email', 'nobody', 'Invalid email address'],
  ['email', 'a@b', 'Invalid email address'],
  ['email', 'one@example.org, two@example.org', 'Invalid email address'],
  ['email', `${'a'.repeat(250)}@example.org`, 'Invalid email address'],
  ['password', '', 'Password must be at least 8 characters'],
  ['password', '1234567', 'Password must be at least 8 characters'],
  ['password', undefined, 'Password must be at least 8 characters'],
  ['password', 'x'.repeat(201), 'Password must be 200 characters or less'],
  ['anonymousUsername', '', 'Community username is required'],
  ['anonymousUsername', '  ', 'Community username is required'],
  ['anonymousUsername', undefined, 'Community username is required'],
  ['anonymousUsername', 'n'.repeat(31), 'Community username must be 30 characters or less'],
  ['anonymousUsername', '\u3164', 'Community username is required'],
  ['anonymousUsername', '\u2800 \u0301', 'Community username is required'],
  ['anonymousUsername', 'mail@example', 'Community username cannot contain @'],
  [
    'anonymousUsername',
    'zero\u200Bwidth',
    'Community username cannot contain invisible characters',
  ],
  [
    'anonymousUsername',
    'Stray\u200dJoiner 👩‍👧',
    'Community username cannot contain invisible characters',
  ],
  [
    'anonymousUsername',
    // A Cyrillic letter among Latin ones.
    'Beаcon',
    'Community username cannot mix letters of different alphabets',
  ],
  ['otp', '12345', 'Verification code is required'],
  ['timeZone', 'Mars/Olympus', 'Choose a time zone.'],
  ['timeZone', '+02:00', 'Choose a time zone.'],
  ['timeZone', 'z'.repeat(65), 'Choose a time zone.'],
] as const)('%s %j: %s', async ([field, value, sentence], { api, world }) => {
  const error = await api.refuse(register, { body: { ...world.registration(), [field]: value } })
  expect(error).toMatchObject({
    status: 400,
    code: 'invalid_input',
    message: sentence,
    error: sentence,
    fields: { [field]: sentence },
  })
})

test.for([
  { username: 'u'.repeat(30) },
  { username: 'a-b_c-0' },
  { password: 'eight or' },
  { anonymousUsername: 'Ü'.repeat(30) },
  { anonymousUsername: 'Ruth 👩‍👩‍👧 ❤️' },
  { anonymousUsername: 'タナカ Tanaka' },
  { anonymousUsername: '김은혜 Grace' },
  { anonymousUsername: 'Надежда' },
  { otp: '' },
] as const)('%j is accepted', async (given, { api, world }) => {
  const response = await api.request(register, { body: { ...world.registration(), ...given } })
  expect(response.status).toBe(201)
})

test('each taken name has its own error, and all are reported together', async ({ api, world }) => {
  const { username, email, anonymousUsername } = await world.member()
  const body = { ...world.registration(), username, email, anonymousUsername }
  expect(await api.refuse(register, { body })).toMatchObject({
    status: 409,
    code: 'conflict',
    message: 'Username is already taken',
    fields: {
      username: 'Username is already taken',
      email: 'Email is already registered',
      anonymousUsername: 'Community username is already taken',
    },
  })
})

test.for([
  ['username', 'c0rnelius', 'cornelius', 'Username is already taken'],
  ['email', 'Taken@Example.org', 'taken@example.org', 'Email is already registered'],
  ['anonymousUsername', 'quiet  HARBOUR', 'Quiet Harbour', 'Community username is already taken'],
  // Only Cyrillic letters.
  ['anonymousUsername', 'Сосоа', 'Cocoa', 'Community username is already taken'],
  ['anonymousUsername', 'ᴏᴀᴋ ᴛʀᴇᴇ', 'Oak Tree', 'Community username is already taken'],
  ['anonymousUsername', 'Qụiet Brọọk', 'Quiet Brook', 'Community username is already taken'],
] as const)('%s %j is taken by %j', async ([field, wanted, taken, sentence], { api, world }) => {
  await world.member({ [field]: taken })
  const body = { ...world.registration(), [field]: wanted }
  expect(await api.refuse(register, { body })).toMatchObject({
    status: 409,
    message: sentence,
    fields: { [field]: sentence },
  })
})

test.for([
  ['username', 'admin'],
  ['username', 'adm1n'],
  ['username', 'moderator-2'],
  ['anonymousUsername', 'Support'],
  // Only Cyrillic letters.
  ['anonymousUsername', 'ноѕт'],
  ['anonymousUsername', 'ᴀdmin'],
  ['anonymousUsername', 'Ａḍṃịn ❤️'],
  ['anonymousUsername', 'Folx Team'],
] as const)('%s %j speaks for the community', async ([field, value], { api, world }) => {
  const error = await api.refuse(register, { body: { ...world.registration(), [field]: value } })
  expect(error).toMatchObject({ status: 409, fields: { [field]: expect.stringMatching(/taken$/) } })
})

test.for([
  ['username', 'Username is already taken'],
  ['email', 'Email is already registered'],
  ['anonymousUsername', 'Community username is already taken'],
] as const)(
  'of ten simultaneous registrations with one %s, one succeeds',
  async ([field, sentence], { api, world }) => {
    const wanted = world.registration()[field]
    const responses = await Promise.all(
      Array.from({ length: 10 }, () =>
        api.request(register, {
          body: { ...world.registration(), [field]: wanted },
          address: world.address(),
        }),
      ),
    )
    const refused = responses.filter((response) => response.status !== 201)
    expect(refused).toHaveLength(9)
    for (const response of refused) {
      expect(response).toMatchObject({
        status: 409,
        json: { code: 'conflict', message: sentence, fields: { [field]: sentence } },
      })
    }
  },
)

test('of simultaneous registrations with names that look alike, one succeeds', async ({
  api,
  world,
}) => {
  const names = ['Lark Wood', 'ʟᴀʀᴋ ᴡᴏᴏᴅ', 'Lạrk Wood', 'LARK VVOOD', 'Ⓛark Wood', '𝐋ark Wood']
  const responses = await Promise.all(
    names.map((anonymousUsername) =>
      api.request(register, {
        body: world.registration({ anonymousUsername }),
        address: world.address(),
      }),
    ),
  )
  const sentence = 'Community username is already taken'
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const response of responses.filter(({ status }) => status !== 201)) {
    expect(response).toMatchObject({
      status: 409,
      json: { code: 'conflict', message: sentence, fields: { anonymousUsername: sentence } },
    })
  }
})

test('a right code verifies the address and is used up', async ({ api, world, context }) => {
  const registration = world.registration()
  await api.call(requestOtp, { body: { email: registration.email.toUpperCase() } })
  const mail = await waitForMail(context.db, { to: registration.email, subject: /verification/ })
  const code = codeIn(mail)
  const user = await api.call(register, { body: { ...registration, otp: code } })
  expect(user.emailVerified).toBe(true)
  const again = await api.refuse(verifyOtp, { body: { email: registration.email, code } })
  expect(again).toMatchObject({ status: 401, message: 'Invalid code' })
})

test('a wrong code is refused and creates nothing', async ({ api, world, context }) => {
  const registration = world.registration()
  await api.call(requestOtp, { body: { email: registration.email } })
  const code = codeIn(
    await waitForMail(context.db, { to: registration.email, subject: /verification/ }),
  )
  const wrong = { body: { ...registration, otp: otherThan(code) } }
  expect(await api.refuse(register, wrong)).toMatchObject({
    status: 400,
    code: 'invalid_input',
    message: 'Invalid code',
    fields: { otp: 'Invalid code' },
  })
  await api.call(register, { body: { ...registration, otp: code } })
})

test('a code for one address verifies no other', async ({ api, world, context }) => {
  const asked = world.registration()
  await api.call(requestOtp, { body: { email: asked.email } })
  const code = codeIn(await waitForMail(context.db, { to: asked.email, subject: /verification/ }))
  const error = await api.refuse(register, { body: { ...world.registration(), otp: code } })
  expect(error.fields).toEqual({ otp: OTHER_BROWSER })
})

test('a code is refused after ten minutes', async ({ api, world, context, clock }) => {
  const registration = world.registration()
  await api.call(requestOtp, { body: { email: registration.email } })
  const mail = await waitForMail(context.db, { to: registration.email, subject: /verification/ })
  clock.advance({ minutes: 10 })
  const error = await api.refuse(register, { body: { ...registration, otp: codeIn(mail) } })
  expect(error.fields).toEqual({ otp: 'Invalid code' })
})

test('after five wrong tries the right code is refused too', async ({ api, world, context }) => {
  const registration = world.registration()
  await api.call(requestOtp, { body: { email: registration.email } })
  const code = codeIn(
    await waitForMail(context.db, { to: registration.email, subject: /verification/ }),
  )
  for (let count = 0; count < 5; count++) {
    const body = { ...registration, otp: otherThan(code) }
    await api.refuse(register, { body, address: world.address() })
  }
  const error = await api.refuse(register, { body: { ...registration, otp: code } })
  expect(error.fields).toEqual({ otp: 'Invalid code' })
})

test('only one of two registrations with the same code succeeds', async ({
  api,
  world,
  context,
}) => {
  const first = world.registration()
  const second = world.registration({ email: first.email })
  await api.call(requestOtp, { body: { email: first.email } })
  const otp = codeIn(await waitForMail(context.db, { to: first.email, subject: /verification/ }))
  const responses = await Promise.all(
    [first, second].map((body) => api.request(register, { body: { ...body, otp } })),
  )
  const statuses = responses.map((response) => response.status).sort()
  expect(statuses[0]).toBe(201)
  expect([400, 409]).toContain(statuses[1])
})

test('a refused registration keeps the code for another try', async ({ api, world, context }) => {
  const taken = await world.member()
  const registration = world.registration()
  await api.call(requestOtp, { body: { email: registration.email } })
  const otp = codeIn(
    await waitForMail(context.db, { to: registration.email, subject: /verification/ }),
  )
  await api.refuse(register, { body: { ...registration, otp, username: taken.username } })
  await api.call(register, { body: { ...registration, otp } })
})

test('a network can create twenty accounts an hour, and more with verified addresses', async ({
  api,
  world,
  context,
}) => {
  const church = api.from(world.address())
  for (let count = 0; count < 20; count++) {
    await church.call(register, { body: world.registration() })
  }
  const registration = world.registration()
  const response = await church.request(register, { body: registration })
  const sentence =
    'Many accounts were created from this network today. Verify your email address with a code to create yours.'
  expect(response).toMatchObject({
    status: 429,
    json: { message: sentence, fields: { otp: sentence } },
  })
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(3000)
  const { email } = registration
  await church.call(requestOtp, { body: { email } })
  const otp = codeIn(await waitForMail(context.db, { to: email, subject: /verification/ }))
  await church.call(register, { body: { ...registration, otp } })
})

test('a network is limited to a hundred registration attempts an hour', async ({ api, world }) => {
  const flood = api.from(world.address())
  const { username } = await world.member()
  const body = { ...world.registration(), username }
  for (let count = 0; count < 100; count++) await flood.refuse(register, { body })
  const response = await flood.request(register, { body })
  expect(response.status).toBe(429)
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(3000)
  expect((await api.from(world.address()).refuse(register, { body })).status).toBe(409)
})

test('only hashes of passwords, sessions and codes are stored', async ({ api, world, context }) => {
  const registration = world.registration()
  await api.call(requestOtp, { body: { email: registration.email } })
  const code = codeIn(
    await waitForMail(context.db, { to: registration.email, subject: /verification/ }),
  )
  const { cookie } = await api.signIn(register, { body: registration, address: world.address() })
  const token = cookie.split('=')[1] ?? ''
  const member = await context.db
    .selectFrom('member')
    .selectAll()
    .where('username', '=', registration.username)
    .executeTakeFirstOrThrow()
  expect(member.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const session = await context.db
    .selectFrom('session')
    .selectAll()
    .where('memberId', '=', member.memberId)
    .executeTakeFirstOrThrow()
  expect(session.tokenHash).toHaveLength(32)
  const stored = await context.db.selectFrom('oneTimeCode').selectAll().execute()
  for (const row of [member, session, ...stored]) {
    const text = Object.values(row)
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
      .join('\n')
    expect(text).not.toContain(registration.password)
    expect(text).not.toContain(token)
    expect(text).not.toContain(code)
  }
  expect(stored.length).toBeGreaterThan(0)
  expect(await mailsTo(context.db, 'nobody@example.org')).toEqual([])
})

testLogNamesNobody()

function otherThan(code: string): string {
  return code === '000000' ? '111111' : '000000'
}
