import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { emailChangeEndpoints as calls } from '#contract/email-changes.ts'
import { pseudonymEndpoints } from '#contract/pseudonyms.ts'
import type { Context } from '#server/context.ts'
import type { TestApi } from '#server/testing/api.ts'
import { codeIn, mailsTo, tokenIn, waitForMail } from '#server/testing/mailbox.ts'
import type { TestMember } from '#server/testing/population.ts'
import { unzip } from '#server/testing/unzip.ts'
import { test, testLogNamesNobody } from '#server/testing/world.ts'

const { currentUser, login, register, requestOtp, verifyOtp } = accountEndpoints
const CODE = /Confirm your new email/

async function startTo(
  { api, context }: { api: TestApi; context: Context },
  member: TestMember,
  newEmail: string,
): Promise<string> {
  await api.as(member).call(calls.start, { body: { newEmail } })
  return codeIn(await waitForMail(context.db, { to: newEmail, subject: CODE }))
}

test('a code from the new address changes the account’s address to it, verified', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const newEmail = 'moved-there@example.org'
  const code = await startTo({ api, context }, member, newEmail)
  const user = await api.as(member).call(calls.confirm, { body: { code } })
  expect(user).toMatchObject({ email: newEmail, emailVerified: true })
  await api.call(login, { body: { username: newEmail, password: member.password } })
  expect((await api.as(member).call(currentUser)).email).toBe(newEmail)
  expect((await api.as(member).refuse(calls.confirm, { body: { code } })).status).toBe(400)
  const jobs = await context.db.selectFrom('emailMessage').select('kind').execute()
  expect(jobs.map(({ kind }) => kind)).toContain('email-changed')
})

test('the old address can undo the change for 7 days, which ends all access except through its mailbox', async ({
  api,
  world,
  context,
  clock,
}) => {
  const member = await world.member()
  const newEmail = 'thief@example.org'
  const code = await startTo({ api, context }, member, newEmail)
  await api.as(member).call(calls.confirm, { body: { code } })
  const mail = await waitForMail(context.db, {
    to: member.email,
    subject: /You changed your email/,
  })
  expect(`${mail.text}${mail.html}`).not.toContain(newEmail)
  const later = await api.signIn(login, {
    body: { username: newEmail, password: member.password },
  })
  clock.advance({ minutes: 6 * 24 * 60 })
  const body = { token: tokenIn(mail) }
  expect(await api.call(calls.read, { query: body })).toMatchObject({
    byAdmin: false,
    state: 'open',
    holdUntil: null,
  })
  expect((await api.call(calls.undo, { body })).state).toBe('undone')
  expect((await api.as(later).refuse(currentUser)).status).toBe(401)
  const credentials = { username: member.username, password: member.password }
  expect((await api.refuse(login, { body: credentials })).status).toBe(401)
  const { email } = member
  const owner = api.browser()
  await owner.call(requestOtp, { body: { email } })
  const back = codeIn(await waitForMail(context.db, { to: email, subject: /sign-in code/ }))
  const user = (await owner.call(verifyOtp, { body: { email, code: back } })) as object
  expect(user).toMatchObject({ id: member.id, email, emailVerified: true })
})

test('after 7 days the change cannot be undone', async ({ api, world, context, clock }) => {
  const member = await world.member()
  const code = await startTo({ api, context }, member, 'stays@example.org')
  await api.as(member).call(calls.confirm, { body: { code } })
  const mail = await waitForMail(context.db, {
    to: member.email,
    subject: /You changed your email/,
  })
  clock.advance({ minutes: 7 * 24 * 60 + 1 })
  const body = { token: tokenIn(mail) }
  expect(await api.refuse(calls.undo, { body })).toMatchObject({
    status: 409,
    message: expect.stringContaining('expired'),
  })
  expect((await api.call(calls.read, { query: body })).state).toBe('over')
})

test('a taken address gets the same response, and its owner gets an email', async ({
  api,
  world,
  context,
}) => {
  const [member, other] = [await world.member(), await world.member()]
  const free = { body: { newEmail: 'free-for-all@example.org' } }
  const taken = { body: { newEmail: other.email } }
  const [first, second] = [
    await api.as(member).request(calls.start, free),
    await api.as(member).request(calls.start, taken),
  ]
  expect([second.status, second.text]).toEqual([first.status, first.text])
  await waitForMail(context.db, { to: other.email, subject: /already in use/ })
  expect((await mailsTo(context.db, other.email)).some(({ text }) => /\b\d{6}\b/.test(text))).toBe(
    false,
  )
  const guess = { body: { code: '123456' } }
  expect((await api.as(member).refuse(calls.confirm, guess)).status).toBe(400)
  expect((await api.as(member).call(currentUser)).email).toBe(member.email)
})

test('an address that the member never verified is free again and gets no email', async ({
  api,
  world,
  context,
}) => {
  const email = 'somebody-elses@example.org'
  const squatter = api.browser()
  await squatter.call(register, { body: world.registration({ email }) })
  // A change needs a step-up, which a new session doesn't have.
  await context.db.updateTable('session').set({ steppedUpAt: context.now() }).execute()
  const newEmail = 'the-squatters-own@example.org'
  await squatter.call(calls.start, { body: { newEmail } })
  const code = codeIn(await waitForMail(context.db, { to: newEmail, subject: CODE }))
  await squatter.call(calls.confirm, { body: { code } })
  const owner = api.browser()
  const user = await owner.call(register, { body: world.registration({ email }) })
  expect(user).toMatchObject({ email })
  const kinds = await context.db
    .selectFrom('emailMessage')
    .select('kind')
    .where('toAddress', '=', email)
    .execute()
  expect(kinds).toEqual([])
  await owner.call(requestOtp, { body: { email } })
  const own = codeIn(await waitForMail(context.db, { to: email, subject: /verification code/ }))
  expect(await owner.call(verifyOtp, { body: { email, code: own } })).toMatchObject({
    id: user.id,
    emailVerified: true,
  })
})

test('an address that somebody else takes before the code is entered stays theirs', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const newEmail = 'wanted-by-two@example.org'
  const code = await startTo({ api, context }, member, newEmail)
  await api.call(register, { body: world.registration({ email: newEmail }) })
  expect((await api.as(member).refuse(calls.confirm, { body: { code } })).status).toBe(409)
  expect((await api.as(member).call(currentUser)).email).toBe(member.email)
})

test('a code allows five tries, is valid for 10 minutes and works once', async ({
  api,
  world,
  context,
  clock,
}) => {
  const member = await world.member()
  const caller = api.as(member)
  const code = await startTo({ api, context }, member, 'guessed@example.org')
  const wrong = code === '000000' ? '111111' : '000000'
  for (let count = 0; count < 5; count += 1) {
    await caller.refuse(calls.confirm, { body: { code: wrong } })
  }
  expect((await caller.refuse(calls.confirm, { body: { code } })).status).toBe(400)

  const second = await startTo({ api, context }, member, 'expired@example.org')
  clock.advance({ minutes: 11 })
  expect((await caller.refuse(calls.confirm, { body: { code: second } })).status).toBe(400)

  const third = await startTo({ api, context }, member, 'once@example.org')
  const answers = await Promise.all(
    [1, 2, 3].map(() => caller.request(calls.confirm, { body: { code: third } })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a change needs a step-up and a different address, and is rate-limited', async ({
  api,
  world,
}) => {
  const member = await world.member()
  const stale = api.as(await world.staleSession(member.id))
  const body = { newEmail: 'proof@example.org' }
  expect((await stale.refuse(calls.start, { body })).code).toBe('step_up')
  const same = { newEmail: member.email.toUpperCase() }
  expect(await api.as(member).refuse(calls.start, { body: same })).toMatchObject({
    status: 400,
    fields: { newEmail: 'This is already your email address.' },
  })
  for (let count = 0; count < 5; count += 1) {
    await api.as(member).call(calls.start, { body: { newEmail: `n${count}@example.org` } })
  }
  expect((await api.as(member).refuse(calls.start, { body })).status).toBe(429)
})

test('the archive contains address and username changes and the security log, and removal deletes them', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const caller = api.as(member)
  const newEmail = 'archived@example.org'
  const code = await startTo({ api, context }, member, newEmail)
  await caller.call(calls.confirm, { body: { code } })
  const body = { anonymousUsername: 'Archived Swift' }
  await caller.call(pseudonymEndpoints.change, { body })
  await caller.call(calls.start, { body: { newEmail: 'never@example.org' } })
  const { bytes } = await caller.request(accountEndpoints.exportData)
  const text = unzip(bytes).get('account.json')?.toString() ?? ''
  expect(JSON.parse(text)).toMatchObject({
    emailChanges: [{ from: member.email, to: newEmail, byAdministrator: false, undoneAt: null }],
    securityLog: [
      { kind: 'data-exported' },
      { kind: 'pseudonym-changed' },
      { kind: 'email-changed' },
    ],
    communityUsernameChanges: [{ changedAt: expect.stringMatching(/Z$/) }],
  })
  expect(text).not.toMatch(/token/i)
  const leave = { password: member.password, stories: 'remove' } as const
  await caller.call(accountEndpoints.removeAccount, { body: leave })
  const tables = [
    'addressChange',
    'emailChangeRequest',
    'formerPseudonym',
    'securityEvent',
  ] as const
  for (const table of tables) {
    const rows = await context.db
      .selectFrom(table)
      .select('memberId')
      .where('memberId', '=', member.id)
      .execute()
    expect([table, rows]).toEqual([table, []])
  }
})

testLogNamesNobody('@example.org')
