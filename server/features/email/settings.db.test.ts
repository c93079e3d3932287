import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { type EmailHealth, emailEndpoints } from '#contract/email.ts'
import { userEndpoints } from '#contract/users.ts'
import type { MailConfig } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { buildApp } from '#server/http/app.ts'
import { createResendEvents } from '#server/ports/email/resend-events.ts'
import type { SenderDomains } from '#server/ports/sender-domain/port.ts'
import { TestApi } from '#server/testing/api.ts'
import { resendEvent, sendWebhook, WEBHOOK_SECRET } from '#server/testing/mail-events.ts'
import type { TestMember } from '#server/testing/population.ts'
import { unzip } from '#server/testing/unzip.ts'
import { test } from '#server/testing/world.ts'

const { getSettings, saveSettings, health, savePreferences, getPreferences } = emailEndpoints

const version = expect.any(String)

const DEFAULTS = {
  postalAddress: null,
  dailyMessage: { isOn: false, hour: 7 },
  weeklyDigest: { isOn: false, weekday: 0, hour: 8 },
}

test('an administrator sets the address and the automatic mailings, which the audit log records', async ({
  api,
  world,
  context,
}) => {
  const admin = await world.admin()
  const caller = api.as(admin)
  expect(await caller.call(getSettings)).toEqual({ ...DEFAULTS, version })
  const postalAddress = 'Folx\n12 Main Street\nHouston, TX 77002'
  const first = { ...DEFAULTS, postalAddress }
  expect(
    await caller.call(saveSettings, { body: { postalAddress: ` ${postalAddress} ` } }),
  ).toEqual({ ...first, version })
  const dailyMessage = { isOn: true, hour: 0 }
  const weeklyDigest = { isOn: false, weekday: 6, hour: 23 }
  const second = { ...first, dailyMessage, weeklyDigest }
  expect(await caller.call(saveSettings, { body: { dailyMessage, weeklyDigest } })).toEqual({
    ...second,
    version,
  })
  await caller.call(saveSettings, { body: second })
  await caller.call(saveSettings, { body: {} })
  const third = { ...second, postalAddress: null, dailyMessage: { isOn: false, hour: 0 } }
  const body = { postalAddress: '  ', dailyMessage: third.dailyMessage }
  expect(await caller.call(saveSettings, { body })).toEqual({ ...third, version })
  expect(await caller.call(getSettings)).toEqual({ ...third, version })
  const entries = await context.db
    .selectFrom('auditEntry')
    .select(['adminId', 'subjectType', 'subjectId', 'detail'])
    .where('action', '=', 'email-settings-changed')
    .orderBy('auditEntryId')
    .execute()
  const entry = { adminId: admin.id, subjectType: 'settings', subjectId: 'email' }
  expect(entries).toEqual([
    { ...entry, detail: { changed: ['postalAddress'] } },
    { ...entry, detail: { changed: ['dailyMessage on', 'weeklyDigest'] } },
    { ...entry, detail: { changed: ['postalAddress', 'dailyMessage off'] } },
  ])
})

test.for([
  [{ postalAddress: 'x'.repeat(301) }, 'postalAddress'],
  [{ postalAddress: 'a\0b' }, 'postalAddress'],
  [{ dailyMessage: { isOn: true, hour: 24 } }, 'dailyMessage'],
  [{ dailyMessage: { isOn: true, hour: 6.5 } }, 'dailyMessage'],
  [{ dailyMessage: { isOn: true } }, 'dailyMessage'],
  [{ weeklyDigest: { isOn: true, weekday: 7, hour: 0 } }, 'weeklyDigest'],
  [{ weeklyDigest: { isOn: 'yes', weekday: 1, hour: 0 } }, 'weeklyDigest'],
] as const)(
  'the settings %j are refused and change nothing',
  async ([body, field], { api, world }) => {
    const caller = api.as(await world.admin())
    const before = await caller.call(getSettings)
    const refusal = await caller.refuse(saveSettings, { body: { ...body } })
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(Object.keys(refusal.fields ?? {})).toEqual([field])
    expect(await caller.call(getSettings)).toEqual(before)
  },
)

test('each of several simultaneous changes is saved', async ({ api, world }) => {
  const caller = api.as(await world.admin())
  const bodies = [
    { postalAddress: 'Here' },
    { dailyMessage: { isOn: true, hour: 5 } },
    { weeklyDigest: { isOn: true, weekday: 3, hour: 9 } },
  ]
  await Promise.all(bodies.map((body) => caller.call(saveSettings, { body })))
  expect(await caller.call(getSettings)).toEqual(Object.assign({ version }, ...bodies))
})

const RECORDS = { spf: 'found', dkim: 'missing', dmarc: 'unknown' } as const

/** The email health that an administrator sees with other settings than the outbox. */
async function healthWith(
  context: Context,
  input: { mail: MailConfig; admin: TestMember; asked?: unknown[]; webhook?: string },
): Promise<EmailHealth> {
  const { mail, admin, asked = [], webhook } = input
  const senderDomains: SenderDomains = {
    check: async (query) => {
      asked.push(query)
      return RECORDS
    },
  }
  const secret = mail.provider === 'resend' ? mail.webhookSecret : undefined
  const mailEvents = secret ? createResendEvents({ secret }) : undefined
  const config = { ...context.config, mail }
  const app = await buildApp({ ...context, config, senderDomains, mailEvents })
  const api = new TestApi(app)
  if (webhook) await sendWebhook(api, webhook)
  const answer = await api.as(admin).call(health)
  await app.close()
  return answer
}

test('health shows how emails are sent, whether events arrive, and the DNS records', async ({
  world,
  context,
  clock,
}) => {
  const admin = await world.admin()
  const webhookUrl = 'http://localhost:3000/api/webhooks/resend'
  const rest = { webhookUrl, ratePerMinute: context.config.mailRatePerMinute }
  const asked: unknown[] = []
  expect(await healthWith(context, { mail: { provider: 'outbox' }, admin, asked })).toEqual({
    ...rest,
    provider: 'outbox',
    from: null,
    hasWebhookSecret: false,
    lastEventAt: null,
    domain: null,
    notice: 'No email service is connected. Nothing is sent, so nothing can bounce.',
  })
  const smtp: MailConfig = { provider: 'smtp', url: 'smtp://127.0.0.1', from: 'hello@Folx.example' }
  expect(await healthWith(context, { mail: smtp, admin, asked })).toEqual({
    ...rest,
    provider: 'smtp',
    from: 'hello@Folx.example',
    hasWebhookSecret: false,
    lastEventAt: null,
    domain: { name: 'folx.example', ...RECORDS },
    notice: expect.stringContaining('This site can’t see bounces'),
  })
  const resend = {
    provider: 'resend',
    apiKey: 're_x',
    from: 'Folx <hello@mail.folx.example>',
  } as const
  const without: MailConfig = { ...resend, webhookSecret: undefined }
  expect(await healthWith(context, { mail: without, admin, asked })).toMatchObject({
    hasWebhookSecret: false,
    notice:
      'This site can’t see bounces until Resend’s signing secret is entered on the page Connections.',
  })
  const mail: MailConfig = { ...resend, webhookSecret: WEBHOOK_SECRET }
  expect(await healthWith(context, { mail, admin, asked })).toMatchObject({
    hasWebhookSecret: true,
    lastEventAt: null,
    notice: 'No event has arrived yet. Enter the webhook address at Resend.',
  })
  const webhook = resendEvent({ type: 'email.sent', to: 'a@example.org', at: new Date(0) })
  const answer = await healthWith(context, { mail, admin, asked, webhook })
  expect(answer).toEqual({
    ...rest,
    provider: 'resend',
    from: 'hello@mail.folx.example',
    hasWebhookSecret: true,
    lastEventAt: expect.any(String),
    domain: { name: 'mail.folx.example', ...RECORDS },
    notice: null,
  })
  expect(Math.abs(Date.parse(answer.lastEventAt ?? '') - Date.now())).toBeLessThan(60_000)

  // An email is sent after that event, and no event about it arrives for an hour.
  const sentAt = new Date(Date.now() + 60_000)
  const mailRow = { kind: 'test', toAddress: 'b@example.org', subject: 'x', text: '', html: '' }
  await context.db
    .insertInto('emailMessage')
    .values({ ...mailRow, sentAt })
    .execute()
  expect((await healthWith(context, { mail, admin, asked })).notice).toBeNull()
  clock.advance({ minutes: 62 })
  expect((await healthWith(context, { mail, admin, asked })).notice).toMatch(/^Emails were sent/)
  expect(asked).toEqual([
    { domain: 'folx.example', provider: 'smtp' },
    ...Array(5).fill({ domain: 'mail.folx.example', provider: 'resend' }),
  ])
})

test('a member’s data export contains their choices of mailings', async ({ api, world }) => {
  const member = await world.member()
  const caller = api.as(member)
  await caller.call(savePreferences, { body: { broadcasts: false, weeklyDigest: true } })
  const { bytes } = await caller.request(accountEndpoints.exportData)
  const data = JSON.parse(unzip(bytes).get('account.json')?.toString() ?? '') as unknown
  expect(data).toMatchObject({
    account: {
      mailings: [
        { kind: 'broadcast', isWanted: false },
        { kind: 'weekly-digest', isWanted: true },
      ],
    },
  })
})

test('of a deleted account’s address, only an active suppression is kept', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const { email } = member
  const { db } = context
  await api.as(member).call(savePreferences, { body: { dailyMessage: true } })
  const event = { email, eventType: 'email.sent', eventData: '{}', createdAt: new Date() }
  await db
    .insertInto('emailEvent')
    .values({ ...event, providerEventId: 'gone-1' })
    .execute()
  await db
    .insertInto('emailSuppression')
    .values([
      { email, cause: 'bounce', liftedAt: new Date(), liftReason: 'It works.' },
      { email, cause: 'complaint', reason: null },
    ])
    .execute()
  const body = { password: member.password, stories: 'remove' }
  await api.as(member).call(accountEndpoints.removeAccount, { body })
  const { rows } = await context.pool.query<{ table: string; count: string }>(
    `select 'email_event' as table, count(*) from email_event where email = $1
     union all select 'mailing_choice', count(*) from mailing_choice where member_id = $2
     union all select 'lifted', count(*) from email_suppression where email = $1 and lifted_at is not null
     union all select 'active', count(*) from email_suppression where email = $1 and lifted_at is null`,
    [email, member.id],
  )
  expect(Object.fromEntries(rows.map((row) => [row.table, Number(row.count)]))).toEqual({
    email_event: 0,
    mailing_choice: 0,
    lifted: 0,
    active: 1,
  })
  const again = await world.member({ email })
  expect((await api.as(again).call(getPreferences)).isBounced).toBe(true)
})

test('bounces stay with the old address when a member’s address changes', async ({
  api,
  world,
  context,
}) => {
  const [admin, member] = [await world.admin(), await world.member()]
  await context.db
    .insertInto('emailSuppression')
    .values({ email: member.email, cause: 'bounce' })
    .execute()
  await api.as(member).call(savePreferences, { body: { weeklyDigest: true } })
  expect((await api.as(member).call(getPreferences)).isBounced).toBe(true)
  const body = { newEmail: `new-${member.email}` }
  await api.as(admin).call(userEndpoints.changeEmail, { params: { id: member.id }, body })
  expect(await api.as(member).call(getPreferences)).toMatchObject({
    isBounced: false,
    weeklyDigest: true,
    emailVerified: false,
  })
  const next = await world.member({ email: member.email })
  expect((await api.as(next).call(getPreferences)).isBounced).toBe(true)
})
