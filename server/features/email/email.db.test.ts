import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { expect, inject, vi } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { emailEndpoints } from '#contract/email.ts'
import { readConfig } from '#server/config.ts'
import { type Context, createContext } from '#server/context.ts'
import { keysFrom, newMasterKey } from '#server/domain/keys.ts'
import { openBody } from '#server/features/email/queued-service.ts'
import { queueMail } from '#server/features/email/service.ts'
import { buildApp } from '#server/http/app.ts'
import { TestApi } from '#server/testing/api.ts'
import { waitForMail } from '#server/testing/mailbox.ts'
import { World } from '#server/testing/population.ts'
import { cloneDatabase } from '#server/testing/template-database.ts'
import { test } from '#server/testing/world.ts'
import { startJobWorkers } from '#server/workers.ts'

test('an administrator reads the outbox, newest first and by address, and each look is remembered', async ({
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
  const look = { action: 'outbox-read', adminId: admin.id, subjectId: '' }
  expect(entries).toEqual([
    { ...look, detail: { page: 1, searched: 'no' } },
    { ...look, detail: { page: 1, searched: 'yes' } },
  ])
})

test('the outbox lists no mail that would tell whose story or request it is about', async ({
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
  }, 60_000)
  const query = { to: author.email }
  const { items, total } = await api.as(admin).call(emailEndpoints.listOutbox, { query })
  // The welcome, which is about the account alone.
  expect({ items: items.length, total }).toEqual({ items: 1, total: 1 })
})

interface MailServer {
  port: number
  taken: string[]
  close(): Promise<void>
}

/** An SMTP server on this machine that answers each RCPT with what `judge` returns. */
async function startMailServer(judge: (address: string) => Error | null): Promise<MailServer> {
  const taken: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (address, _session, done) => done(judge(address.address)),
    onData: (stream, session, done) => {
      stream.resume()
      stream.on('end', () => {
        taken.push(...session.envelope.rcptTo.map((recipient) => recipient.address))
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  // A TCP server that listens has an address of this form.
  const { port } = server.server.address() as AddressInfo
  return { port, taken, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** The product with SMTP in place of the outbox, in a database of its own. */
async function withSmtp(
  port: number,
  work: (node: { context: Context; api: TestApi }) => Promise<void>,
): Promise<void> {
  const database = await cloneDatabase(inject('adminUrl'))
  const dataDir = await mkdtemp(join(tmpdir(), 'folx-mail-'))
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'Folx <hello@folx.example>',
  })
  const log = pino({ level: 'silent' })
  const context = await createContext({ config, log, databaseUrl: database.url })
  await startJobWorkers(context)
  const app = await buildApp(context)
  try {
    await work({ context, api: new TestApi(app) })
  } finally {
    await app.close()
    await context.close()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function refusal(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code })
}

test('a mail that is refused for now is tried again until it is taken, once', async () => {
  let tries = 0
  const server = await startMailServer(() => {
    tries += 1
    return tries < 2 ? refusal(451, 'come back later') : null
  })
  await withSmtp(server.port, async ({ context, api }) => {
    await api.call(accountEndpoints.requestOtp, { body: { email: 'slow@example.org' } })
    const mail = await vi.waitUntil(
      () =>
        context.db
          .selectFrom('emailMessage')
          .selectAll()
          .where('sentAt', 'is not', null)
          .executeTakeFirst(),
      { timeout: 90_000, interval: 100 },
    )
    expect(server.taken).toEqual(['slow@example.org'])
    expect(mail).toMatchObject({ attempts: 2, failedAt: null, text: '', html: '' })
    expect(mail.lastError).toContain('451')
  })
  await server.close()
})

test('a mail that can never be delivered is given up at once, and says why', async () => {
  const server = await startMailServer(() => refusal(550, 'no such person'))
  await withSmtp(server.port, async ({ context, api }) => {
    await api.call(accountEndpoints.requestOtp, { body: { email: 'nobody@example.org' } })
    const mail = await vi.waitUntil(
      () =>
        context.db
          .selectFrom('emailMessage')
          .selectAll()
          .where('failedAt', 'is not', null)
          .executeTakeFirst(),
      { timeout: 60_000, interval: 50 },
    )
    expect(mail).toMatchObject({ attempts: 1, sentAt: null, text: '', html: '' })
    expect(mail.lastError).toContain('550')
    expect(mail.lastError).not.toContain('nobody@example.org')
  })
  await server.close()
})

test('an email that waits shows no code to those who read the database', async () => {
  // Nobody listens there.
  await withSmtp(9, async ({ context, api }) => {
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
})

test('there is no outbox while a provider sends the mails', async () => {
  await withSmtp(9, async ({ context, api }) => {
    const admin = await new World(context.db).admin()
    expect((await api.as(admin).refuse(emailEndpoints.listOutbox)).status).toBe(404)
  })
})

test('a site title or subject that is stored with line breaks stops no email', async ({
  context,
  api,
}) => {
  const siteTitle = 'Folx\r\nBcc: someone@example.org\u001b'
  await context.db.updateTable('websiteSettings').set({ siteTitle }).execute()
  const [asked, told] = ['asked@example.org', 'told@example.org']
  await api.call(accountEndpoints.requestOtp, { body: { email: asked } })
  const mail = { subject: 'Two\r\nlines', text: 'News', html: '<p>News</p>' }
  await queueMail(context, context.db, { kind: 'welcome', to: told, mail })
  const code = await waitForMail(context.db, { to: asked, subject: /code/i })
  expect(code.subject).toBe('Your verification code for Folx Bcc: someone@example.org')
  expect((await waitForMail(context.db, { to: told, subject: /lines/ })).subject).toBe('Two lines')
})
