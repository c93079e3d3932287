import { expect } from 'vitest'
import { accountEndpoints as accounts } from '#contract/accounts.ts'
import { DAY_MS } from '#contract/durations.ts'
import type { SuspensionLook } from '#contract/errors.ts'
import { factorEndpoints as factors } from '#contract/factors.ts'
import { notificationEndpoints } from '#contract/notifications.ts'
import { secondLookEndpoints as looks } from '#contract/second-looks.ts'
import { storyEndpoints as stories } from '#contract/stories.ts'
import { teamMessageEndpoints as messages } from '#contract/team-messages.ts'
import { userEndpoints as users } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import { cookieOf, type TestApi } from '#server/testing/api.ts'
import type { Authenticator } from '#server/testing/authenticator.ts'
import { appCode, setUpApp, setUpPasskey, startPendingSignIn } from '#server/testing/factors.ts'
import { codeIn, mailsTo, waitForMail } from '#server/testing/mailbox.ts'
import type { TestMember, World } from '#server/testing/population.ts'
import { test as base } from '#server/testing/world.ts'

/** Each test starts without administrators and second looks. */
const test = base.extend<{ $test: { none: null } }>({
  none: [
    async ({ context: { db } }, use) => {
      await db.updateTable('member').set({ rights: [] }).execute()
      await db.deleteFrom('secondLook').execute()
      await db.deleteFrom('reviewItem').where('subject', '=', 'second-look').execute()
      await use(null)
    },
    { auto: true },
  ],
})

const WORDS = 'I asked nobody for money.'
const REASON = 'You are right, it was a collection.'
const EXPIRED = { status: 400, message: 'This has expired. Sign in again, then ask.' }

interface Suspended {
  member: TestMember
  decider: TestMember
  first: TestApi
  second: TestApi
}

async function suspend({ api, world }: { api: TestApi; world: World }): Promise<Suspended> {
  const [member, decider] = [await world.member(), await world.admin()]
  const second = api.as(await world.admin({ rights: ['stories'] }))
  const first = api.as(decider)
  await suspendBy(first, member)
  return { member, decider, first, second }
}

async function suspendBy(admin: TestApi, { id }: TestMember): Promise<void> {
  const body = { isSuspended: true, reason: 'Asked for money.' }
  await admin.call(users.suspend, { params: { id }, body })
}

async function restore(admin: TestApi, { id }: TestMember): Promise<void> {
  await admin.call(users.suspend, { params: { id }, body: { isSuspended: false } })
}

async function refusedSignIn(api: TestApi, { username, password }: TestMember) {
  return api.refuse(accounts.login, { body: { username, password } })
}

/** Tries to sign in and returns what the page needs for a second look. */
async function lookOf(api: TestApi, member: TestMember): Promise<SuspensionLook> {
  const { secondLook } = await refusedSignIn(api, member)
  if (!secondLook) throw new Error('No second look is possible.')
  return secondLook
}

async function ask(api: TestApi, member: TestMember): Promise<string> {
  const { proof } = await lookOf(api, member)
  await api.call(looks.askSuspended, { body: { proof, words: WORDS } })
  return proof
}

async function waitingId(admin: TestApi): Promise<number> {
  return (await admin.call(looks.list)).items[0]?.id ?? 0
}

async function makeOlder({ db }: Context, member: TestMember, days: number): Promise<void> {
  const suspendedAt = new Date(Date.now() - days * DAY_MS - 1_000)
  await db.updateTable('member').set({ suspendedAt }).where('memberId', '=', member.id).execute()
  await db
    .updateTable('suspension')
    .set({ suspendedAt })
    .where('memberId', '=', member.id)
    .execute()
}

test('somebody else lifts a suspension: the member signs in again and reads why', async ({
  api,
  world,
  context,
}) => {
  const { member, decider, first, second } = await suspend({ api, world })
  await ask(api, member)
  expect(await refusedSignIn(api, member)).toMatchObject({
    status: 403,
    message:
      'This account is suspended. The reason given: “Asked for money.” You asked for a second look. Someone else on the team will answer. You’ll see the answer when you sign in again.',
  })
  const { items, total } = await second.call(looks.list)
  expect(total).toBe(1)
  expect(items).toMatchObject([
    {
      subject: 'suspension',
      about: 'account',
      words: WORDS,
      reason: 'Asked for money.',
      title: null,
      text: null,
      storyId: null,
      decidedBy: decider.anonymousUsername,
      anonymousUsername: member.anonymousUsername,
      block: null,
    },
  ])
  for (const secret of [member.id, member.username, member.email]) {
    expect(JSON.stringify(items)).not.toContain(secret)
  }
  const params = { id: items[0]?.id ?? 0 }
  const body = { changed: true, reason: REASON }
  expect(await first.refuse(looks.answer, { params, body })).toMatchObject({
    status: 409,
    message: 'You made the first decision, so somebody else has to answer.',
  })
  await second.call(looks.answer, { params, body })

  const own = api.as(await api.signIn(accounts.login, { body: member }))
  expect(await own.call(messages.list)).toMatchObject([
    { kind: 'second-look-changed', about: 'account', storyId: null, words: REASON },
  ])
  const { items: notices } = await own.call(notificationEndpoints.list)
  expect(notices[0]).toMatchObject({ kind: 'second-look', isRead: false })
  const mail = await waitForMail(context.db, { to: member.email, subject: /^About your account/ })
  expect(mail.text).toContain(REASON)
  expect(mail.text).toContain('You can sign in again.')
  expect(mail.text).not.toContain(member.anonymousUsername)
  expect(await mailsTo(context.db, member.email)).toHaveLength(1)
  expect(await second.call(looks.list)).toMatchObject({ items: [], total: 0 })
  expect(await first.call(users.get, { params: { id: member.id } })).toMatchObject({
    isSuspended: false,
    suspensions: 0,
  })

  const rows = await context.db.selectFrom('secondLook').select('words').execute()
  expect(rows).toEqual([{ words: null }])
  const log = await context.db
    .selectFrom('auditEntry')
    .selectAll()
    .where('action', 'in', ['second-look-changed', 'user-restored'])
    .where('createdAt', '>', new Date(Date.now() - 60_000))
    .execute()
  expect(log.map(({ subjectType, subjectId }) => [subjectType, subjectId])).toEqual([
    ['second-look', String(params.id)],
  ])
  for (const name of [member.id, member.username, member.anonymousUsername]) {
    expect(JSON.stringify(log)).not.toContain(name)
  }
})

test('a suspension that stays says so at sign-in and by email, and the answer is final', async ({
  api,
  world,
  context,
}) => {
  const { member, second } = await suspend({ api, world })
  const proof = await ask(api, member)
  const params = { id: await waitingId(second) }
  const body = { changed: false, reason: 'Three members told us so' }
  await second.call(looks.answer, { params, body })
  const refusal = await refusedSignIn(api, member)
  expect(refusal).toMatchObject({
    status: 403,
    message: 'We looked again: the suspension stays. The reason given: “Three members told us so.”',
  })
  expect(refusal.secondLook).toBeUndefined()
  const again = { body: { proof, words: WORDS } }
  expect(await api.refuse(looks.askSuspended, again)).toMatchObject({
    status: 409,
    message: 'You already asked for a second look at this decision.',
  })
  const mail = await waitForMail(context.db, { to: member.email, subject: /^About your account/ })
  expect(mail.text).toContain('The suspension stays.')
  const written = await context.db
    .selectFrom('teamMessage')
    .selectAll()
    .where('memberId', '=', member.id)
    .execute()
  expect(written).toEqual([])
})

test('only a sign-in with all its steps gives a proof, which is for one suspension and half an hour', async ({
  api,
  world,
  clock,
}) => {
  const { member, first } = await suspend({ api, world })
  const { username } = member
  const wrong = await api.refuse(accounts.login, { body: { username, password: 'a wrong guess' } })
  expect(wrong.status).toBe(401)
  expect(wrong.secondLook).toBeUndefined()

  const { memberId, proof, byEmail } = await lookOf(api, member)
  expect([memberId, byEmail]).toEqual([member.id, false])
  expect(Buffer.from(proof, 'base64url').toString('latin1')).not.toContain(member.id)
  for (const wrongProof of ['', 'x'.repeat(80), `${proof.slice(0, -2)}AA`, proof.slice(20)]) {
    const body = { proof: wrongProof, words: WORDS }
    expect(await api.refuse(looks.askSuspended, { body })).toMatchObject(EXPIRED)
  }
  clock.advance({ minutes: 31 })
  const late = { body: { proof, words: WORDS } }
  expect(await api.refuse(looks.askSuspended, late)).toMatchObject(EXPIRED)

  const fresh = { body: { proof: (await lookOf(api, member)).proof, words: WORDS } }
  await restore(first, member)
  expect(await api.refuse(looks.askSuspended, fresh)).toMatchObject(EXPIRED)
  clock.advance({ minutes: 1 })
  await suspendBy(first, member)
  expect(await api.refuse(looks.askSuspended, fresh)).toMatchObject(EXPIRED)
  await ask(api, member)
})

test('an emailed code, an authenticator app and a passkey end in the same refusal', async ({
  api,
  world,
  clock,
  context,
}) => {
  const admin = api.as(await world.admin())
  const [byCode, byApp, byKey] = [await world.member(), await world.member(), await world.member()]
  const { secret } = await setUpApp(api.as(byApp), clock)
  const { authenticator } = await setUpPasskey(api.as(byKey))
  for (const member of [byCode, byApp, byKey]) await suspendBy(admin, member)
  const { email } = byCode
  await api.call(accounts.requestOtp, { body: { email } })
  const code = codeIn(await waitForMail(context.db, { to: email, subject: /code/ }))
  const withCode = await api.refuse(accounts.verifyOtp, { body: { email, code } })

  // The password alone tells nothing where a second step is set up.
  const pending = api.as(await startPendingSignIn(api, byApp))
  const withApp = await pending.refuse(factors.finishSignIn, {
    body: { method: 'totp', code: appCode(secret, clock) },
  })
  const asked = await api.request(factors.passkeySignInOptions)
  const response = authenticator.get(asked.json as Parameters<Authenticator['get']>[0])
  const browser = api.as({ cookie: cookieOf(asked) })
  const withKey = await browser.refuse(factors.passkeySignIn, { body: { response } })
  const refusals = [withCode, withApp, withKey]
  for (const [index, member] of [byCode, byApp, byKey].entries()) {
    expect(refusals[index]).toMatchObject({
      status: 403,
      message: 'This account is suspended. The reason given: “Asked for money.”',
      secondLook: { memberId: member.id },
    })
  }
})

test('after 30 days a suspension can’t be asked about', async ({ api, world, context, clock }) => {
  const { member } = await suspend({ api, world })
  await makeOlder(context, member, 30)
  expect((await refusedSignIn(api, member)).secondLook).toBeUndefined()
  clock.set(new Date(Date.now() - 60_000))
  const { proof } = await lookOf(api, member)
  clock.reset()
  expect(await api.refuse(looks.askSuspended, { body: { proof, words: WORDS } })).toMatchObject({
    status: 409,
    message: 'You can ask for a second look within 30 days.',
  })
})

test('whoever suspended answers only while nobody else can, also from a story', async ({
  api,
  world,
  context,
}) => {
  const [member, decider] = [await world.member(), await world.admin({ rights: ['stories'] })]
  const first = api.as(decider)
  const other = await world.admin({ rights: ['stories'] })
  const params = { id: await world.story({ author: member }) }
  const reason = 'It asks for money.'
  await first.call(stories.suspendStoryAuthor, { params, body: { reason } })
  await ask(api, member)
  expect((await first.call(looks.list)).items[0]).toMatchObject({
    block: 'decided',
    decidedBy: decider.anonymousUsername,
  })
  await context.db
    .updateTable('member')
    .set({ rights: [] })
    .where('memberId', '=', other.id)
    .execute()
  expect((await first.call(looks.list)).items[0]).toMatchObject({ block: null, isAlone: true })
  const answer = {
    params: { id: await waitingId(first) },
    body: { changed: false, reason: REASON },
  }
  await first.call(looks.answer, answer)
})

test('a suspension that ends on the page Users withdraws the second look', async ({
  api,
  world,
  context,
}) => {
  const { member, first, second } = await suspend({ api, world })
  await ask(api, member)
  const params = { id: await waitingId(second) }
  await restore(first, member)
  expect(await second.call(looks.list)).toMatchObject({ items: [], total: 0 })
  expect(await context.db.selectFrom('secondLook').selectAll().execute()).toEqual([])
  const body = { changed: true, reason: REASON }
  expect(await second.refuse(looks.answer, { params, body })).toMatchObject({ status: 409 })
})

test('of two questions, and of an answer and a restoration, at once one counts', async ({
  api,
  world,
}) => {
  const { member, first, second } = await suspend({ api, world })
  const { proof } = await lookOf(api, member)
  const question = { body: { proof, words: WORDS } }
  const asked = await Promise.all([
    api.request(looks.askSuspended, question),
    api.request(looks.askSuspended, question),
  ])
  expect(asked.map(({ status }) => status).toSorted()).toEqual([204, 409])
  const params = { id: await waitingId(second) }
  const body = { changed: true, reason: REASON }
  const [answered] = await Promise.all([
    second.request(looks.answer, { params, body }),
    restore(first, member),
  ])
  expect([204, 409]).toContain(answered.status)
  await api.signIn(accounts.login, { body: member })
})

test('only someone with the right “Team” lifts the suspension of somebody on the team', async ({
  api,
  world,
}) => {
  const [member, decider] = [await world.admin({ rights: ['stories'] }), await world.admin()]
  await suspendBy(api.as(decider), member)
  await ask(api, member)
  const second = api.as(await world.admin({ rights: ['stories'] }))
  const keeper = api.as(await world.admin())
  const answer = {
    params: { id: await waitingId(second) },
    body: { changed: true, reason: REASON },
  }
  expect(await second.refuse(looks.answer, answer)).toMatchObject({
    status: 403,
    message: 'This account is on the team. Only someone with the right “Team” can do this.',
  })
  await keeper.call(looks.answer, answer)
  await api.signIn(accounts.login, { body: member })
})

test('the page says that the answer comes by email only where one can be sent', async ({
  api,
  world,
  context,
}) => {
  const { member } = await suspend({ api, world })
  const { config, db } = context
  const { mail } = config
  config.mail = { provider: 'smtp', url: 'smtp://127.0.0.1:1', from: 'folx@example.org' }
  expect(await lookOf(api, member)).toMatchObject({ byEmail: true })
  await ask(api, member)
  expect((await refusedSignIn(api, member)).message).toContain('We’ll email you the answer.')
  await db
    .updateTable('member')
    .set({ emailVerifiedAt: null })
    .where('memberId', '=', member.id)
    .execute()
  expect((await refusedSignIn(api, member)).message).toContain('when you sign in again')
  config.mail = mail
})
