import sharp from 'sharp'
import { expect, vi } from 'vitest'
import { emailEndpoints } from '#contract/email.ts'
import { mailsTo } from '#server/testing/mailbox.ts'
import { test } from '#server/testing/world.ts'
import { mailImages } from './images.ts'
import { startDueMailing } from './service.ts'

const {
  cancelScheduled,
  changeScheduled,
  createScheduled,
  image,
  listScheduled,
  pauseSending,
  preview,
  recipients,
  resumeSending,
  sendBroadcast,
  sendScheduled,
  sendTest,
  uploadImage,
} = emailEndpoints

const HTML = '<p>The room opens on <a href="https://folx.example/live">Thursday</a>.</p>'
const BODY = { subject: 'News', html: HTML }

function inHours(hours: number): string {
  return new Date(Date.now() + hours * 3_600_000).toISOString()
}

test('a broadcast counts its recipients, and the reasons why others are left out', async ({
  api,
  world,
  context,
}) => {
  const { db } = context
  const admin = await world.admin()
  const before = await api.as(admin).call(recipients)
  await world.member()
  await world.member({ emailVerified: false })
  const bounced = await world.member()
  const lifted = await world.member()
  const quiet = await world.member()
  const keen = await world.member()
  const suspended = await world.member()
  await db
    .insertInto('emailSuppression')
    .values([
      { email: bounced.email, cause: 'complaint' as const },
      { email: lifted.email, cause: 'bounce' as const, liftedAt: new Date(), liftReason: 'ok' },
    ])
    .execute()
  await db
    .insertInto('mailingChoice')
    .values([
      { memberId: quiet.id, kind: 'broadcast' as const, isWanted: false },
      { memberId: keen.id, kind: 'broadcast' as const, isWanted: true },
      { memberId: keen.id, kind: 'weekly-digest' as const, isWanted: false },
    ])
    .execute()
  await db
    .updateTable('member')
    .set({ suspendedAt: new Date() })
    .where('memberId', '=', suspended.id)
    .execute()
  const after = await api.as(admin).call(recipients)
  expect(after).toEqual({
    // A suspended member counts, and is skipped when their turn comes.
    recipientCount: before.recipientCount + 4,
    excluded: {
      unproven: before.excluded.unproven + 1,
      bounced: before.excluded.bounced + 1,
      unsubscribed: before.excluded.unsubscribed + 1,
    },
  })
  await db.updateTable('member').set({ suspendedAt: null }).execute()
})

test('a broadcast is sent to everyone once, and the list shows its progress', async ({
  api,
  world,
  context,
}) => {
  const [admin, reader] = [await world.admin(), await world.member()]
  const body = { ...BODY, subject: 'For everyone' }
  const sent = await api.as(admin).request(sendBroadcast, { body })
  expect(sent.status).toBe(202)
  const { id, recipientCount } = sendBroadcast.response.parse(sent.json)
  await vi.waitFor(async () => {
    const { items } = await api.as(admin).call(listScheduled, { query: { kind: 'broadcast' } })
    const mailing = items.find((one) => one.id === id)
    expect(mailing).toMatchObject({
      status: 'sent',
      recipientCount,
      sentCount: recipientCount,
      failedCount: 0,
      skippedCount: 0,
      html: HTML,
      finishedAt: expect.any(String),
    })
  })
  const mails = (await mailsTo(context.db, reader.email)).filter(
    ({ subject }) => subject === 'For everyone',
  )
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('Thursday https://folx.example/live')
  expect(mails[0]?.text).not.toContain(reader.anonymousUsername)
  expect(mails[0]?.html).not.toContain('unsubscribe.invalid')
  const recipientRows = await context.db
    .selectFrom('mailingRecipient')
    .selectAll()
    .where('mailingId', '=', id)
    .execute()
  expect(JSON.stringify(recipientRows)).not.toContain('@')
})

test('the same key returns the same broadcast, even for simultaneous calls', async ({
  api,
  world,
  context,
}) => {
  const admin = await world.admin()
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const body = { ...BODY, subject: 'Only once' }
  const calls = Array.from({ length: 8 }, () =>
    api.as(admin).call(sendBroadcast, { body, headers }),
  )
  const answers = await Promise.all(calls)
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(new Set(answers.map(({ recipientCount }) => recipientCount)).size).toBe(1)
  const again = await api.as(admin).call(sendBroadcast, { body, headers })
  expect(again.id).toBe(answers[0]?.id)
  const rows = await context.db
    .selectFrom('mailing')
    .select('mailingId')
    .where('subject', '=', 'Only once')
    .execute()
  expect(rows).toHaveLength(1)
  const other = await api.as(admin).call(sendBroadcast, {
    body,
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  expect(other.id).not.toBe(again.id)
  const long = { 'idempotency-key': 'x'.repeat(201) }
  expect((await api.as(admin).refuse(sendBroadcast, { body, headers: long })).status).toBe(400)
})

test('a message that a dead node was handing over is retried if the provider recognizes copies by key', async ({
  world,
  context,
}) => {
  const { db } = context
  const reader = await world.member()
  const { mailingId } = await db
    .insertInto('mailing')
    .values({
      kind: 'broadcast',
      clientKey: crypto.randomUUID(),
      subject: 'Interrupted',
      html: HTML,
      sendAt: new Date(),
      status: 'paused',
      recipientCount: 1,
    })
    .returning('mailingId')
    .executeTakeFirstOrThrow()
  const past = new Date(Date.now() - 60_000)
  const { mailingRecipientId } = await db
    .insertInto('mailingRecipient')
    .values({ mailingId, memberId: reader.id, dueAt: past, takenUntil: past, handedAt: past })
    .returning('mailingRecipientId')
    .executeTakeFirstOrThrow()
  // It arrived before the node died.
  const idempotencyKey = `mailing-${mailingId}-${mailingRecipientId}`
  const mail = { subject: 'Interrupted', text: 'The first one', html: '' }
  await db
    .insertInto('outboxMail')
    .values({ toAddress: reader.email, idempotencyKey, ...mail })
    .execute()
  await db
    .updateTable('mailing')
    .set({ status: 'sending' })
    .where('mailingId', '=', mailingId)
    .execute()
  await startDueMailing(context, mailingId)
  await vi.waitUntil(
    () =>
      db
        .selectFrom('mailing')
        .select('sentCount')
        .where('mailingId', '=', mailingId)
        .where('status', '=', 'sent')
        .where('sentCount', '=', 1)
        .executeTakeFirst(),
    { interval: 100 },
  )
  const mails = await mailsTo(db, reader.email)
  expect(mails.filter(({ subject }) => subject === 'Interrupted').map(({ text }) => text)).toEqual([
    'The first one',
  ])
})

test.for([
  [{ subject: ' ', html: HTML }, 'Please enter an email subject'],
  [{ subject: 'News', html: '  ' }, 'Email content missing'],
  [{ subject: 'News', html: '<script>alert(1)</script><p></p>' }, 'Email content missing'],
  [{ subject: 'x'.repeat(201), html: HTML }, 'The subject must be 200 characters or less.'],
] as const)('%j is refused: %s', async ([body, sentence], { api, world }) => {
  const admin = await world.admin()
  const error = await api.as(admin).refuse(sendBroadcast, { body })
  expect(error).toMatchObject({ status: 400, message: sentence })
})

test('a scheduled broadcast can be changed, waits, and starts at its time', async ({
  api,
  world,
  context,
}) => {
  const admin = await world.admin()
  const client = api.as(admin)
  const created = await client.call(createScheduled, { body: { ...BODY, sendAt: inHours(2) } })
  expect(created).toMatchObject({ status: 'scheduled', kind: 'broadcast', sentCount: 0 })
  expect(created.recipientCount).toBeGreaterThan(0)
  const params = { id: created.id }
  const sendAt = inHours(3)
  const changed = await client.call(changeScheduled, { params, body: { subject: 'Later', sendAt } })
  expect(changed).toMatchObject({ subject: 'Later', html: HTML, sendAt })
  const { items } = await client.call(listScheduled)
  // Sent mailings are listed below scheduled ones.
  const order = items.map(({ status }) => status)
  expect(order.lastIndexOf('scheduled')).toBeLessThan(order.indexOf('sent'))
  expect(items.find(({ id }) => id === created.id)?.status).toBe('scheduled')

  await startDueMailing({ ...context, now: () => new Date(inHours(2.5)) }, created.id)
  expect((await statusOf()).status).toBe('scheduled')
  const late = { ...context, now: () => new Date(inHours(3.01)) }
  await Promise.all([1, 2, 3].map(() => startDueMailing(late, created.id)))
  expect((await statusOf()).status).toMatch(/sending|sent/)
  const rows = await context.db
    .selectFrom('mailingRecipient')
    .select('memberId')
    .where('mailingId', '=', created.id)
    .execute()
  expect(rows).toHaveLength((await statusOf()).recipientCount ?? -1)
  const refused = await client.refuse(changeScheduled, { params, body: { subject: 'No' } })
  expect(refused.status).toBe(409)

  function statusOf() {
    return context.db
      .selectFrom('mailing')
      .select(['status', 'recipientCount'])
      .where('mailingId', '=', created.id)
      .executeTakeFirstOrThrow()
  }
})

test('a scheduled broadcast starts automatically, on time', async ({ api, world, context }) => {
  const admin = await world.admin()
  const sendAt = new Date(Date.now() + 5_000).toISOString()
  const body = { ...BODY, subject: 'In a moment', sendAt }
  const { id } = await api.as(admin).call(createScheduled, { body })
  await vi.waitUntil(
    async () =>
      (await mailsTo(context.db, admin.email)).some((one) => one.subject === body.subject),
    { interval: 100 },
  )
  const row = await context.db
    .selectFrom('mailing')
    .select('status')
    .where('mailingId', '=', id)
    .executeTakeFirstOrThrow()
  expect(row.status).toMatch(/sending|sent/)
})

test('a broadcast can be canceled or sent now, until it is too late', async ({
  api,
  world,
  context,
}) => {
  const admin = await world.admin()
  const client = api.as(admin)
  const write = () => client.call(createScheduled, { body: { ...BODY, sendAt: inHours(24) } })
  const canceled = { id: (await write()).id }
  expect((await client.call(cancelScheduled, { params: canceled })).status).toBe('cancelled')
  expect((await client.call(cancelScheduled, { params: canceled })).status).toBe('cancelled')
  for (const endpoint of [sendScheduled, pauseSending, resumeSending]) {
    const error = await client.refuse(endpoint, { params: canceled })
    expect(error).toMatchObject({ status: 409, code: 'conflict' })
  }
  const now = { id: (await write()).id }
  // Two calls at the same moment start it once.
  const both = await Promise.all([1, 2].map(() => client.call(sendScheduled, { params: now })))
  for (const { status } of both) expect(status).toMatch(/sending|sent/)
  const starts = await context.db
    .selectFrom('auditEntry')
    .select('action')
    .where('subjectType', '=', 'mailing')
    .where('subjectId', '=', String(now.id))
    .orderBy('auditEntryId')
    .execute()
  expect(starts.map(({ action }) => action)).toEqual(['mailing-scheduled', 'mailing-sent'])
  expect((await client.refuse(cancelScheduled, { params: { id: 999_999 } })).status).toBe(404)
})

test.for([
  [-1, 'Choose a time in the future.'],
  [24 * 366, 'Choose a time within a year from now.'],
] as const)(
  'a time %i hours from now is refused: %s',
  async ([hours, sentence], { api, world }) => {
    const admin = await world.admin()
    const body = { ...BODY, sendAt: inHours(hours) }
    const error = await api.as(admin).refuse(createScheduled, { body })
    expect(error).toMatchObject({ status: 400, message: sentence, fields: { sendAt: sentence } })
  },
)

test('the preview shows the email and warnings about what to fix', async ({
  api,
  world,
  context,
}) => {
  const admin = await world.admin()
  const codes = async (html: string) => {
    const mail = await api.as(admin).call(preview, { body: { subject: 'News', html } })
    expect(mail.bytes).toBe(Buffer.byteLength(mail.html))
    return mail.warnings.map(({ code }) => code)
  }
  await context.db.updateTable('emailSettings').set({ postalAddress: 'Folx\n1 Main St' }).execute()
  const mail = await api.as(admin).call(preview, { body: BODY })
  expect(mail.html).toMatch(/prefers-color-scheme: dark/)
  expect(mail.html).toContain('1 Main St')
  expect(mail.text).toContain('Folx\n1 Main St')
  expect(mail.text).toContain('Unsubscribe: http://localhost:3000/account/notifications')
  const picture = `<img src="/api/email-images/${'a'.repeat(64)}.webp">`
  const always = 'no-sender-domain'
  expect(await codes(HTML)).toEqual([always])
  expect(await codes('<p>a <a href="https://x.y"></a></p>')).toEqual(['empty-link', always])
  expect(await codes(picture)).toEqual(['missing-alt', 'no-plain-text', always])
  expect(await codes(`<p>${'word '.repeat(22_000)}</p>`)).toEqual(['too-large', always])
  const empty = await api.as(admin).call(preview, { body: {} })
  expect(empty.warnings.map(({ code }) => code)).toEqual(['no-plain-text', always])
  await context.db.updateTable('emailSettings').set({ postalAddress: null }).execute()
})

test('a test email is sent to one address, with a default subject if there is none', async ({
  api,
  world,
  context,
}) => {
  const admin = await world.admin()
  const body = { html: HTML, subject: ' ', testEmail: 'Tester@example.org' }
  expect(await api.as(admin).call(sendTest, { body })).toEqual({ sent: true })
  const [mail] = await mailsTo(context.db, 'tester@example.org')
  expect(mail?.subject).toBe('Test: Community Update')
  expect(mail?.text).toContain('Thursday https://folx.example/live')
  const error = await api.as(admin).refuse(sendTest, { body: { html: HTML, testEmail: '' } })
  expect(error.message).toBe('Please enter a test email address')
})

test('an image for emails is stored, public, and kept while a mailing contains it', async ({
  api,
  world,
  context,
}) => {
  const admin = await world.admin()
  const pixels = { width: 1_600, height: 400, channels: 3 as const, background: '#0f766e' }
  const bytes = await sharp({ create: pixels }).png().toBuffer()
  const files = { image: { bytes, filename: 'sunrise.png' } }
  const { url } = await api.as(admin).call(uploadImage, { files })
  expect(url).toMatch(/^\/api\/email-images\/[0-9a-f]{64}\.webp$/)
  const name = url.split('/').at(-1) ?? ''
  const seen = await api.request(image, { params: { name } })
  expect(seen.status).toBe(200)
  expect(await sharp(seen.bytes).metadata()).toMatchObject({ format: 'webp', width: 1_200 })

  const html = `<p>Look</p><img src="${url}" alt="Green">`
  await api.as(admin).call(createScheduled, {
    body: { subject: 'Picture', html, sendAt: inHours(48) },
  })
  const key = `email-images/${name}`
  // The upload's own removal is due in weeks: as if it was about to run.
  await context.jobs.forget(context.db, 'remove-mail-image', { key })
  await mailImages.removeUnused(context, key)
  expect((await api.request(image, { params: { name } })).status).toBe(200)
  await context.db.deleteFrom('mailing').where('subject', '=', 'Picture').execute()
  await mailImages.removeUnused(context, key)
  expect((await api.request(image, { params: { name } })).status).toBe(404)
})

test('a broadcast is scheduled once, however often its key is sent', async ({ api, world }) => {
  const admin = await world.admin()
  const body = { ...BODY, subject: 'For later, once', sendAt: inHours(5) }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const request = () => api.as(admin).request(createScheduled, { body, headers })
  const answers = await Promise.all([request(), request()])
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  const { items } = await api.as(admin).call(listScheduled, { query: { pageSize: 100 } })
  expect(items.filter(({ subject }) => subject === body.subject)).toHaveLength(1)
})
