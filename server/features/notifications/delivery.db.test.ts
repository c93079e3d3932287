import { afterAll, beforeAll, expect, vi } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import { notificationEndpoints as calls } from '#contract/notifications.ts'
import { storyEndpoints } from '#contract/stories.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { keysFrom, newMasterKey } from '#server/domain/keys.ts'
import { createWebPushSender } from '#server/ports/push/web-push.ts'
import type { TestApi } from '#server/testing/api.ts'
import { mailsTo, type ReceivedMail, waitForMail } from '#server/testing/mailbox.ts'
import type { TestMember } from '#server/testing/population.ts'
import {
  type PushTestServer,
  startPushServer,
  type TestDevice,
} from '#server/testing/providers/push-server.ts'
import { test as base } from '#server/testing/world.ts'
import { getPushKeys, rewrapPushKey } from './push.ts'
import { notify } from './service.ts'

let pushes: PushTestServer
beforeAll(async () => {
  pushes = await startPushServer()
})
afterAll(() => pushes.stop())

/** Makes the file's application send to the test push service on this machine. */
const test = base.extend<{ $file: { reachable: undefined } }>({
  reachable: [
    async ({ context }, use) => {
      context.push = createWebPushSender({ local: pushes, limitMs: 5_000 })
      await use(undefined)
    },
    { scope: 'file', auto: true },
  ],
})

interface QueuedJob {
  name: string
  state: string
  /** Seconds between its creation and its earliest start. */
  delay: number
}

async function jobsOf(context: Context, member: TestMember): Promise<QueuedJob[]> {
  const { rows } = await context.pool.query(
    `select j.name, j.state::text,
       round(extract(epoch from j.start_after - j.created_on))::int as delay
     from job.job j join notification n on n.notification_id = (j.data->>'notificationId')::int
     where n.member_id = $1 order by j.created_on, j.name`,
    [member.id],
  )
  return rows
}

/** Makes the member's waiting jobs due and waits until they are done. */
async function deliver(context: Context, member: TestMember): Promise<void> {
  await context.pool.query(
    `update job.job set start_after = now() where state in ('created', 'retry')
       and data->>'notificationId' in (
         select notification_id::text from notification where member_id = $1)`,
    [member.id],
  )
  await vi.waitUntil(
    async () => {
      const { rows } = await context.pool.query(
        `select from job.job where state <> 'completed' and start_after <= now()
           and data->>'notificationId' in (
             select notification_id::text from notification where member_id = $1)`,
        [member.id],
      )
      return rows.length === 0
    },
    { interval: 50 },
  )
}

async function notifyMember(
  context: Context,
  member: TestMember,
  kind: NotificationKind,
  subjectId: number | null,
): Promise<void> {
  await inTransaction(context.db, (trx) =>
    notify(context, trx, { memberId: member.id, kind, subjectId }),
  )
}

async function guidanceOf(context: Context, member: TestMember): Promise<number> {
  const { guidanceRequestId } = await context.db
    .insertInto('guidanceRequest')
    .values({ memberId: member.id, category: 'faith' })
    .returning('guidanceRequestId')
    .executeTakeFirstOrThrow()
  return guidanceRequestId
}

/** The number of notification emails ever written to a member, sent or not. */
async function notificationEmailsTo(context: Context, member: TestMember): Promise<number> {
  const rows = await context.db
    .selectFrom('emailMessage')
    .select('emailMessageId')
    .where('toAddress', '=', member.email)
    .where('kind', '=', 'notification')
    .execute()
  return rows.length
}

async function subscribe(api: TestApi, member: TestMember, device: TestDevice): Promise<void> {
  const { endpoint, p256dh, auth } = device
  await api.as(member).call(calls.subscribe, { body: { endpoint, keys: { p256dh, auth } } })
}

/** The pushes a device has received. */
function received(device: TestDevice): unknown[] {
  const { pathname } = new URL(device.endpoint)
  return pushes.received
    .filter(({ path }) => path === pathname)
    .map(({ body }) => JSON.parse(device.open(body)))
}

const NOTIFICATION = {
  title: 'Folx',
  body: 'You have something new',
  url: '/dashboard',
  tag: 'news',
}

test('an answer sends one email after ten minutes, without naming its subject', async ({
  world,
  context,
}) => {
  const member = await world.member()
  const subjectId = await guidanceOf(context, member)
  await notifyMember(context, member, 'guidance-answered', subjectId)
  await notifyMember(context, member, 'guidance-answered', subjectId)
  expect(await jobsOf(context, member)).toEqual([
    { name: 'send-notification-mail', state: 'created', delay: 600 },
  ])
  await deliver(context, member)
  const mail = await waitForMail(context.db, { to: member.email, subject: /something new/ })
  expect(mail.subject).toBe('You have something new on Folx')
  expect(mail.text).toContain('http://localhost:3000/dashboard')
  expectNothingPrivate(mail, [member.anonymousUsername, member.username, 'guidance', 'answer'])
  // Until it is read, further ones send no second email.
  await notifyMember(context, member, 'guidance-answered', subjectId)
  expect(await jobsOf(context, member)).toHaveLength(1)
  expect(await mailsTo(context.db, member.email)).toHaveLength(1)
})

test('an email about a reply contains neither title nor pseudonym', async ({
  api,
  world,
  context,
}) => {
  const author = await world.member()
  const reader = await world.member()
  const storyId = await world.story({ author, title: 'Threshing floor' })
  const choice = { kind: 'story-reply', inApp: true, byMail: true, byPush: false } as const
  await api.as(author).call(calls.saveSettings, { body: { choices: [choice] } })
  const body = { storyId, content: 'Gentle winnowing.' }
  await api.as(reader).call(storyEndpoints.reply, { body })
  await deliver(context, author)
  const mail = await waitForMail(context.db, { to: author.email, subject: /something new/ })
  const names = [reader.anonymousUsername, author.anonymousUsername, author.username]
  expectNothingPrivate(mail, [...names, 'Threshing', 'winnowing', 'reply', 'story'])
})

test('a notification that was read, turned off or deleted in the meantime is not emailed', async ({
  api,
  world,
  context,
}) => {
  const reads = await world.member()
  const declines = await world.member()
  const deletes = await world.member()
  for (const member of [reads, declines, deletes]) {
    await notifyMember(context, member, 'guidance-answered', await guidanceOf(context, member))
  }
  await api.as(reads).call(calls.markAllRead)
  const choice = { kind: 'guidance-answered', inApp: true, byMail: false, byPush: false } as const
  await api.as(declines).call(calls.saveSettings, { body: { choices: [choice] } })
  await context.db.deleteFrom('guidanceRequest').where('memberId', '=', deletes.id).execute()
  for (const member of [reads, declines, deletes]) {
    await deliver(context, member)
    expect((await jobsOf(context, member)).map(({ state }) => state)).toEqual(['completed'])
    expect(await notificationEmailsTo(context, member)).toBe(0)
  }
})

test('by default a reply sends no email, and a decision no second one', async ({
  world,
  context,
}) => {
  const member = await world.member()
  const subjectId = await world.story({ author: member })
  for (const kind of ['story-reply', 'reply-reply', 'story-approved', 'story-returned'] as const) {
    await notifyMember(context, member, kind, subjectId)
  }
  await notifyMember(context, member, 'live-on-air', null)
  expect(await jobsOf(context, member)).toEqual([])
})

test('a member who turned a kind off in the app is emailed again the next day', async ({
  api,
  world,
  context,
  clock,
}) => {
  const member = await world.member()
  const subjectId = await guidanceOf(context, member)
  const choice = { kind: 'guidance-answered', inApp: false, byMail: true, byPush: false } as const
  await api.as(member).call(calls.saveSettings, { body: { choices: [choice] } })
  await notifyMember(context, member, 'guidance-answered', subjectId)
  await notifyMember(context, member, 'guidance-answered', subjectId)
  expect(await api.as(member).call(calls.count)).toMatchObject({ unread: 0 })
  expect((await api.as(member).call(calls.list)).items).toEqual([])
  await deliver(context, member)
  expect(await notificationEmailsTo(context, member)).toBe(1)
  clock.advance({ minutes: 25 * 60 })
  await notifyMember(context, member, 'guidance-answered', subjectId)
  await deliver(context, member)
  expect(await notificationEmailsTo(context, member)).toBe(2)
})

test('a suspended member is sent nothing', async ({ api, world, context }) => {
  const member = await world.member()
  const device = pushes.newDevice()
  await subscribe(api, member, device)
  const subjectId = await guidanceOf(context, member)
  await notifyMember(context, member, 'guidance-answered', subjectId)
  await context.db
    .updateTable('member')
    .set({ suspendedAt: new Date() })
    .where('memberId', '=', member.id)
    .execute()
  await deliver(context, member)
  expect(await notificationEmailsTo(context, member)).toBe(0)
  expect(received(device)).toEqual([])
})

test('a bounced address gets no emails, but its member’s devices still get pushes', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const device = pushes.newDevice()
  await subscribe(api, member, device)
  await context.db
    .insertInto('emailSuppression')
    .values({ email: member.email, cause: 'bounce' })
    .execute()
  const subjectId = await guidanceOf(context, member)
  await notifyMember(context, member, 'guidance-answered', subjectId)
  await deliver(context, member)
  expect(await notificationEmailsTo(context, member)).toBe(0)
  expect(received(device)).toEqual([NOTIFICATION])
})

test('emails and pushes wait until the quiet hours end', async ({ api, world, context, clock }) => {
  const member = await world.member({ timeZone: 'UTC' })
  const device = pushes.newDevice()
  await subscribe(api, member, device)
  const minutesOfDay = (): number =>
    context.now().getUTCHours() * 60 + context.now().getUTCMinutes()
  // At 23:50, ten minutes later and thirty seconds later are both in quiet hours.
  clock.advance({ minutes: (23 * 60 + 50 - minutesOfDay() + 1_440) % 1_440 })
  const quietHours = { from: '23:30', to: '06:00' }
  await api.as(member).call(calls.saveSettings, { body: { quietHours } })
  await notifyMember(context, member, 'guidance-answered', await guidanceOf(context, member))
  const untilEnd = (6 * 60 + 10) * 60
  for (const { delay } of await jobsOf(context, member)) {
    expect(delay).toBeGreaterThan(untilEnd - 120)
    expect(delay).toBeLessThanOrEqual(untilEnd + 60)
  }
  // A job that starts too early is postponed again.
  await deliver(context, member)
  expect(await notificationEmailsTo(context, member)).toBe(0)
  expect(received(device)).toEqual([])
  const waiting = (await jobsOf(context, member)).filter(({ state }) => state === 'created')
  expect(waiting.map(({ name }) => name).sort()).toEqual(['send-notification-mail', 'send-push'])

  clock.advance({ minutes: 6 * 60 + 11 })
  await deliver(context, member)
  expect(await notificationEmailsTo(context, member)).toBe(1)
  expect(received(device)).toEqual([NOTIFICATION])
})

test('a story email waits for the end of the quiet hours too', async ({
  api,
  world,
  context,
  clock,
}) => {
  const author = await world.member({ timeZone: 'UTC' })
  const minutesOfDay = context.now().getUTCHours() * 60 + context.now().getUTCMinutes()
  clock.advance({ minutes: (1_440 - minutesOfDay + 60) % 1_440 })
  const quietHours = { from: '00:00', to: '05:00' }
  await api.as(author).call(calls.saveSettings, { body: { quietHours } })
  const id = await world.story({ author, status: 'pending' })
  const approval = { params: { id }, body: { approved: true } }
  await api.as(await world.admin()).call(storyEndpoints.moderate, approval)
  const { rows } = await context.pool.query(
    `select extract(epoch from j.start_after - j.created_on)::int as delay
     from job.job j join email_message m on m.email_message_id = (j.data->>'emailMessageId')::int
     where m.to_address = $1`,
    [author.email],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0].delay).toBeGreaterThan(3.9 * 3_600)
  expect(rows[0].delay).toBeLessThanOrEqual(4 * 3_600)
})

test('a push to a member with a neutral name has that title', async ({ api, world, context }) => {
  const author = await world.member()
  const device = pushes.newDevice()
  await subscribe(api, author, device)
  await api.as(author).call(accountEndpoints.changeUser, { body: { neutralName: 'notes' } })
  const storyId = await world.story({ author })
  const body = { storyId, content: 'Well said.' }
  await api.as(await world.member()).call(storyEndpoints.reply, { body })
  await deliver(context, author)
  expect(received(device)).toEqual([{ ...NOTIFICATION, title: 'Notes' }])
})

test('each device of a member gets one push, without its subject', async ({
  api,
  world,
  context,
}) => {
  const author = await world.member()
  const reader = await world.member()
  const devices = [pushes.newDevice(), pushes.newDevice()]
  for (const device of devices) await subscribe(api, author, device)
  const storyId = await world.story({ author, title: 'Threshing floor' })
  const body = { storyId, content: 'Gentle winnowing.' }
  await api.as(reader).call(storyEndpoints.reply, { body })
  await api.as(reader).call(storyEndpoints.reply, { body })
  const push = { name: 'send-push', state: 'created', delay: 30 }
  expect(await jobsOf(context, author)).toEqual([push, push])
  await deliver(context, author)
  for (const device of devices) expect(received(device)).toEqual([NOTIFICATION])
})

test('a notification that was read or turned off in the meantime is not pushed', async ({
  api,
  world,
  context,
}) => {
  const reads = await world.member()
  const declines = await world.member()
  const devices = [pushes.newDevice(), pushes.newDevice()] as const
  await subscribe(api, reads, devices[0])
  await subscribe(api, declines, devices[1])
  for (const member of [reads, declines]) await notifyMember(context, member, 'live-on-air', null)
  await api.as(reads).call(calls.markAllRead)
  const choice = { kind: 'live-on-air', inApp: true, byMail: false, byPush: false } as const
  await api.as(declines).call(calls.saveSettings, { body: { choices: [choice] } })
  for (const member of [reads, declines]) await deliver(context, member)
  expect(devices.flatMap(received)).toEqual([])
})

test('an expired subscription is deleted, and a failed push is retried', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const [gone, busy] = [pushes.newDevice(), pushes.newDevice()] as const
  await subscribe(api, member, gone)
  await subscribe(api, member, busy)
  pushes.answer(gone, 410)
  pushes.answer(busy, 503)
  await notifyMember(context, member, 'live-on-air', null)
  await context.pool.query(
    `update job.job set start_after = now() where name = 'send-push' and state = 'created'`,
  )
  await vi.waitUntil(async () =>
    (await jobsOf(context, member)).some(({ state }) => state === 'retry'),
  )
  await vi.waitUntil(async () => (await api.as(member).call(calls.getSettings)).pushDevices === 1)
  pushes.answer(busy, 201)
  await deliver(context, member)
  expect(received(busy)).toEqual([NOTIFICATION, NOTIFICATION])
  expect(received(gone)).toEqual([NOTIFICATION])
})

test('a device that is refused for days is given up, and one push that arrives clears it', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const devices = [pushes.newDevice(), pushes.newDevice()] as const
  for (const device of devices) await subscribe(api, member, device)
  const twoDaysPass = () =>
    context.pool.query(
      `update push_subscription set refused_since = refused_since - interval '2 d'`,
    )
  const notify = async (): Promise<number> => {
    await api.as(member).call(calls.markAllRead)
    await notifyMember(context, member, 'live-on-air', null)
    await deliver(context, member)
    return (await api.as(member).call(calls.getSettings)).pushDevices
  }
  pushes.answer(devices[0], 403)
  pushes.answer(devices[1], 413)
  expect(await notify()).toBe(2)
  await twoDaysPass()
  expect(await notify()).toBe(2)
  pushes.answer(devices[1], 201)
  expect(await notify()).toBe(2)
  pushes.answer(devices[1], 413)
  await twoDaysPass()
  expect(await notify()).toBe(1)
  expect((await jobsOf(context, member)).filter(({ state }) => state === 'retry')).toEqual([])
})

test('a push waits for as long as a busy push service says', async ({ api, world, context }) => {
  const member = await world.member()
  const device = pushes.newDevice()
  await subscribe(api, member, device)
  pushes.answer(device, 429, { 'Retry-After': '600' })
  await notifyMember(context, member, 'live-on-air', null)
  await context.pool.query(
    `update job.job set start_after = now() where name = 'send-push' and state = 'created'`,
  )
  await vi.waitUntil(async () => received(device).length === 1)
  await vi.waitUntil(async () => (await jobsOf(context, member)).some(({ delay }) => delay === 600))
})

test('a device belongs to the last member who subscribed, until they unsubscribe', async ({
  api,
  world,
  context,
}) => {
  const [first, second] = [await world.member(), await world.member()]
  const device = pushes.newDevice()
  await subscribe(api, first, device)
  await notifyMember(context, first, 'live-on-air', null)
  await subscribe(api, second, device)
  expect((await api.as(first).call(calls.getSettings)).pushDevices).toBe(0)
  expect((await api.as(second).call(calls.getSettings)).pushDevices).toBe(1)
  await deliver(context, first)
  expect(received(device)).toEqual([])

  const body = { endpoint: device.endpoint }
  await api.as(first).call(calls.unsubscribe, { body })
  expect((await api.as(second).call(calls.getSettings)).pushDevices).toBe(1)
  const settings = await api.as(second).call(calls.unsubscribe, { body })
  expect(settings.pushDevices).toBe(0)
})

test('a member can have ten devices; an eleventh replaces the oldest', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const devices = Array.from({ length: 11 }, () => pushes.newDevice())
  for (const device of devices) await subscribe(api, member, device)
  const rows = await context.db
    .selectFrom('pushSubscription')
    .select('endpoint')
    .where('memberId', '=', member.id)
    .orderBy('pushSubscriptionId')
    .execute()
  expect(rows.map(({ endpoint }) => endpoint)).toEqual(
    devices.slice(1).map(({ endpoint }) => endpoint),
  )
})

test('settings show the defaults, keep choices and refuse invalid ones', async ({ api, world }) => {
  const member = api.as(await world.member())
  const before = await member.call(calls.getSettings)
  expect(before).toMatchObject({ quietHours: null, pushDevices: 0 })
  expect(before.choices).toHaveLength(14)
  const kind = 'story-reply' as const
  const choices = [
    { kind, inApp: true, byMail: true, byPush: true },
    { kind, inApp: true, byMail: true, byPush: false },
  ]
  const quietHours = { from: '22:00', to: '07:00' }
  const after = await member.call(calls.saveSettings, { body: { choices, quietHours } })
  expect(after.quietHours).toEqual(quietHours)
  expect(after.choices.filter((choice) => choice.kind === kind)).toEqual([choices[1]])
  expect(await member.call(calls.saveSettings, { body: {} })).toEqual(after)
  // Another device that switches one channel doesn’t know the others.
  const { inApp, byMail } = choices[1] ?? {}
  const switched = { kind, byMail: !byMail }
  const merged = await member.call(calls.saveSettings, { body: { choices: [switched] } })
  expect(merged.choices.find((choice) => choice.kind === kind)).toMatchObject({
    inApp,
    byMail: !byMail,
  })
  await member.call(calls.saveSettings, { body: { choices: [{ kind, byMail }] } })
  expect(await member.call(calls.saveSettings, { body: { quietHours: null } })).toMatchObject({
    quietHours: null,
    choices: after.choices,
  })
  for (const [body, message] of [
    [
      { quietHours: { from: '22:00', to: '22:00' } },
      'Quiet hours can’t start and end at the same time.',
    ],
    [{ quietHours: { from: '24:00', to: '07:00' } }, 'Enter a time as HH:MM.'],
    [{ choices: [{ ...choices[0], kind: 'weather' }] }, 'Unknown kind of notification'],
  ] as const) {
    expect(await member.refuse(calls.saveSettings, { body })).toMatchObject({
      status: 400,
      message,
    })
  }
})

test('the key pair is the same for all, stored wrapped, and rewrapped for the next master key', async ({
  api,
  world,
  context,
}) => {
  await context.db.deleteFrom('pushKey').execute()
  const pairs = await Promise.all(Array.from({ length: 8 }, () => getPushKeys(context)))
  const [pair] = pairs
  expect(new Set(pairs.map(({ privateKey }) => privateKey)).size).toBe(1)
  const settings = await api.as(await world.member()).call(calls.getSettings)
  expect(settings.pushPublicKey).toBe(pair?.publicKey)
  const row = await context.db.selectFrom('pushKey').selectAll().executeTakeFirstOrThrow()
  const secret = Buffer.from(pair?.privateKey ?? '', 'base64url')
  expect(secret).toHaveLength(32)
  expect(row.wrappedPrivateKey.includes(secret)).toBe(false)

  const next = keysFrom(newMasterKey())
  await rewrapPushKey(context.db, { current: context.keys, next })
  await rewrapPushKey(context.db, { current: context.keys, next })
  expect(await getPushKeys({ ...context, keys: next })).toEqual(pair)
  await rewrapPushKey(context.db, { current: next, next: context.keys })
})

test('a key pair that the master key can’t open is replaced, and its devices are deleted', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  await subscribe(api, member, pushes.newDevice())
  const before = await getPushKeys(context)
  const stranger = keysFrom(newMasterKey())
  await rewrapPushKey(context.db, { current: context.keys, next: stranger })
  const settings = await api.as(member).call(calls.getSettings)
  expect(settings.pushPublicKey).not.toBe(before.publicKey)
  expect(settings.pushDevices).toBe(0)
})

test('deleting the account deletes its notifications, choices and devices', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  await subscribe(api, member, pushes.newDevice())
  const choice = { kind: 'story-reply', inApp: true, byMail: true, byPush: true } as const
  await api.as(member).call(calls.saveSettings, { body: { choices: [choice] } })
  await notifyMember(context, member, 'live-on-air', null)
  const body = { password: member.password, stories: 'remove' } as const
  await api.as(member).call(accountEndpoints.removeAccount, { body })
  for (const table of ['notification', 'notificationChoice', 'pushSubscription'] as const) {
    const rows = await context.db
      .selectFrom(table)
      .select('memberId')
      .where('memberId', '=', member.id)
      .execute()
    expect(rows).toEqual([])
  }
})

test('the logs of these tests name no member and no device', ({ logLines, secrets }) => {
  const log = logLines.join('\n')
  expect(log.length).toBeGreaterThan(0)
  expect(secrets.in(log)).toEqual([])
  expect(log).not.toContain('/push/')
  expect(log).not.toContain('Threshing')
})

function expectNothingPrivate({ subject, text, html }: ReceivedMail, words: string[]): void {
  const all = `${subject}\n${text}\n${html}`.toLowerCase()
  // The tagline that every email has.
  const said = all.replaceAll('where paths cross, stories unfold, and folx grow', '')
  for (const word of words) expect(said).not.toContain(word.toLowerCase())
}
