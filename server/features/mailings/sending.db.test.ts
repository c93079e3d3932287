import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { auditEndpoints } from '#contract/audit.ts'
import { emailEndpoints } from '#contract/email.ts'
import {
  type MailSite,
  openMailSite,
  startMailNode,
  waitUntilSent,
} from '#server/testing/mail-node.ts'
import { type MailServer, refusal, startMailServer } from '#server/testing/mail-server.ts'
import { addReaders } from '#server/testing/readers.ts'
import { continueMailings } from './sending.ts'

const { sendBroadcast, pauseSending, resumeSending, cancelScheduled, listScheduled } =
  emailEndpoints
const BODY = { subject: 'News', html: '<h1>Good news</h1><p>The room opens on Thursday.</p>' }

/** Starts a broadcast to the readers and the administrator who sends it. */
async function send({ node }: MailSite, readers: number) {
  const admin = await node.world.admin()
  const addresses = [...(await addReaders(node.context.db, readers)), admin.email].sort()
  const { id } = await node.api.as(admin).call(sendBroadcast, { body: BODY })
  return { id, admin, api: node.api.as(admin), addresses, params: { id } }
}

function recipients({ server }: MailSite): string[] {
  return server.taken.map(({ to }) => to).sort()
}

test('each reader gets one message, with their own unsubscribe link', async () => {
  const fixture = await openMailSite({})
  const { id, addresses } = await send(fixture, 40)
  const mailing = await waitUntilSent(fixture.node.context.db, id)
  expect(recipients(fixture)).toEqual(addresses)
  expect(mailing).toMatchObject({ recipientCount: 41, sentCount: 41, failedCount: 0 })
  const links = new Set<string>()
  const { checkpoint } = await fixture.node.api.call(auditEndpoints.checkpoint)
  expect(checkpoint).toMatch(/^Entry \d+, /)
  expect(mailing).toMatchObject({ auditCheckpoint: checkpoint })
  for (const { mail, to } of fixture.server.taken) {
    const header = (key: string) => mail.headers.find((one) => one.key === key)?.value
    const link = header('list-unsubscribe')?.replace(/^<|>$/g, '') ?? ''
    expect(link).toMatch(/^http:\/\/localhost:3000\/api\/unsubscribe\?token=[\w-]+$/)
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail.html).toContain(link)
    expect(mail.text).toContain(link)
    expect(mail.text).toContain('The room opens on Thursday.')
    expect(header('x-audit-checkpoint')).toBe(checkpoint)
    expect(`${mail.text} ${mail.html}`).not.toContain('heckpoint')
    expect(mail.to?.map(({ address }) => address)).toEqual([to])
    links.add(link)
  }
  expect(links.size).toBe(41)
  expect(fixture.node.logLines.join('\n')).not.toContain('reader-1@')
})

test('two nodes together send every message once', async () => {
  const fixture = await openMailSite({ answerMs: 5 })
  const other = await fixture.node.join()
  onTestFinished(() => other.close())
  const { id, addresses } = await send(fixture, 300)
  await waitUntilSent(fixture.node.context.db, id)
  expect(recipients(fixture)).toEqual(addresses)
})

test('a pause stops all nodes within seconds, and resuming leaves nobody out', async () => {
  const fixture = await openMailSite({}, { ratePerMinute: 1_800 })
  const other = await fixture.node.join()
  onTestFinished(() => other.close())
  const { id, addresses, api, params } = await send(fixture, 150)
  await vi.waitUntil(() => fixture.server.taken.length >= 20)
  expect((await api.call(pauseSending, { params })).status).toBe('paused')
  expect((await api.call(pauseSending, { params })).status).toBe('paused')
  await untilSettled(fixture)
  const atPause = fixture.server.taken.length
  await pause(2_000)
  expect(fixture.server.taken.length).toBe(atPause)
  expect(atPause).toBeLessThan(145)
  expect((await api.call(resumeSending, { params })).status).toBe('sending')
  expect((await api.call(resumeSending, { params })).status).toBe('sending')
  await waitUntilSent(fixture.node.context.db, id)
  expect(recipients(fixture)).toEqual(addresses)
})

test('members who unsubscribed, bounced, were suspended or left during a pause are skipped', async () => {
  const fixture = await openMailSite({}, { ratePerMinute: 60 })
  const { db } = fixture.node.context
  const { id, api, params } = await send(fixture, 12)
  await vi.waitUntil(() => fixture.server.taken.length > 0)
  await api.call(pauseSending, { params })
  await untilSettled(fixture)
  const reached = new Set(recipients(fixture))
  const waiting = await db.selectFrom('member').select(['memberId', 'email']).execute()
  const open4 = waiting.filter(({ email }) => !reached.has(email)).slice(0, 4)
  const [quiet, bounced, suspended, gone] = open4
  if (!quiet || !bounced || !suspended || !gone) throw new Error('Too many were reached.')
  await db
    .insertInto('mailingChoice')
    .values({ memberId: quiet.memberId, kind: 'broadcast', isWanted: false })
    .execute()
  await db
    .insertInto('emailSuppression')
    .values({ email: bounced.email, cause: 'bounce' })
    .execute()
  await db
    .updateTable('member')
    .set({ suspendedAt: new Date() })
    .where('memberId', '=', suspended.memberId)
    .execute()
  await db.deleteFrom('member').where('memberId', '=', gone.memberId).execute()
  await api.call(resumeSending, { params })
  const mailing = await waitUntilSent(db, id)
  expect(mailing).toMatchObject({ recipientCount: 13, sentCount: 9, skippedCount: 4 })
  for (const { email } of open4) expect(recipients(fixture)).not.toContain(email)
})

test('a canceled mailing is not sent any further, and counts the emails already sent', async () => {
  const fixture = await openMailSite({}, { ratePerMinute: 1_200 })
  const { api, params } = await send(fixture, 100)
  await vi.waitUntil(() => fixture.server.taken.length >= 10)
  const early = await api.refuse(cancelScheduled, { params })
  expect(early).toMatchObject({ status: 409, message: expect.stringContaining('Pause it first') })
  await api.call(pauseSending, { params })
  expect((await api.call(cancelScheduled, { params })).status).toBe('cancelled')
  expect((await api.call(cancelScheduled, { params })).status).toBe('cancelled')
  await untilSettled(fixture)
  const atEnd = fixture.server.taken.length
  await pause(2_000)
  expect(fixture.server.taken.length).toBe(atEnd)
  const { items } = await api.call(listScheduled)
  expect(items[0]).toMatchObject({ status: 'cancelled', sentCount: atEnd })
  expect((await api.refuse(resumeSending, { params })).status).toBe(409)
})

test('two nodes together keep the rate', async () => {
  const fixture = await openMailSite({}, { ratePerMinute: 1_200 })
  const other = await fixture.node.join()
  onTestFinished(() => other.close())
  const { id } = await send(fixture, 150)
  await waitUntilSent(fixture.node.context.db, id)
  const rows = await fixture.node.context.db
    .selectFrom('mailingRecipient')
    .select('handedAt')
    .where('mailingId', '=', id)
    .execute()
  // By the clock of the database, because this process can notice messages late.
  const times = rows.flatMap(({ handedAt }) => handedAt?.getTime() ?? [])
  expect(times).toHaveLength(151)
  const perSecond = 1_200 / 60
  for (const at of times) {
    const within = times.filter((time) => time >= at && time < at + 3_000).length
    // Those of another second, and those under way, may be handed over later than planned.
    expect(within).toBeLessThanOrEqual(perSecond * 4 + 12)
  }
})

test('a permanently unreachable recipient is marked as failed, with a reason but without the address', async () => {
  const fixture = await openMailSite({
    judge: (address) =>
      address === 'reader-3@example.org' ? refusal(550, 'no such person') : null,
  })
  const { id } = await send(fixture, 5)
  const { db } = fixture.node.context
  expect(await waitUntilSent(db, id)).toMatchObject({ sentCount: 5, failedCount: 1 })
  const failed = await db
    .selectFrom('mailingRecipient')
    .select(['lastError', 'attempts'])
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow()
  expect(failed.lastError).toContain('550')
  expect(failed.lastError).not.toContain('reader-3')
})

test('a deferred recipient gets the email later, without delaying others', async () => {
  let isOff = true
  let offset = 0
  const judge = (address: string) =>
    isOff && address === 'reader-2@example.org' ? refusal(451, 'come back later') : null
  const now = () => new Date(Date.now() + offset)
  const { server, node } = await openMailSite({ judge }, { now })
  const before = Date.now()
  const { id } = await send({ server, node }, 5)
  const { db } = node.context
  await vi.waitUntil(() => server.taken.length === 5)
  const row = await vi.waitUntil(() =>
    db
      .selectFrom('mailingRecipient')
      .select(['attempts', 'dueAt', 'lastError'])
      .where('status', '=', 'waiting')
      .where('attempts', '=', 1)
      .executeTakeFirst(),
  )
  expect(row.lastError).toContain('451')
  expect(row.dueAt.getTime()).toBeGreaterThan(before + 50_000)
  isOff = false
  offset = 90_000
  await continueMailings(node.context)
  expect(await waitUntilSent(db, id)).toMatchObject({ sentCount: 6, failedCount: 0 })
  expect(server.taken.filter(({ to }) => to === 'reader-2@example.org')).toHaveLength(1)
})

test('a mailing pauses while the provider is down, and continues automatically', async () => {
  const server = await startMailServer({})
  await server.close()
  const node = await startMailNode({ smtpPort: server.port })
  let back: MailServer | undefined
  onTestFinished(async () => {
    await node.close()
    await back?.close()
  })
  const { id, addresses } = await send({ server, node }, 20)
  const gate = await vi.waitUntil(() =>
    node.context.db.selectFrom('mailGate').selectAll().where('failures', '>', 0).executeTakeFirst(),
  )
  // All messages that failed at the same moment count as one failure.
  expect(gate.failures).toBe(1)
  back = await startMailServer({}, server.port)
  const mailing = await waitUntilSent(node.context.db, id)
  expect(mailing).toMatchObject({ sentCount: 21, failedCount: 0 })
  expect(back.taken.map(({ to }) => to).sort()).toEqual(addresses)
  const after = await node.context.db.selectFrom('mailGate').selectAll().executeTakeFirst()
  expect(after).toMatchObject({ failures: 0, closedUntil: null })
})

/** Waits until no job sends. */
async function untilSettled({ node }: MailSite): Promise<void> {
  // A job that begins at the moment of the pause shows slightly later.
  await pause(500)
  const active = sql<{ count: number }>`
    select count(*)::int as count from job.job where name = 'send-mailing' and state = 'active'`
  await vi.waitUntil(async () => (await active.execute(node.context.db)).rows[0]?.count === 0, {
    interval: 50,
  })
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
