import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { settingsEndpoints } from '#contract/settings.ts'
import { userEndpoints } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import { queueMail } from '#server/features/email/service.ts'
import { cookieOf } from '#server/testing/api.ts'
import { codeIn, mailsTo, tokenIn, waitForJob, waitForMail } from '#server/testing/mailbox.ts'
import { test, testLogNamesNobody } from '#server/testing/world.ts'

const { changeEmail, list } = userEndpoints
const { currentUser, forgotPassword, login, register, requestOtp, resetPassword, verifyOtp } =
  accountEndpoints

async function changesOf({ db }: Context, memberId: string): Promise<unknown[]> {
  return db
    .selectFrom('auditEntry')
    .select(['action', 'subjectType', 'adminId', 'detail'])
    .where('subjectId', '=', memberId)
    .orderBy('auditEntryId')
    .execute()
}

test('a new address replaces the old one, unverified, and sessions stay', async ({
  api,
  world,
  context,
}) => {
  const admin = await world.admin()
  const member = await world.member()
  const params = { id: member.id }
  const body = { newEmail: '  New.Place@Example.org ' }
  expect(await api.as(admin).call(changeEmail, { params, body })).toMatchObject({
    id: member.id,
    email: 'new.place@example.org',
    emailVerified: false,
    isSelf: false,
  })
  expect(await api.as(member).call(currentUser)).toMatchObject({
    email: 'new.place@example.org',
    emailVerified: false,
  })
  const old = { username: member.email, password: member.password }
  expect((await api.refuse(login, { body: old })).status).toBe(401)
  await api.call(login, { body: { ...old, username: 'new.place@example.org' } })
  expect(await changesOf(context, member.id)).toEqual([
    { action: 'user-email-changed', subjectType: 'user', adminId: admin.id, detail: {} },
  ])
})

test('a verified old address gets an email, which names neither the new address nor the administrator', async ({
  world,
  context,
  admin,
}) => {
  const member = await world.member()
  const helpEmail = 'help@folx.example'
  await admin.call(settingsEndpoints.save, { body: { helpEmail } })
  const newEmail = 'notified@example.org'
  await admin.call(changeEmail, { params: { id: member.id }, body: { newEmail } })
  const toOld = await waitForMail(context.db, { to: member.email, subject: /was changed/ })
  expect(toOld.text).toContain(`write to ${helpEmail}`)
  const { anonymousUsername, username, email } = member
  for (const secret of [anonymousUsername, username, email, newEmail, member.id]) {
    expect(`${toOld.subject}${toOld.text}${toOld.html}`).not.toContain(secret)
  }
  await admin.call(settingsEndpoints.save, { body: { helpEmail: null } })
  const other = await world.member()
  const second = { params: { id: other.id }, body: { newEmail: 'told-again@example.org' } }
  await admin.call(changeEmail, second)
  const withoutHelp = await waitForMail(context.db, { to: other.email, subject: /was changed/ })
  expect(withoutHelp.text).not.toContain('write to')
})

test('addresses that were never verified get no email about changes', async ({
  world,
  context,
  admin,
}) => {
  const member = await world.member({ emailVerified: false })
  const params = { id: member.id }
  const addresses = ['typo-one@example.org', 'typo-two@example.org', member.email]
  for (const newEmail of addresses) await admin.call(changeEmail, { params, body: { newEmail } })
  const queued = await context.db
    .selectFrom('emailMessage')
    .select(['kind', 'toAddress'])
    .where('toAddress', 'in', addresses)
    .execute()
  expect(queued).toEqual([])
})

test('emails still waiting for the old address are not sent', async ({ world, context, admin }) => {
  const [member, other] = [await world.member(), await world.member()]
  const later = (to: string): Promise<void> =>
    context.db.transaction().execute((trx) => {
      const mail = { subject: 'Your story', text: 'It stands.', html: '<p>It stands.</p>' }
      return queueMail(context, trx, { kind: 'story-approved', to, mail, startAfter: 3_600 })
    })
  for (const to of [member.email, member.email, other.email]) await later(to)
  const sent = { toAddress: member.email, kind: 'welcome', subject: 'Welcome', text: '', html: '' }
  await context.db
    .insertInto('emailMessage')
    .values({ ...sent, sentAt: new Date() })
    .execute()
  const body = { newEmail: 'quiet-now@example.org' }
  await admin.call(changeEmail, { params: { id: member.id }, body })
  const kindsTo = async (to: string): Promise<string[]> => {
    const query = context.db.selectFrom('emailMessage').select('kind').where('toAddress', '=', to)
    return (await query.orderBy('emailMessageId').execute()).map(({ kind }) => kind)
  }
  expect(await kindsTo(member.email)).toEqual(['welcome', 'email-changed'])
  expect(await kindsTo(other.email)).toEqual(['story-approved'])
  await waitForMail(context.db, { to: member.email, subject: /was changed/ })
})

test('a code verifies the new address', async ({ api, world, context, admin }) => {
  const member = await world.member()
  const email = 'proven-later@example.org'
  await admin.call(changeEmail, { params: { id: member.id }, body: { newEmail: email } })
  await api.as(member).call(requestOtp, { body: { email } })
  const code = codeIn(await waitForMail(context.db, { to: email, subject: /verification code/ }))
  const response = await api.as(member).request(verifyOtp, { body: { email, code } })
  expect(response.json).toMatchObject({ id: member.id, emailVerified: true, hasPassword: true })
  const user = await api.as({ cookie: cookieOf(response) }).call(currentUser)
  expect(user.emailVerified).toBe(true)
})

test('codes and reset links sent to the old address no longer work', async ({
  api,
  world,
  context,
  admin,
}) => {
  const member = await world.member()
  const { email } = member
  await api.call(requestOtp, { body: { email } })
  await api.call(forgotPassword, { body: { email } })
  const code = codeIn(await waitForMail(context.db, { to: email, subject: /code/ }))
  const token = tokenIn(await waitForMail(context.db, { to: email, subject: /new password/ }))
  const body = { newEmail: 'elsewhere@example.org' }
  await admin.call(changeEmail, { params: { id: member.id }, body })
  expect((await api.refuse(verifyOtp, { body: { email, code } })).status).toBe(401)
  const reset = { token, newPassword: 'a lamp in the window' }
  expect((await api.refuse(resetPassword, { body: reset })).status).toBe(400)
  await api.call(forgotPassword, { body: { email } })
  await waitForJob(context.db, 'request-reset', {})
  const mails = await mailsTo(context.db, email)
  expect(mails.filter((mail) => /new password/.test(mail.subject))).toHaveLength(1)
})

test('the same address changes nothing and sends no email', async ({ world, context, admin }) => {
  const member = await world.member()
  const input = { params: { id: member.id }, body: { newEmail: member.email.toUpperCase() } }
  expect(await admin.call(changeEmail, input)).toMatchObject({
    email: member.email,
    emailVerified: true,
  })
  expect(await changesOf(context, member.id)).toMatchObject([{ action: 'users-listed' }])
  const queued = await context.db
    .selectFrom('emailMessage')
    .select('kind')
    .where('toAddress', '=', member.email)
    .execute()
  expect(queued).toEqual([])
})

test('another member’s address is refused, and nothing changes', async ({
  api,
  world,
  context,
  admin,
}) => {
  const [member, other] = [await world.member(), await world.member()]
  const body = { newEmail: other.email.toUpperCase() }
  expect(await admin.refuse(changeEmail, { params: { id: member.id }, body })).toMatchObject({
    status: 409,
    code: 'conflict',
    message: 'Email is already registered',
    fields: { newEmail: 'Email is already registered' },
  })
  expect((await api.as(member).call(currentUser)).email).toBe(member.email)
  expect(await changesOf(context, member.id)).toEqual([])
})

test('invalid addresses and unknown members are refused', async ({ world, admin }) => {
  const { id } = await world.member()
  for (const newEmail of ['', 'nobody', 'a b@example.org', `${'x'.repeat(250)}@example.org`]) {
    const refusal = await admin.refuse(changeEmail, { params: { id }, body: { newEmail } })
    expect(refusal).toMatchObject({ status: 400, fields: { newEmail: 'Invalid email address' } })
  }
  const body = { newEmail: 'free@example.org' }
  const unknown = { params: { id: crypto.randomUUID() }, body }
  expect((await admin.refuse(changeEmail, unknown)).status).toBe(404)
  expect((await admin.refuse(changeEmail, { params: { id: '1' }, body })).status).toBe(400)
})

test('of many concurrent changes and registrations with one address, exactly one succeeds', async ({
  api,
  world,
  admin,
}) => {
  const newEmail = 'wanted@example.org'
  const members = await Promise.all(Array.from({ length: 5 }, () => world.member()))
  const answers = await Promise.all([
    ...members.map(({ id }) => admin.request(changeEmail, { params: { id }, body: { newEmail } })),
    ...members.map(() => api.request(register, { body: world.registration({ email: newEmail }) })),
  ])
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status < 300)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(9)
  const { items } = await admin.call(list, { query: { q: newEmail } })
  expect(items).toHaveLength(1)
})

test('concurrent changes of one account email only the verified address, once', async ({
  world,
  context,
  admin,
}) => {
  for (let round = 0; round < 4; round += 1) {
    const { id, email } = await world.member()
    const addresses = ['left', 'middle', 'right'].map((side) => `${side}-${round}@example.org`)
    const answers = await Promise.all(
      addresses.map((newEmail) =>
        admin.request(changeEmail, { params: { id }, body: { newEmail } }),
      ),
    )
    for (const { status } of answers) expect([200, 409]).toContain(status)
    const done = addresses.filter((_, index) => answers[index]?.status === 200)
    const { items } = await admin.call(list, { query: { q: `-${round}@example.org` } })
    const last = items.find((user) => user.id === id)?.email
    expect(done).toContain(last)
    const notified = await context.db
      .selectFrom('emailMessage')
      .select('toAddress')
      .where('kind', '=', 'email-changed')
      .where('toAddress', 'in', [email, ...addresses])
      .execute()
    expect(notified.map((mail) => mail.toAddress)).toEqual([email])
  }
})

test('signing in with a code while the address changes never verifies the new one', async ({
  api,
  world,
  context,
  admin,
}) => {
  for (let round = 0; round < 5; round += 1) {
    const member = await world.member({ emailVerified: false })
    const { email, id } = member
    await api.call(requestOtp, { body: { email } })
    const code = codeIn(await waitForMail(context.db, { to: email, subject: /code/ }))
    const newEmail = `moved-${round}-${email}`
    const [signIn, change] = await Promise.all([
      api.request(verifyOtp, { body: { email, code } }),
      admin.request(changeEmail, { params: { id }, body: { newEmail } }),
    ])
    expect([200, 401, 404]).toContain(signIn.status)
    expect(change.status).toBe(200)
    const cookie = await world.session(id)
    expect(await api.as({ cookie }).call(currentUser)).toMatchObject({
      email: newEmail,
      emailVerified: false,
    })
  }
})

test('an administrator can make sixty changes an hour', async ({ world, admin }) => {
  const { id, email } = await world.member()
  const input = { params: { id }, body: { newEmail: email } }
  for (let count = 0; count < 60; count += 1) await admin.call(changeEmail, input)
  expect((await admin.refuse(changeEmail, input)).status).toBe(429)
})

testLogNamesNobody('@example.org')
