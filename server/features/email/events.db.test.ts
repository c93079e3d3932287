import { expect, vi } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { emailEndpoints } from '#contract/email.ts'
import { storyEndpoints } from '#contract/stories.ts'
import type { Context } from '#server/context.ts'
import { bounce, resendEvent, sendWebhook, svixHeaders } from '#server/testing/mail-events.ts'
import { test } from '#server/testing/resend-world.ts'

const { listEvents, resendWebhook } = emailEndpoints

function eventsOf(
  { db }: Context,
  email: string,
): Promise<{ eventType: string; eventData: string }[]> {
  return db
    .selectFrom('emailEvent')
    .select(['eventType', 'eventData'])
    .where('email', '=', email)
    .orderBy('emailEventId')
    .execute()
}

const TYPES = [
  'email.sent',
  'email.delivered',
  'email.bounced',
  'email.clicked',
  'email.complained',
  'email.delivery_delayed',
  'email.opened',
  'something.new',
]

test('each kind of event is stored and listed, newest first, even unknown ones', async ({
  resend,
  world,
}) => {
  const admin = await world.admin()
  const before = await resend.as(admin).call(listEvents)
  for (const [index, type] of TYPES.entries()) {
    const at = new Date(Date.now() - (TYPES.length - index) * 60_000)
    const details = {
      reason: 'Because.',
      click: { link: 'https://example.org/a?b=c', ipAddress: '::1' },
    }
    const body = resendEvent({ type, to: 'Kinds@Example.org', at, details })
    const response = await sendWebhook(resend, body)
    expect([response.status, response.json]).toEqual([200, { received: true }])
  }
  const { items, total } = await resend.as(admin).call(listEvents, { query: { pageSize: 8 } })
  expect(total).toBe(before.total + TYPES.length)
  expect(items.map((event) => event.eventType)).toEqual(TYPES.toReversed())
  for (const event of items) {
    expect(event.email).toBe('kinds@example.org')
    expect(JSON.parse(event.eventData)).toMatchObject({
      data: {
        subject: 'Good news from Folx',
        from: 'Folx <hello@folx.example>',
        reason: 'Because.',
        click: { url: 'https://example.org/a?b=c' },
      },
    })
    expect(event.eventData).not.toContain('::1')
  }
  const page = await resend.as(admin).call(listEvents, { query: { page: 2, pageSize: 3 } })
  expect(page.items.map((event) => event.eventType)).toEqual(TYPES.toReversed().slice(3, 6))
})

test('an event counts once, however often and whenever it arrives', async ({ resend, context }) => {
  const body = resendEvent({
    type: 'email.bounced',
    to: 'twice@example.org',
    details: bounce('Transient'),
  })
  const headers = svixHeaders(body, { id: 'msg_twice' })
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => sendWebhook(resend, body, { headers })),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200))
  const later = await sendWebhook(resend, body, { id: 'msg_twice' })
  expect([later.status, later.json]).toEqual([200, { received: true }])
  expect(await eventsOf(context, 'twice@example.org')).toHaveLength(1)
})

test('forged, stale and broken events change nothing', async ({ resend, context }) => {
  const to = 'forged@example.org'
  const body = resendEvent({ type: 'email.complained', to })
  const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000)
  const none = { 'svix-id': '', 'svix-timestamp': '', 'svix-signature': '' }
  const answers = [
    await sendWebhook(resend, body, { secret: 'whsec_bm90IHRoZSBzZWNyZXQ=' }),
    await sendWebhook(resend, body, { at: minutesAgo(6) }),
    await sendWebhook(resend, body, { at: minutesAgo(-6) }),
    await sendWebhook(resend, body, { headers: none }),
    await sendWebhook(resend, body, { headers: svixHeaders(body.replace('forged', 'other')) }),
    await sendWebhook(resend, 'not JSON'),
    await sendWebhook(resend, '{}'),
    await resend.request(resendWebhook, { headers: { origin: '' } }),
    await resend.request(resendWebhook, { body: JSON.parse(body) as Record<string, unknown> }),
  ]
  for (const answer of answers) {
    expect(answer.json).toMatchObject({ code: 'invalid_input' })
    expect(answer.status).toBe(400)
  }
  expect(await eventsOf(context, to)).toEqual([])
  const { rows } = await suppressionsOf(context, to)
  expect(rows).toEqual([])
})

async function suppressionsOf(
  { db }: Context,
  email: string,
): Promise<{ rows: { cause: string }[] }> {
  const query = db.selectFrom('emailSuppression').select('cause').where('email', '=', email)
  return { rows: await query.execute() }
}

test('a body is read unchanged, whatever its content type, and only up to a size', async ({
  resend,
  context,
}) => {
  const to = 'typed@example.org'
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', '']) {
    const body = resendEvent({ type: 'email.sent', to })
    expect((await sendWebhook(resend, body, { headers: { 'content-type': type } })).status).toBe(
      200,
    )
  }
  expect(await eventsOf(context, to)).toHaveLength(3)
  const details = { tags: 'x'.repeat(1_100_000) }
  const large = await sendWebhook(resend, resendEvent({ type: 'email.sent', to, details }))
  expect(large.status).toBe(413)
})

test('without Resend or its secret, no event is accepted', async ({ api, context, logLines }) => {
  const body = resendEvent({ type: 'email.complained', to: 'nobody@example.org' })
  const answer = await sendWebhook(api, body)
  expect(answer.status).toBe(503)
  expect(answer.headers['retry-after']).toBe('3600')
  expect(answer.json).toMatchObject({
    code: 'provider_unavailable',
    message: 'This site doesn’t accept email events: no webhook secret is set up.',
  })
  // Anyone may call this, so it isn't logged as a failure.
  expect(logLines.filter((line) => line.includes('no webhook secret'))).toEqual([])
  expect(await eventsOf(context, 'nobody@example.org')).toEqual([])
})

test('a click on a reset link does not reveal its token to administrators', async ({
  resend,
  context,
}) => {
  const link = `${context.config.publicUrl}/reset-password?token=a-secret-token`
  const details = { click: { link, timestamp: new Date().toISOString() } }
  await sendWebhook(
    resend,
    resendEvent({ type: 'email.clicked', to: 'reset@example.org', details }),
  )
  const [event] = await eventsOf(context, 'reset@example.org')
  expect(event?.eventData).toContain(`${context.config.publicUrl}/reset-password"`)
  expect(event?.eventData).not.toContain('a-secret-token')
})

test('none of an email’s events connects an address with a story', async ({
  resend,
  world,
  context,
}) => {
  const [admin, author] = [await world.admin(), await world.member()]
  const storyId = await world.story({
    author,
    status: 'pending',
    title: 'Only one person’s bakery',
  })
  const subject = 'Your story is now on Folx'
  const caller = resend.as(admin)
  await caller.call(storyEndpoints.moderate, { params: { id: storyId }, body: { approved: true } })
  // The email is queued, and its events may arrive before the provider's response is stored.
  const early = crypto.randomUUID()
  await sendWebhook(
    resend,
    resendEvent({ type: 'email.sent', to: author.email, subject, emailId: early }),
  )
  const mail = await vi.waitUntil(
    () =>
      context.db
        .selectFrom('emailMessage')
        .select(['emailMessageId', 'kind'])
        .where('toAddress', '=', author.email)
        .where('sentAt', 'is not', null)
        .executeTakeFirst(),
    { interval: 20 },
  )
  expect(mail.kind).toBe('story-approved')
  // Recognized only by the provider's id.
  const emailId = 'mail-known-by-name'
  await context.db
    .updateTable('emailMessage')
    .set({ providerId: emailId })
    .where('emailMessageId', '=', mail.emailMessageId)
    .execute()
  const click = { click: { link: `${context.config.publicUrl}/flow?story=${storyId}` } }
  for (const [type, details] of [
    ['email.delivered', {}],
    ['email.clicked', click],
    ['email.bounced', bounce('Transient')],
  ] as const) {
    await sendWebhook(
      resend,
      resendEvent({ type, to: author.email, subject: 'A new name', emailId, details }),
    )
  }
  // Recognized only by its subject, as after the account is deleted.
  await context.db.deleteFrom('emailMessage').where('toAddress', '=', author.email).execute()
  await sendWebhook(resend, resendEvent({ type: 'email.opened', to: author.email, subject }))

  const kept = await eventsOf(context, author.email)
  expect(kept.map((event) => event.eventType)).toEqual([
    'email.sent',
    'email.delivered',
    'email.clicked',
    'email.bounced',
    'email.opened',
  ])
  for (const { eventData } of kept) {
    for (const tale of ['story', 'subject', 'bakery', 'A new name', '/flow', '"click"']) {
      expect(eventData).not.toContain(tale)
    }
  }
  const { items } = await caller.call(listEvents, { query: { pageSize: 100 } })
  expect(items.filter((event) => event.email === author.email)).toEqual([])
})

test('a handed-over email is not sent again when it bounces, and a new email is still sent', async ({
  resend,
  world,
  context,
}) => {
  const { email } = await world.member()
  const mails = (): Promise<{ sentAt: Date | null; attempts: number; subject: string }[]> =>
    context.db
      .selectFrom('emailMessage')
      .select(['sentAt', 'attempts', 'subject'])
      .where('toAddress', '=', email)
      .orderBy('emailMessageId')
      .execute()
  const askForCode = async (count: number): Promise<void> => {
    await resend.call(accountEndpoints.requestOtp, { body: { email }, address: world.address() })
    await vi.waitUntil(
      async () => (await mails()).filter((mail) => mail.sentAt !== null).length === count,
      { interval: 20 },
    )
  }
  await askForCode(1)
  const [first] = await mails()
  await sendWebhook(
    resend,
    resendEvent({
      type: 'email.bounced',
      to: email,
      subject: first?.subject ?? '',
      details: bounce('Permanent'),
    }),
  )
  expect((await suppressionsOf(context, email)).rows).toEqual([{ cause: 'bounce' }])
  // Codes are still sent to a suppressed address; only mailings are not.
  await askForCode(2)
  expect((await mails()).map((mail) => mail.attempts)).toEqual([1, 1])
})

test('the logs of these tests name no member', ({ logLines, secrets }) => {
  const log = logLines.join('\n')
  expect(logLines.length).toBeGreaterThan(0)
  expect(secrets.in(log)).toEqual([])
  for (const text of ['kinds@example.org', 'forged@example.org', 'a-secret-token']) {
    expect(log).not.toContain(text)
  }
})
