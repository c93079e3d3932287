import { expect, vi } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { joiningEndpoints } from '#contract/joining.ts'
import { notificationEndpoints } from '#contract/notifications.ts'
import { userEndpoints } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import type { TestApi } from '#server/testing/api.ts'
import { codeIn, waitForMail } from '#server/testing/mailbox.ts'
import type { World } from '#server/testing/population.ts'
import { test as base } from '#server/testing/world.ts'
import { forgetOldJoining } from './applications.ts'
import { inviteList, previewList } from './invite-list.ts'

const { apply, listApplications, approveApplication, declineApplication } = joiningEndpoints
const { register, requestOtp, verifyOtp } = accountEndpoints

/** Each test starts in a community that takes applications and has none. */
const test = base.extend<{ $test: { asked: null } }>({
  asked: [
    async ({ context: { db } }, use) => {
      await db.deleteFrom('application').execute()
      await db.updateTable('joiningSettings').set({ mode: 'asked' }).execute()
      await use(null)
      await db.updateTable('joiningSettings').set({ mode: 'open' }).execute()
    },
    { auto: true },
  ],
})

const MESSAGE = 'My neighbor told me about you. I am learning to pray again.'
let count = 0

/** Creates a person who has applied. */
async function applicant(
  { api, context }: { api: TestApi; context: Context },
  message = MESSAGE,
): Promise<{ email: string; browser: TestApi }> {
  count += 1
  const email = `applicant-${count}@example.org`
  const browser = api.browser().from(`198.19.1.${count}`)
  await browser.call(apply, {
    body: { email, message, code: await codeFor(email, { browser, context }) },
  })
  return { email, browser }
}

async function codeFor(
  email: string,
  { browser, context }: { browser: TestApi; context: Context },
): Promise<string> {
  await browser.call(requestOtp, { body: { email } })
  return codeIn(await waitForMail(context.db, { to: email, subject: /code/ }))
}

/** An administrator whose session outlasts the time that passes in a test. */
async function lastingAdmin({ api, world }: { api: TestApi; world: World }): Promise<TestApi> {
  const { id } = await world.admin()
  return api.as({ cookie: await world.session(id, new Date(Date.now() + 90 * 86_400_000)) })
}

function rowsOf({ db }: Context, email: string) {
  return db.selectFrom('application').selectAll().where('email', '=', email).execute()
}

test('an approved application becomes an invitation, and nothing of it stays', async ({
  api,
  world,
  context,
  admin,
}) => {
  const { db } = context
  const { email, browser } = await applicant({ api, context })
  const { items, total } = await admin.call(listApplications)
  expect(total).toBe(1)
  expect(items).toMatchObject([{ email, message: MESSAGE }])
  const params = { id: items[0]?.id ?? 0 }
  await admin.call(approveApplication, { params })
  expect(await rowsOf(context, email)).toEqual([])

  const mail = await waitForMail(db, { to: email, subject: /invitation/ })
  const token = /\/register#invite=([\w-]{43})/.exec(mail.text)?.[1]
  await browser.call(register, { body: { ...world.registration({ email }), invitation: token } })
  const second = { ...world.registration(), invitation: token }
  expect((await browser.refuse(register, { body: second })).status).toBe(403)

  // Neither the email queue nor the audit log contains the applicant or what they wrote.
  await vi.waitFor(async () => {
    const mails = await db
      .selectFrom('emailMessage')
      .select('kind')
      .where('toAddress', '=', email)
      .execute()
    expect(mails.map(({ kind }) => kind)).not.toContain('invitation')
  })
  const audit = await db
    .selectFrom('auditEntry')
    .selectAll()
    .where('action', 'like', 'application-%')
    .execute()
  expect(audit.map(({ subjectId, detail }) => [subjectId, detail])).toContainEqual([
    String(params.id),
    {},
  ])
  const tables = ['invitation', 'application', 'auditEntry', 'notification'] as const
  for (const table of tables) {
    const rows = JSON.stringify(await db.selectFrom(table).selectAll().execute())
    expect(rows).not.toContain(email)
    expect(rows).not.toContain('learning to pray')
  }
})

test('a declined application is answered with the reason, or without one', async ({
  api,
  context,
  admin,
}) => {
  const reasons = ['We’re a small group for people in Alder County.', '']
  for (const reason of reasons) {
    const { email } = await applicant({ api, context })
    const { items } = await admin.call(listApplications)
    const params = { id: items[0]?.id ?? 0 }
    await admin.call(declineApplication, { params, body: { reason } })
    expect(await rowsOf(context, email)).toEqual([])
    const mail = await waitForMail(context.db, { to: email, subject: /Your application/ })
    expect(mail.text).toContain('We can’t offer you a place')
    expect(mail.text.includes('Alder County')).toBe(reason !== '')
    expect(mail.text).not.toContain('register')
  }
  const { items } = await admin.call(userEndpoints.auditLog, {
    query: { action: 'application-declined' },
  })
  expect(items[0]?.detail).toEqual({})
})

test('if two administrators answer at once, the second gets an error', async ({
  api,
  world,
  context,
}) => {
  const admins = [api.as(await world.admin()), api.as(await world.admin())] as const
  const { email } = await applicant({ api, context })
  const { items } = await admins[0].call(listApplications)
  const params = { id: items[0]?.id ?? 0 }
  const answers = await Promise.all([
    admins[0].request(approveApplication, { params }),
    admins[1].request(declineApplication, { params, body: {} }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.json).toMatchObject({
    message: expect.stringMatching(/ already (approved|declined) this application\.$/),
  })
  await waitForMail(context.db, { to: email, subject: /invitation|Your application/ })
  const outcome = await context.db
    .selectFrom('outboxMail')
    .select('subject')
    .where('toAddress', '=', email)
    .where('subject', 'not like', '%code%')
    .execute()
  expect(outcome).toHaveLength(1)
})

test('only a verified address can apply', async ({ api, context }) => {
  const email = 'somebody-else@example.org'
  const browser = api.browser().from('198.19.2.1')
  const body = { email, message: MESSAGE, code: '123456' }
  expect(await browser.refuse(apply, { body })).toMatchObject({ status: 400 })
  const code = await codeFor(email, { browser, context })
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  expect(await browser.refuse(apply, { body: { ...body, code: wrong } })).toMatchObject({
    status: 400,
    fields: { code: 'Invalid code' },
  })
  expect(await rowsOf(context, email)).toEqual([])
  await browser.call(apply, { body: { ...body, code } })
  expect(await rowsOf(context, email)).toHaveLength(1)
  // A code works once.
  expect((await browser.refuse(apply, { body: { ...body, code } })).status).toBe(400)
})

test('a second application replaces the first', async ({ api, world, context }) => {
  const { email, browser } = await applicant({ api, context }, 'The first.')
  await context.db.deleteFrom('outboxMail').where('toAddress', '=', email).execute()
  const code = await codeFor(email, { browser, context })
  await browser.call(apply, { body: { email, message: 'The second.', code } })
  const { items } = await api.as(await world.admin()).call(listApplications)
  expect(items.map(({ message }) => message)).toEqual(['The second.'])
})

test('that an address has an account is revealed only to its owner, whose code still signs in', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const browser = api.browser().from('198.19.2.2')
  const body = { email: member.email, message: MESSAGE }
  const stranger = await browser.refuse(apply, { body: { ...body, code: '000000' } })
  const nobody = await browser.refuse(apply, {
    body: { email: 'nobody-at-all@example.org', message: MESSAGE, code: '000000' },
  })
  expect([stranger.status, stranger.message]).toEqual([nobody.status, nobody.message])
  const code = await codeFor(member.email, { browser, context })
  expect(await browser.refuse(apply, { body: { ...body, code } })).toMatchObject({
    status: 409,
    message: 'This address already has an account. Sign in instead.',
  })
  expect(await rowsOf(context, member.email)).toEqual([])
  await browser.call(verifyOtp, { body: { email: member.email, code } })
})

test.for(['open', 'invited', 'closed'] as const)(
  'when %s, the community takes no applications',
  async (mode, { api, context }) => {
    await context.db.updateTable('joiningSettings').set({ mode }).execute()
    const body = { email: 'late@example.org', message: MESSAGE, code: '123456' }
    expect(await api.refuse(apply, { body })).toMatchObject({
      status: 409,
      message: 'This community isn’t taking applications right now.',
    })
  },
)

test('a closed community does not send invitations, which would not work', async ({
  api,
  context,
  admin,
}) => {
  const { email } = await applicant({ api, context })
  await context.db.updateTable('joiningSettings').set({ mode: 'closed' }).execute()
  const { items } = await admin.call(listApplications)
  const params = { id: items[0]?.id ?? 0 }
  expect((await admin.refuse(approveApplication, { params })).message).toBe(
    'The community is closed, so an invitation wouldn’t work. Change who may join first.',
  )
  expect(await rowsOf(context, email)).toHaveLength(1)
})

test('an unanswered application is deleted after 30 days', async ({
  api,
  world,
  context,
  clock,
}) => {
  const admin = await lastingAdmin({ api, world })
  const { email } = await applicant({ api, context })
  const { items } = await admin.call(listApplications)
  const params = { id: items[0]?.id ?? 0 }
  clock.advance({ minutes: 30 * 24 * 60 - 5 })
  expect((await admin.call(listApplications)).total).toBe(1)
  await forgetOldJoining(context)
  expect(await rowsOf(context, email)).toHaveLength(1)
  clock.advance({ minutes: 5 })
  expect((await admin.call(listApplications)).total).toBe(0)
  expect((await admin.refuse(approveApplication, { params })).status).toBe(409)
  await forgetOldJoining(context)
  expect(await rowsOf(context, email)).toEqual([])
})

test('an invitation is deleted 30 days after its end', async ({ api, world, context, clock }) => {
  const admin = await lastingAdmin({ api, world })
  const body = { maxUses: 1, days: 1 }
  const { id } = await admin.call(joiningEndpoints.createInvitation, { body })
  const isKept = async () =>
    (await admin.call(joiningEndpoints.listInvitations)).some((each) => each.id === id)
  clock.advance({ minutes: 31 * 24 * 60 - 5 })
  await forgetOldJoining(context)
  expect(await isKept()).toBe(true)
  clock.advance({ minutes: 5 })
  await forgetOldJoining(context)
  expect(await isKept()).toBe(false)
})

test('a waiting application notifies administrators with the right to people', async ({
  api,
  world,
  context,
}) => {
  const greeter = api.as(await world.admin({ rights: ['people'] }))
  const helper = api.as(await world.admin({ rights: ['stories', 'guidance'] }))
  await applicant({ api, context })
  const kinds = async (someone: TestApi): Promise<string[]> =>
    (await someone.call(notificationEndpoints.list)).items.map(({ kind }) => kind)
  await vi.waitFor(async () => expect(await kinds(greeter)).toContain('team-application'))
  expect(await kinds(helper)).not.toContain('team-application')
  const { items } = await greeter.call(listApplications)
  await greeter.call(approveApplication, { params: { id: items[0]?.id ?? 0 } })
  context.changes.announce({ kind: 'missed' })
  await vi.waitFor(async () => expect(await kinds(greeter)).not.toContain('team-application'))
})

test.for([
  [{ message: '' }, 'message'],
  [{ message: 'a'.repeat(1_001) }, 'message'],
  [{ email: 'nobody' }, 'email'],
  [{ code: '12345' }, 'code'],
] as const)('an application with %j is refused', async ([wrong, field], { api }) => {
  const body = { email: 'a@example.org', message: MESSAGE, code: '123456', ...wrong }
  const refused = await api.refuse(apply, { body })
  expect(refused.status).toBe(400)
  expect(Object.keys(refused.fields ?? {})).toEqual([field])
})

test('applications are rate-limited', async ({ api }) => {
  const from = api.from('198.19.2.9')
  const body = { email: 'again@example.org', message: MESSAGE, code: '123456' }
  for (let tries = 0; tries < 20; tries += 1) await from.refuse(apply, { body })
  expect((await from.refuse(apply, { body })).code).toBe('rate_limited')
})

test('each address on a list is invited once, however often the command runs, even at the same time', async ({
  world,
  context,
  clock,
}) => {
  const { db } = context
  const member = await world.member()
  const addresses = ['list-one@example.org', 'list-two@example.org', member.email]
  const input = { addresses, days: 2 }
  expect(await previewList(context, input)).toEqual({ sent: 2, skipped: 1 })
  const runs = await Promise.all([inviteList(context, input), inviteList(context, input)])
  expect(runs.reduce((sum, { sent }) => sum + sent, 0)).toBe(2)
  expect(await previewList(context, input)).toEqual({ sent: 0, skipped: 3 })
  for (const to of addresses.slice(0, 2)) {
    const mail = await waitForMail(db, { to, subject: /invited/ })
    expect(mail.text).toMatch(/\/register#invite=[\w-]{43}/)
  }
  const kept = JSON.stringify(await db.selectFrom('invitedAddress').selectAll().execute())
  expect(kept).not.toContain('example.org')
  clock.advance({ minutes: 2 * 24 * 60 })
  expect(await previewList(context, input)).toEqual({ sent: 2, skipped: 1 })
  expect(await inviteList(context, input)).toEqual({ sent: 2, skipped: 1 })
})
