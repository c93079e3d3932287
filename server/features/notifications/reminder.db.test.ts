import { afterAll, beforeAll, expect, vi } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { actionEndpoints } from '#contract/actions.ts'
import { emailEndpoints } from '#contract/email.ts'
import { notificationEndpoints as calls, type ReminderChoice } from '#contract/notifications.ts'
import type { Context } from '#server/context.ts'
import { createWebPushSender } from '#server/ports/push/web-push.ts'
import type { TestApi } from '#server/testing/api.ts'
import { openMailSite } from '#server/testing/mail-node.ts'
import { mailsTo, waitForJob, waitForMail } from '#server/testing/mailbox.ts'
import type { TestMember } from '#server/testing/population.ts'
import {
  type PushTestServer,
  startPushServer,
  type TestDevice,
} from '#server/testing/providers/push-server.ts'
import { test as base } from '#server/testing/world.ts'
import { queueMail } from '../email/service.ts'
import { runReminders } from './reminder-jobs.ts'

let pushes: PushTestServer
beforeAll(async () => {
  pushes = await startPushServer()
})
afterAll(() => pushes.stop())

const test = base.extend<{ $file: { reachable: undefined } }>({
  reachable: [
    async ({ context }, use) => {
      context.push = createWebPushSender({ local: pushes, limitMs: 5_000 })
      await use(undefined)
    },
    { scope: 'file', auto: true },
  ],
})

// A Wednesday in UTC, where most of the members here live.
const DAY = '2026-06-10'
const at = (time: string, day = DAY): Date => new Date(`${day}T${time}:00Z`)
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]
const BY_EMAIL: ReminderChoice = {
  isOn: true,
  clockTime: '07:30',
  weekdays: EVERY_DAY,
  channel: 'email',
}
const BY_PUSH: ReminderChoice = { ...BY_EMAIL, channel: 'push' }

function save(api: TestApi, member: TestMember, reminder: ReminderChoice) {
  return api.as(member).call(calls.saveSettings, { body: { reminder } })
}

async function subscribe(api: TestApi, member: TestMember): Promise<TestDevice> {
  const device = pushes.newDevice()
  const { endpoint, p256dh, auth } = device
  await api.as(member).call(calls.subscribe, { body: { endpoint, keys: { p256dh, auth } } })
  return device
}

/** The pushes a device has received. */
function received(device: TestDevice): unknown[] {
  const { pathname } = new URL(device.endpoint)
  return pushes.received
    .filter(({ path }) => path === pathname)
    .map(({ body }) => JSON.parse(device.open(body)))
}

/** Sends all due reminders, and waits in case the application's own run has taken some of them. */
async function remind(context: Context, ...members: TestMember[]): Promise<void> {
  await runReminders(context)
  await vi.waitUntil(
    async () => {
      const rows = await rowsOf(context, members)
      return rows.every(({ nextAt }) => nextAt === null || nextAt > context.now())
    },
    { interval: 20 },
  )
}

function rowsOf({ db }: Context, members: readonly TestMember[]) {
  const ids = members.map(({ id }) => id)
  return db
    .selectFrom('reminder')
    .select(['memberId', 'nextAt', 'nextDay', 'sentDay'])
    .where('memberId', 'in', ids)
    .execute()
}

/** The number of reminder emails to a member. */
async function emailsTo({ db }: Context, member: TestMember): Promise<number> {
  const rows = await db
    .selectFrom('emailMessage')
    .select('emailMessageId')
    .where('toAddress', '=', member.email)
    .where('kind', '=', 'reminder')
    .execute()
  return rows.length
}

/** The number of reminder pushes queued for a member's devices. */
async function pushesTo({ pool }: Context, member: TestMember): Promise<number> {
  const { rowCount } = await pool.query(
    `select from job.job where name = 'send-reminder-push' and data->>'memberId' = $1`,
    [member.id],
  )
  return rowCount ?? 0
}

test('a default reminder is offered, is on once saved, and can be turned off', async ({
  api,
  world,
  clock,
}) => {
  clock.set(at('07:00'))
  const member = await world.member({ timeZone: 'UTC' })
  const offered = { ...BY_EMAIL, isOn: false, nextAt: null, obstacle: null }
  expect((await api.as(member).call(calls.getSettings)).reminder).toEqual(offered)
  const weekend = { ...BY_EMAIL, weekdays: [6, 0, 6] }
  expect((await save(api, member, weekend)).reminder).toEqual({
    ...weekend,
    weekdays: [0, 6],
    nextAt: '2026-06-13T07:30:00.000Z',
    obstacle: null,
  })
  expect((await save(api, member, BY_EMAIL)).reminder.nextAt).toBe('2026-06-10T07:30:00.000Z')
  const off = (await save(api, member, { ...BY_EMAIL, isOn: false })).reminder
  expect(off).toEqual(offered)
})

test('a member with a push device is offered a push reminder', async ({ api, world }) => {
  const member = await world.member()
  await subscribe(api, member)
  expect((await api.as(member).call(calls.getSettings)).reminder.channel).toBe('push')
})

test.for([
  [{ weekdays: [] }, 'Choose at least one day.'],
  [{ weekdays: [7] }, 'Choose days of the week.'],
  [{ clockTime: '24:00' }, 'Enter a time as HH:MM.'],
  [{ channel: 'pigeon' }, 'Choose push or email.'],
] as const)(
  '%j is refused, and the reminder stays as it was',
  async ([wrong, sentence], { api, world }) => {
    const member = await world.member()
    await save(api, member, BY_EMAIL)
    // As a page of another version might send it.
    const reminder = { ...BY_EMAIL, ...wrong } as unknown as ReminderChoice
    const refusal = await api.as(member).refuse(calls.saveSettings, { body: { reminder } })
    expect(refusal).toMatchObject({ status: 400, fields: { reminder: sentence } })
    expect((await api.as(member).call(calls.getSettings)).reminder).toMatchObject(BY_EMAIL)
  },
)

test('a push reminder is sent once a day to each device, without saying what it is for', async ({
  api,
  world,
  context,
  clock,
}) => {
  clock.set(at('07:00'))
  const member = await world.member({ timeZone: 'UTC' })
  const devices = [await subscribe(api, member), await subscribe(api, member)]
  await save(api, member, BY_PUSH)
  await remind(context, member)
  expect(await pushesTo(context, member)).toBe(0)
  clock.set(at('07:30'))
  await remind(context, member)
  await remind(context, member)
  await waitForJob(context.db, 'send-reminder-push', { memberId: member.id })
  const message = { title: 'Folx', body: 'Your daily reminder', url: '/dashboard', tag: 'reminder' }
  for (const device of devices) expect(received(device)).toEqual([message])
  expect(await rowsOf(context, [member])).toMatchObject([
    { sentDay: DAY, nextDay: '2026-06-11', nextAt: at('07:30', '2026-06-11') },
  ])
  await api.as(member).call(accountEndpoints.changeUser, { body: { neutralName: 'notes' } })
  clock.set(at('07:30', '2026-06-11'))
  await remind(context, member)
  await waitForJob(context.db, 'send-reminder-push', { memberId: member.id })
  for (const device of devices) {
    expect(received(device)).toEqual([message, { ...message, title: 'Notes' }])
  }
})

test('an email reminder is sent once a day, after more urgent emails, and no administrator sees it', async ({
  api,
  world,
  context,
  clock,
}) => {
  clock.set(at('07:00'))
  const member = await world.member({ timeZone: 'UTC' })
  await save(api, member, BY_EMAIL)
  const remindOn = async (day: string, count: number) => {
    clock.set(at('07:30', day))
    await remind(context, member)
    await remind(context, member)
    return waitForMail(context.db, { to: member.email, subject: /reminder/, count })
  }
  await remindOn(DAY, 1)
  const mail = await remindOn('2026-06-11', 2)
  expect(mail.subject).toBe('Your daily reminder from Folx')
  expect(mail.text).toContain('http://localhost:3000/dashboard')
  for (const name of [member.anonymousUsername, member.username, 'action', 'prayer']) {
    expect(mail.text + mail.html).not.toContain(name)
  }
  expect(await mailsTo(context.db, member.email)).toHaveLength(2)
  const { rows } = await context.pool.query(
    `select j.priority from job.job j
     join email_message m on m.email_message_id = (j.data->>'emailMessageId')::int
     where m.to_address = $1`,
    [member.email],
  )
  expect(rows).toEqual([{ priority: -1 }, { priority: -1 }])
  const { items } = await api.as(await world.admin()).call(emailEndpoints.listOutbox)
  expect(items.filter(({ to }) => to === member.email)).toEqual([])
})

test('the unsubscribe button of an email reminder turns it off and on again', async () => {
  const now = { is: at('07:00') }
  const { server, node } = await openMailSite({}, { now: () => now.is })
  const member = await node.world.member({ timeZone: 'UTC' })
  await save(node.api, member, BY_EMAIL)
  now.is = at('07:30')
  await remind(node.context, member)
  const mail = await vi.waitUntil(() => server.taken.find(({ to }) => to === member.email)?.mail, {
    interval: 20,
  })
  const header = (name: string) => mail.headerLines.find(({ key }) => key === name)?.line
  expect(header('list-unsubscribe-post')).toContain('List-Unsubscribe=One-Click')
  const token = /token=([\w-]+)/.exec(header('list-unsubscribe')?.replace(/\s/g, '') ?? '')?.[1]
  if (!token) throw new Error('There is no unsubscribe link.')
  expect(mail.text).toContain(`/api/unsubscribe?token=${token}`)
  const isOn = async () => (await node.api.as(member).call(calls.getSettings)).reminder.isOn
  const { unsubscribe, unsubscription } = emailEndpoints
  const press = (query: { token: string; again?: 'true' }) => node.api.call(unsubscribe, { query })
  expect(await node.api.call(unsubscription, { query: { token } })).toEqual({
    kind: 'reminder',
    isSubscribed: true,
  })
  expect(await isOn()).toBe(true)
  expect(await press({ token })).toEqual({ kind: 'reminder', isSubscribed: false })
  expect(await press({ token })).toEqual({ kind: 'reminder', isSubscribed: false })
  expect(await isOn()).toBe(false)
  expect(await press({ token, again: 'true' })).toEqual({ kind: 'reminder', isSubscribed: true })
  expect((await node.api.as(member).call(calls.getSettings)).reminder).toMatchObject({
    ...BY_EMAIL,
    nextAt: '2026-06-11T07:30:00.000Z',
  })
  // The email's link doesn't affect a push reminder.
  await save(node.api, member, BY_PUSH)
  expect(await press({ token })).toEqual({ kind: 'reminder', isSubscribed: false })
  expect(await isOn()).toBe(true)
})

test('several nodes at once remind each member once', async ({ api, world, context, clock }) => {
  clock.set(at('07:00'))
  const members: TestMember[] = []
  // More than one batch.
  for (let count = 0; count < 120; count++) members.push(await world.member({ timeZone: 'UTC' }))
  await save(api, members[0] as TestMember, BY_EMAIL)
  await context.db
    .insertInto('reminder')
    .values(
      members.slice(1).map(({ id: memberId }) => ({
        memberId,
        clockTime: '07:30',
        weekdays: EVERY_DAY,
        channel: 'email' as const,
        nextAt: at('07:30'),
        nextDay: DAY,
      })),
    )
    .execute()
  clock.set(at('07:31'))
  await Promise.all([
    runReminders(context),
    runReminders(context),
    runReminders(context),
    remind(context, ...members),
  ])
  await remind(context, ...members)
  const { rows } = await context.pool.query(
    `select to_address, count(*)::int from email_message
     where kind = 'reminder' and to_address = any($1) group by to_address`,
    [members.map(({ email }) => email)],
  )
  expect(rows.map(({ count }) => count)).toEqual(members.map(() => 1))
})

interface Setting {
  api: TestApi
  context: Context
  member: TestMember
}

const SILENT: [string, (setting: Setting) => Promise<unknown>][] = [
  [
    'once an action is checked off',
    ({ api, member }) =>
      api.as(member).call(actionEndpoints.completeSystem, { body: { actionType: 'prayer' } }),
  ],
  [
    'once an action of their own is checked off',
    async ({ api, member }) => {
      const own = api.as(member)
      const body = { actionContent: 'Water the fig tree' }
      const { id } = await own.call(actionEndpoints.createPersonal, { body })
      await own.call(actionEndpoints.changePersonal, { params: { id }, body: { completed: true } })
    },
  ],
  [
    'on a rest day',
    ({ api, member }) =>
      api.as(member).call(actionEndpoints.chooseRestDays, { body: { weekdays: [3] } }),
  ],
  [
    'in quiet hours',
    ({ api, member }) =>
      api.as(member).call(calls.saveSettings, {
        body: { quietHours: { from: '22:00', to: '07:31' } },
      }),
  ],
  [
    'to an address that is not verified',
    ({ context, member }) => change(context, member, { emailVerifiedAt: null }),
  ],
  [
    'to an address that bounces',
    ({ context, member }) =>
      context.db
        .insertInto('emailSuppression')
        .values({ email: member.email, cause: 'bounce' })
        .execute(),
  ],
  [
    'to a suspended member',
    ({ context, member }) => change(context, member, { suspendedAt: new Date() }),
  ],
]

function change(
  { db }: Context,
  { id }: TestMember,
  changes: { emailVerifiedAt?: null; suspendedAt?: Date },
) {
  return db.updateTable('member').set(changes).where('memberId', '=', id).execute()
}

test.for(SILENT)(
  'no reminder is sent %s, and the next one is scheduled',
  async ([, prepare], { api, world, context, clock }) => {
    clock.set(at('07:00'))
    const member = await world.member({ timeZone: 'UTC', createdAt: at('07:00', '2026-06-01') })
    const other = await world.member({ timeZone: 'UTC' })
    for (const each of [member, other]) await save(api, each, BY_EMAIL)
    await prepare({ api, context, member })
    clock.set(at('07:30'))
    await remind(context, member, other)
    expect([await emailsTo(context, member), await emailsTo(context, other)]).toEqual([0, 1])
    expect(await rowsOf(context, [member])).toMatchObject([
      { sentDay: null, nextAt: at('07:30', '2026-06-11') },
    ])
  },
)

test('settings name the obstacle to a reminder, or when the next one will be sent', async ({
  api,
  world,
  context,
  clock,
}) => {
  clock.set(at('07:00'))
  const member = await world.member({ timeZone: 'UTC', createdAt: at('07:00', '2026-06-01') })
  const own = api.as(member)
  const says = async (): Promise<unknown[]> => {
    const { reminder } = await own.call(calls.getSettings)
    return [reminder.obstacle, reminder.nextAt]
  }
  await save(api, member, BY_PUSH)
  expect(await says()).toEqual(['no-device', null])
  await subscribe(api, member)
  expect(await says()).toEqual([null, '2026-06-10T07:30:00.000Z'])
  await own.call(actionEndpoints.chooseRestDays, { body: { weekdays: [3] } })
  expect(await says()).toEqual([null, '2026-06-11T07:30:00.000Z'])
  await save(api, member, { ...BY_PUSH, weekdays: [3] })
  expect(await says()).toEqual(['rest-days', null])
  await own.call(actionEndpoints.chooseRestDays, { body: { weekdays: [] } })
  await own.call(actionEndpoints.completeSystem, { body: { actionType: 'growth' } })
  expect(await says()).toEqual([null, '2026-06-17T07:30:00.000Z'])
  const quietHours = { from: '07:30', to: '08:00' }
  await own.call(calls.saveSettings, { body: { quietHours } })
  expect(await says()).toEqual(['quiet-hours', null])
  await own.call(calls.saveSettings, { body: { quietHours: null, reminder: BY_EMAIL } })
  await change(context, member, { emailVerifiedAt: null })
  expect(await says()).toEqual(['unverified', null])
})

test.for([
  ['an hour and a half late is still sent', '07:30', at('09:00'), 1],
  ['more than three hours late is skipped', '07:30', at('10:31'), 0],
  ['due on the previous logical day is skipped', '02:00', at('03:00', '2026-06-11'), 0],
  ['late, but on its day, does', '01:00', at('02:15', '2026-06-11'), 1],
] as const)(
  'after downtime, a reminder %s',
  async ([, clockTime, now, count], { api, world, context, clock }) => {
    clock.set(at('07:00'))
    const member = await world.member({ timeZone: 'UTC' })
    await save(api, member, { ...BY_EMAIL, clockTime })
    clock.set(now)
    await remind(context, member)
    expect(await emailsTo(context, member)).toBe(count)
  },
)

test('a crash before the run commits sends nothing, and the next run sends everything', async ({
  api,
  world,
  context,
  clock,
}) => {
  clock.set(at('07:00'))
  const members = [await world.member({ timeZone: 'UTC' }), await world.member({ timeZone: 'UTC' })]
  for (const member of members) await save(api, member, BY_EMAIL)
  const queued = { count: 0 }
  const crashing: Context = {
    ...context,
    jobs: {
      ...context.jobs,
      send: async (...work) => {
        await context.jobs.send(...work)
        if (++queued.count === 2) throw new Error('The connection is lost.')
      },
    },
  }
  // If the application's own run comes first, nothing is left that could crash.
  clock.set(at('07:30'))
  const isCrashed = await runReminders(crashing).then(
    () => false,
    () => true,
  )
  if (isCrashed) expect(queued.count).toBe(2)
  await remind(context, ...members)
  for (const member of members) expect(await emailsTo(context, member)).toBe(1)
})

test('a push to be retried is dropped once an action is done', async ({
  api,
  world,
  context,
  clock,
}) => {
  clock.set(at('07:00'))
  const member = await world.member({ timeZone: 'UTC', createdAt: at('07:00', '2026-06-01') })
  const device = await subscribe(api, member)
  await save(api, member, BY_PUSH)
  pushes.answer(device, 503)
  clock.set(at('07:30'))
  await remind(context, member)
  // Delayed until the test releases it, so that no try happens in the meantime.
  const setStart = (start: string, state: string) =>
    context.pool.query(
      `update job.job set start_after = now() + $1::interval
       where name = 'send-reminder-push' and data->>'memberId' = $2 and state = $3`,
      [start, member.id, state],
    )
  await vi.waitUntil(async () => (await setStart('1 hour', 'retry')).rowCount === 1, {
    interval: 20,
  })
  const tries = received(device).length
  const body = { actionType: 'movement' as const }
  await api.as(member).call(actionEndpoints.completeSystem, { body })
  await setStart('0 seconds', 'retry')
  await waitForJob(context.db, 'send-reminder-push', { memberId: member.id })
  expect(received(device)).toHaveLength(tries)
})

test('a time zone change that skips today’s reminder sends it at once, and never twice', async ({
  api,
  world,
  context,
  clock,
}) => {
  clock.set(new Date('2026-06-10T11:00:00Z'))
  const member = await world.member({ timeZone: 'America/Chicago' })
  await save(api, member, BY_EMAIL)
  const moveTo = (timeZone: string) =>
    api.as(member).call(accountEndpoints.changeUser, { body: { timeZone } })
  // 6:00 in Chicago is 13:00 in Berlin.
  await moveTo('Europe/Berlin')
  await remind(context, member)
  expect(await emailsTo(context, member)).toBe(1)
  await moveTo('America/Chicago')
  clock.set(new Date('2026-06-10T12:31:00Z'))
  await remind(context, member)
  expect(await emailsTo(context, member)).toBe(1)
  expect(await rowsOf(context, [member])).toMatchObject([
    { sentDay: DAY, nextDay: '2026-06-11', nextAt: new Date('2026-06-11T12:30:00Z') },
  ])
  // Across midnight to Tokyo, where half of June 11 is over.
  clock.set(new Date('2026-06-11T03:00:00Z'))
  await moveTo('Asia/Tokyo')
  await remind(context, member)
  expect(await emailsTo(context, member)).toBe(2)
  expect(await rowsOf(context, [member])).toMatchObject([
    { sentDay: '2026-06-11', nextAt: new Date('2026-06-11T22:30:00Z') },
  ])
})

test('after a server’s clock was wrong, reminders are scheduled correctly again', async ({
  api,
  world,
  context,
  clock,
}) => {
  clock.set(at('07:00', '2026-09-10'))
  const member = await world.member({ timeZone: 'UTC' })
  await save(api, member, BY_EMAIL)
  clock.set(at('07:30', '2026-09-10'))
  await remind(context, member)
  clock.set(at('07:00'))
  await remind(context, member)
  await vi.waitUntil(
    async () => (await rowsOf(context, [member]))[0]?.nextAt?.getTime() === at('07:30').getTime(),
    { interval: 20 },
  )
  clock.set(at('07:30'))
  await remind(context, member)
  expect(await emailsTo(context, member)).toBe(2)
})

test('a deleted account gets no reminders', async ({ api, world, context, clock }) => {
  clock.set(at('07:00'))
  const member = await world.member({ timeZone: 'UTC' })
  await save(api, member, BY_EMAIL)
  await context.db.deleteFrom('member').where('memberId', '=', member.id).execute()
  clock.set(at('07:30'))
  await remind(context, member)
  expect(await emailsTo(context, member)).toBe(0)
  expect(await rowsOf(context, [member])).toEqual([])
})

test('an email reminder that could not be delivered in time is dropped', async ({
  world,
  context,
}) => {
  const members = [await world.member(), await world.member()]
  const minutesFromNow = [-1, 60]
  for (const [index, { email: to }] of members.entries()) {
    const mail = { subject: 'Your daily reminder', text: 'Text.', html: '<p>Text.</p>' }
    const expiresAt = new Date(context.now().getTime() + (minutesFromNow[index] ?? 0) * 60_000)
    await queueMail(context, context.db, { kind: 'reminder', to, mail, expiresAt })
  }
  const outcomes = await vi.waitUntil(
    async () => {
      const rows = await context.db
        .selectFrom('emailMessage')
        .select(['toAddress', 'sentAt', 'failedAt'])
        .where(
          'toAddress',
          'in',
          members.map(({ email }) => email),
        )
        .orderBy('emailMessageId')
        .execute()
      return rows.every(({ sentAt, failedAt }) => sentAt ?? failedAt) && rows
    },
    { interval: 20 },
  )
  expect(outcomes.map(({ sentAt }) => sentAt !== null)).toEqual([false, true])
})
