import { sql } from 'kysely'
import { expect, onTestFinished, vi } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { emailEndpoints } from '#contract/email.ts'
import { keysFrom, newMasterKey } from '#server/domain/keys.ts'
import { IN_DOUBT } from '#server/features/email/jobs.ts'
import { openBody } from '#server/features/email/sealed-body.ts'
import { queueMail } from '#server/features/email/service.ts'
import { keepInOutbox } from '#server/features/email/store.ts'
import { createSmtpSender } from '#server/ports/email/smtp.ts'
import {
  type MailNode,
  type MailSite,
  openMailSite,
  startMailNode,
} from '#server/testing/mail-node.ts'
import { refusal } from '#server/testing/mail-server.ts'
import { waitForMail } from '#server/testing/mailbox.ts'
import { test } from '#server/testing/world.ts'

test('an administrator reads the outbox, newest first and by address, and each view is in the audit log', async ({
  api,
  world,
  context,
}) => {
  const admin = await world.admin()
  for (const email of ['first@example.org', 'second@example.org']) {
    await api.call(accountEndpoints.requestOtp, { body: { email } })
    await waitForMail(context.db, { to: email, subject: /code/i })
  }
  const all = await api.as(admin).call(emailEndpoints.listOutbox)
  expect(all.items.map((mail) => mail.to)).toEqual(['second@example.org', 'first@example.org'])
  expect(all.total).toBe(2)
  const query = { to: 'First@example.org' }
  const one = await api.as(admin).call(emailEndpoints.listOutbox, { query })
  expect(one.items.map((mail) => mail.to)).toEqual(['first@example.org'])
  const entries = await context.db
    .selectFrom('auditEntry')
    .select(['action', 'adminId', 'subjectId', 'detail'])
    .orderBy('auditEntryId')
    .execute()
  const entry = { action: 'outbox-read', adminId: admin.id, subjectId: '' }
  expect(entries).toEqual([
    { ...entry, detail: { page: 1, searched: 'no' } },
    { ...entry, detail: { page: 1, searched: 'yes' } },
  ])
})

test('the outbox lists the emails of a broadcast once, and each of them by its address', async ({
  api,
  world,
  context,
}) => {
  const admin = await world.admin()
  const before = await api.as(admin).call(emailEndpoints.listOutbox)
  const readers = ['one@example.org', 'two@example.org', 'three@example.org']
  const body = { text: 'News', html: '<p>News</p>' }
  for (const mailing of [1, 11]) {
    for (const [index, toAddress] of readers.entries()) {
      const idempotencyKey = `mailing-${mailing}-${index}`
      const subject = `Mailing ${mailing}`
      await keepInOutbox(context.db, { idempotencyKey, toAddress, subject, ...body })
    }
  }
  const test = { idempotencyKey: 'test-1', toAddress: 'one@example.org', subject: 'A test' }
  await keepInOutbox(context.db, { ...test, ...body })
  const all = await api.as(admin).call(emailEndpoints.listOutbox, { query: { pageSize: 2 } })
  expect(all.items).toMatchObject([
    { subject: 'A test', to: 'one@example.org', recipientCount: 1 },
    { subject: 'Mailing 11', to: 'three@example.org', recipientCount: 3 },
  ])
  expect(all.total).toBe(before.total + 3)
  const query = { to: 'two@example.org' }
  const one = await api.as(admin).call(emailEndpoints.listOutbox, { query })
  expect(one.items).toMatchObject([
    { subject: 'Mailing 11', to: 'two@example.org', recipientCount: 1 },
    { subject: 'Mailing 1', to: 'two@example.org', recipientCount: 1 },
  ])
})

test('the outbox lists no email that would reveal whose story or request it is about', async ({
  api,
  world,
  context,
}) => {
  const [admin, author] = [await world.admin(), await world.member()]
  const title = 'The bakery that only one person has'
  const mail = { subject: 'About your story', text: title, html: `<p>${title}</p>` }
  for (const kind of ['story-approved', 'story-returned', 'notification', 'welcome'] as const) {
    await queueMail(context, context.db, { kind, to: author.email, mail })
  }
  await vi.waitFor(async () => {
    const kept = await context.db
      .selectFrom('outboxMail')
      .select('outboxMailId')
      .where('toAddress', '=', author.email)
      .execute()
    expect(kept).toHaveLength(4)
  })
  const query = { to: author.email }
  const { items, total } = await api.as(admin).call(emailEndpoints.listOutbox, { query })
  // The welcome email, which is only about the account.
  expect({ items: items.length, total }).toEqual({ items: 1, total: 1 })
})

/** A site whose provider cannot be reached. */
async function openUnheard(): Promise<MailNode> {
  // No server listens on this port.
  const node = await startMailNode({ smtpPort: 9 })
  onTestFinished(() => node.close())
  return node
}

test('an email that is refused temporarily is retried until it is accepted, once', async () => {
  let tries = 0
  const judge = () => {
    tries += 1
    return tries < 2 ? refusal(451, 'come back later') : null
  }
  const { server, node } = await openMailSite({ judge })
  const { api, context } = node
  await api.call(accountEndpoints.requestOtp, { body: { email: 'slow@example.org' } })
  const mail = await vi.waitUntil(
    () =>
      context.db
        .selectFrom('emailMessage')
        .selectAll()
        .where('sentAt', 'is not', null)
        .executeTakeFirst(),
    { interval: 100 },
  )
  expect(server.taken.map(({ to }) => to)).toEqual(['slow@example.org'])
  expect(mail).toMatchObject({ attempts: 2, failedAt: null, text: '', html: '' })
  expect(mail.lastError).toContain('451')
})

test('an email is tried for a day, and a code only as long as it is valid', async () => {
  let now = new Date()
  let isBusy = true
  const judge = () => (isBusy ? refusal(451, 'come back later') : null)
  const { server, node } = await openMailSite({ judge }, { now: () => now })
  const { api, context } = node
  const [asked, welcomed] = ['asked-then@example.org', 'welcomed-then@example.org']
  await api.call(accountEndpoints.requestOtp, { body: { email: asked } })
  const mail = { subject: 'Welcome', text: 'Welcome', html: '<p>Welcome</p>' }
  await queueMail(context, context.db, { kind: 'welcome', to: welcomed, mail })
  const mails = () =>
    context.db
      .selectFrom('emailMessage')
      .select(['toAddress', 'sentAt', 'failedAt', 'lastError'])
      .orderBy('toAddress')
      .execute()
  const untilMails = (isDone: (mail: Awaited<ReturnType<typeof mails>>[number]) => unknown) =>
    vi.waitUntil(async () => (await mails()).every(isDone))
  await untilMails(({ lastError }) => lastError?.includes('451'))
  now = new Date(now.getTime() + 11 * 60_000)
  // The server accepts again only after the code has expired: a try under way could still succeed.
  await untilMails(({ toAddress, failedAt }) => toAddress === welcomed || failedAt)
  isBusy = false
  await untilMails(({ toAddress, sentAt }) => toAddress === asked || sentAt)
  expect(server.taken.map(({ to }) => to)).toEqual([welcomed])
  expect(await mails()).toMatchObject([
    { toAddress: asked, sentAt: null, lastError: expect.stringMatching(/expired.*451/) },
    { toAddress: welcomed, failedAt: null },
  ])
  // The queue's tries last longer than the email.
  const { rows } = await sql<{ limit: number; delay: number; most: number }>`
    select retry_limit as limit, retry_delay as delay, retry_delay_max as most
    from job.queue where name = 'send-email'`.execute(context.db)
  const { limit = 0, delay = 0, most = 0 } = rows[0] ?? {}
  const pauses = Array.from({ length: limit }, (_, tries) => Math.min(most, delay * 2 ** tries))
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(24 * 3_600)
})

/** Lets a node wait only so long for its mail server, in milliseconds. */
function limitPatience(
  { node, server }: MailSite,
  limits: { limitMs: number; answerLimitMs: number },
): void {
  const email = createSmtpSender({ url: `smtp://127.0.0.1:${server.port}`, ...limits })
  onTestFinished(() => email.close())
  Object.assign(node.context, { email })
}

/** Asks for a code, and waits until one try to send it has ended. */
async function tryOnce({ node: { api, context } }: MailSite) {
  await api.call(accountEndpoints.requestOtp, { body: { email: 'once@example.org' } })
  const mail = context.db.selectFrom('emailMessage').selectAll().where('attempts', '>', 0)
  return vi.waitUntil(() => mail.executeTakeFirst(), { interval: 50 })
}

test('a mail server that is slow to answer gets a code once, and a crash meanwhile changes nothing', async () => {
  const meanwhile: unknown[] = []
  const site = await openMailSite({
    beforeTaking: async () => {
      const { db } = site.node.context
      meanwhile.push(
        await db.selectFrom('emailMessage').select(['failedAt', 'lastError']).executeTakeFirst(),
      )
    },
    answerMs: 1_500,
  })
  limitPatience(site, { limitMs: 500, answerLimitMs: 60_000 })
  const mail = await tryOnce(site)
  expect(mail).toMatchObject({ attempts: 1, failedAt: null, sentAt: expect.any(Date) })
  expect(site.server.taken).toHaveLength(1)
  // The next start would not send it again.
  expect(meanwhile).toEqual([{ failedAt: expect.any(Date), lastError: IN_DOUBT }])
})

test('a code that the mail server may have is not sent again', async () => {
  const site = await openMailSite({ answerMs: 4_000 })
  limitPatience(site, { limitMs: 500, answerLimitMs: 2_000 })
  const mail = await tryOnce(site)
  expect(mail).toMatchObject({ failedAt: expect.any(Date), lastError: IN_DOUBT, text: '' })
  expect(site.server.taken).toHaveLength(1)
})

test('a code that the mail server refuses after its end is sent again', async () => {
  let tries = 0
  const site = await openMailSite({
    beforeTaking: () => {
      tries += 1
      if (tries === 1) throw refusal(451, 'greylisted')
    },
  })
  expect(await tryOnce(site)).toMatchObject({ attempts: 1, failedAt: null })
  await vi.waitUntil(() => site.server.taken.length === 1)
})

test('an email that can never be delivered fails immediately, with the reason', async () => {
  const { node } = await openMailSite({ judge: () => refusal(550, 'no such person') })
  const { api, context } = node
  await api.call(accountEndpoints.requestOtp, { body: { email: 'nobody@example.org' } })
  const mail = await vi.waitUntil(
    () =>
      context.db
        .selectFrom('emailMessage')
        .selectAll()
        .where('failedAt', 'is not', null)
        .executeTakeFirst(),
    { interval: 50 },
  )
  expect(mail).toMatchObject({ attempts: 1, sentAt: null, text: '', html: '' })
  expect(mail.lastError).toContain('550')
  expect(mail.lastError).not.toContain('nobody@example.org')
})

test('a queued email does not reveal its code to a reader of the database', async () => {
  const { api, context } = await openUnheard()
  await api.call(accountEndpoints.requestOtp, { body: { email: 'later@example.org' } })
  const waiting = await context.db
    .selectFrom('emailMessage')
    .select(['text', 'html'])
    .executeTakeFirstOrThrow()
  expect(waiting).toEqual({ text: expect.stringMatching(/^sealed:[\w+/]+=*$/), html: '' })
  expect(openBody(context.keys, waiting)?.text).toMatch(/\b\d{6}\b/)
  const otherKeys = keysFrom(newMasterKey())
  expect(openBody(otherKeys, waiting)).toBeUndefined()
})

test('there is no outbox while a provider sends the emails', async () => {
  const { api, world } = await openUnheard()
  const admin = await world.admin()
  expect((await api.as(admin).refuse(emailEndpoints.listOutbox)).status).toBe(404)
})

test('emails are sent even if a stored site title or subject contains line breaks', async ({
  context,
  api,
}) => {
  const siteTitle = 'Folx\r\nBcc: someone@example.org\u001b'
  await context.db.updateTable('websiteSettings').set({ siteTitle }).execute()
  const [asked, welcomed] = ['asked@example.org', 'welcomed@example.org']
  await api.call(accountEndpoints.requestOtp, { body: { email: asked } })
  const mail = { subject: 'Two\r\nlines', text: 'News', html: '<p>News</p>' }
  await queueMail(context, context.db, { kind: 'welcome', to: welcomed, mail })
  const code = await waitForMail(context.db, { to: asked, subject: /code/i })
  expect(code.subject).toBe('Your verification code for Folx Bcc: someone@example.org')
  expect((await waitForMail(context.db, { to: welcomed, subject: /lines/ })).subject).toBe(
    'Two lines',
  )
})
