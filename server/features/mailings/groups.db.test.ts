import { expect, vi } from 'vitest'
import { emailEndpoints } from '#contract/email.ts'
import { addDays, type DateText } from '#contract/logical-date.ts'
import type { Context } from '#server/context.ts'
import { buildApp } from '#server/http/app.ts'
import { createResendEvents } from '#server/ports/email/resend-events.ts'
import { TestApi } from '#server/testing/api.ts'
import { bounce, resendEvent, sendWebhook, WEBHOOK_SECRET } from '#server/testing/mail-events.ts'
import { mailsTo } from '#server/testing/mailbox.ts'
import type { TestMember } from '#server/testing/population.ts'
import { test as base } from '#server/testing/world.ts'
import { unsubscribeToken } from '../email/preferences.ts'

const { changeScheduled, createScheduled, listScheduled, recipients, sendBroadcast } =
  emailEndpoints
const { preview, recipientGroups, unsubscribe } = emailEndpoints

const BODY = { subject: 'News', html: '<p>Come on Thursday.</p>' }

/** The application with Resend, which reports bounces. */
const test = base.extend<{ $file: { resend: TestApi } }>({
  resend: [
    async ({ context, secrets }, use) => {
      const mailEvents = createResendEvents({ secret: WEBHOOK_SECRET })
      const config = { ...context.config }
      config.mail = {
        provider: 'resend',
        apiKey: 're_x',
        webhookSecret: WEBHOOK_SECRET,
        from: 'folx@folx.example',
      }
      const app = await buildApp({ ...context, config, mailEvents })
      await use(new TestApi(app, { secrets }))
      await app.close()
    },
    { scope: 'file' },
  ],
})

function inAnHour(): string {
  return new Date(Date.now() + 3_600_000).toISOString()
}

/** The Monday of the week of a day. */
function mondayOf(date: DateText): DateText {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return addDays(date, -((weekday + 6) % 7))
}

async function lastSeen({ db }: Context, member: TestMember, daysAgo: number): Promise<void> {
  const today = new Date().toISOString().slice(0, 10)
  const lastSeenWeek = mondayOf(addDays(today, -daysAgo))
  await db.updateTable('member').set({ lastSeenWeek }).where('memberId', '=', member.id).execute()
}

async function unsubscribed({ db }: Context, member: TestMember): Promise<void> {
  const choice = { memberId: member.id, kind: 'broadcast' as const, isWanted: false }
  await db.insertInto('mailingChoice').values(choice).execute()
}

async function recipientsOf({ db }: Context, mailingId: number): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('mailingRecipient')
    .select('memberId')
    .where('mailingId', '=', mailingId)
    .execute()
  return rows.map(({ memberId }) => memberId)
}

test('a broadcast to a product’s buyers skips those who unsubscribed or were refunded', async ({
  world,
  context,
  admin,
}) => {
  const productId = await world.product({ title: 'Quiet mornings' })
  const [buyer, quiet, refunded, bounced] = [
    await world.member(),
    await world.member(),
    await world.member(),
    await world.member(),
  ]
  await world.member()
  for (const member of [buyer, quiet, bounced]) {
    await world.purchase({ member, productId })
  }
  await world.purchase({ member: refunded, productId, state: 'refunded' })
  await unsubscribed(context, quiet)
  await context.db
    .insertInto('emailSuppression')
    .values({ email: bounced.email, cause: 'bounce' })
    .execute()
  const group = { group: 'buyers' as const, productId }
  expect(await admin.call(recipients, { query: group })).toEqual({
    recipientCount: 1,
    excluded: { unproven: 0, bounced: 1, unsubscribed: 1 },
  })
  const sent = await admin.call(sendBroadcast, { body: { ...BODY, ...group } })
  expect(sent.recipientCount).toBe(1)
  expect(await recipientsOf(context, sent.id)).toEqual([buyer.id])
  const { items } = await admin.call(listScheduled)
  expect(items.find(({ id }) => id === sent.id)).toMatchObject({
    group: 'buyers',
    productId,
    staysInOutbox: true,
    bouncedCount: null,
  })
  expect((await admin.call(recipientGroups)).products).toContainEqual({
    id: productId,
    title: 'Quiet mornings',
  })
})

test('a group of buyers needs a product that exists', async ({ admin }) => {
  for (const productId of [undefined, null, 2_000_000_000]) {
    const body = { ...BODY, group: 'buyers' as const, productId }
    const refused = await admin.refuse(sendBroadcast, { body })
    expect([refused.status, refused.fields]).toEqual([400, { productId: 'Choose a product.' }])
  }
  const everyone = { ...BODY, sendAt: inAnHour(), productId: 2_000_000_000 }
  expect(await admin.call(createScheduled, { body: everyone })).toMatchObject({
    group: 'everyone',
    productId: null,
  })
})

test('the group with access is the team and members with a running membership', async ({
  api,
  world,
  context,
}) => {
  const { membershipProductId } = await context.db
    .selectFrom('websiteSettings')
    .select('membershipProductId')
    .executeTakeFirstOrThrow()
  const helper = await world.admin()
  const admin = api.as(helper)
  const [running, over] = [await world.member(), await world.member()]
  const productId = membershipProductId
  const now = Date.now()
  await world.purchase({
    productId,
    member: running,
    state: 'active',
    accessUntil: new Date(now + 60_000),
  })
  await world.purchase({
    productId,
    member: over,
    state: 'ended',
    accessUntil: new Date(now - 60_000),
  })
  const { id } = await admin.call(sendBroadcast, { body: { ...BODY, group: 'access' } })
  const found = await recipientsOf(context, id)
  expect(found).toContain(running.id)
  expect(found).toContain(helper.id)
  expect(found).not.toContain(over.id)
})

test('members count as not seen for 30 days if the whole week was that long ago', async ({
  world,
  context,
  admin,
}) => {
  const old = new Date(Date.now() - 40 * 86_400_000)
  const [away, here, never, fresh, quiet] = [
    await world.member(),
    await world.member(),
    await world.member({ createdAt: old }),
    await world.member(),
    await world.member(),
  ]
  await lastSeen(context, away, 37)
  await lastSeen(context, here, 29)
  await lastSeen(context, quiet, 60)
  await unsubscribed(context, quiet)
  await context.db
    .updateTable('member')
    .set({ lastSeenWeek: null })
    .where('memberId', 'in', [never.id, fresh.id])
    .execute()
  const { id } = await admin.call(sendBroadcast, { body: { ...BODY, group: 'inactive' } })
  const found = await recipientsOf(context, id)
  expect(found).toEqual(expect.arrayContaining([away.id, never.id]))
  for (const { id: memberId } of [here, fresh, quiet]) expect(found).not.toContain(memberId)
})

test('the preview text is in the preview and in the email', async ({ world, context, admin }) => {
  const reader = await world.member()
  const productId = await world.product({})
  await world.purchase({ member: reader, productId })
  const content = { ...BODY, subject: 'With a line', preheader: 'Tea is free' }
  expect((await admin.call(preview, { body: content })).preheader).toBe('Tea is free')
  expect((await admin.call(preview, { body: BODY })).preheader).toBe('Come on Thursday.')
  await admin.call(sendBroadcast, { body: { ...content, group: 'buyers', productId } })
  await vi.waitFor(async () => {
    const mails = await mailsTo(context.db, reader.email)
    const mail = mails.find(({ subject }) => subject === 'With a line')
    expect(mail?.html).toContain('Tea is free')
  })
})

test('if two administrators change an email, the second gets an error', async ({ api, world }) => {
  const [one, other] = [api.as(await world.admin()), api.as(await world.admin())]
  const body = { ...BODY, sendAt: inAnHour() }
  const { id, version } = await one.call(createScheduled, { body })
  const changes = [
    one.request(changeScheduled, { params: { id }, body: { subject: 'One', version } }),
    other.request(changeScheduled, { params: { id }, body: { subject: 'Other', version } }),
  ]
  const statuses = (await Promise.all(changes)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 409])
  const { items } = await one.call(listScheduled)
  const stored = items.find((mailing) => mailing.id === id)
  expect(stored?.version).toBe(version + 1)
  const again = { params: { id }, body: { subject: 'Other', version: version + 1 } }
  expect(await other.call(changeScheduled, again)).toMatchObject({
    subject: 'Other',
    version: version + 2,
    html: BODY.html,
    group: 'everyone',
  })
})

test('bounces and unsubscriptions count once each in the results of their broadcast', async ({
  resend,
  world,
  context,
}) => {
  const reader = await world.member()
  const admin = resend.as(await world.admin())
  const productId = await world.product({})
  await world.purchase({ member: reader, productId })
  const group = { group: 'buyers' as const, productId }
  const { id } = await admin.call(createScheduled, {
    body: { ...BODY, ...group, sendAt: inAnHour() },
  })
  const row = await context.db
    .insertInto('mailingRecipient')
    .values({ mailingId: id, memberId: reader.id, status: 'sent', dueAt: new Date() })
    .returning('mailingRecipientId')
    .executeTakeFirstOrThrow()
  const results = async (): Promise<unknown[]> => {
    const { items } = await admin.call(listScheduled)
    const found = items.find((mailing) => mailing.id === id)
    return [found?.bouncedCount, found?.unsubscribedCount]
  }
  expect(await results()).toEqual([0, 0])
  const bounced = (tags: unknown): string =>
    resendEvent({
      type: 'email.bounced',
      to: reader.email,
      details: { ...bounce('Transient'), tags },
    })
  const tags = { mailing: String(id), recipient: String(row.mailingRecipientId) }
  for (const each of [bounced(tags), bounced(tags)]) {
    const response = await sendWebhook(resend, each)
    expect([response.status, response.json]).toEqual([200, { received: true }])
  }
  for (const odd of [{ mailing: '1e3', recipient: '0' }, 'x', { mailing: String(id) }, null]) {
    expect((await sendWebhook(resend, bounced(odd))).status).toBe(200)
  }
  expect(await results()).toEqual([1, 0])

  const token = unsubscribeToken(context.keys, {
    memberId: reader.id,
    kind: 'broadcast',
    mailingId: id,
  })
  const press = (again?: 'true') =>
    resend.request(unsubscribe, {
      query: { token, ...(again && { again }) },
      headers: { origin: '' },
    })
  await Promise.all([press(), press(), press()])
  expect(await results()).toEqual([1, 1])
  expect((await admin.call(recipients, { query: group })).recipientCount).toBe(0)
  await press('true')
  expect(await results()).toEqual([1, 0])
})
