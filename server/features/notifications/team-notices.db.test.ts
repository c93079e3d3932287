import { expect, vi } from 'vitest'
import { guidanceEndpoints } from '#contract/guidance.ts'
import { isTeamNotice } from '#contract/notification-kinds.ts'
import { notificationEndpoints } from '#contract/notifications.ts'
import { PRESETS } from '#contract/rights.ts'
import { storyEndpoints } from '#contract/stories.ts'
import type { Context } from '#server/context.ts'
import { afterWakingHours } from '#server/domain/waking-hours.ts'
import type { TestApi } from '#server/testing/api.ts'
import type { TestClock } from '#server/testing/clock.ts'
import { mailsTo } from '#server/testing/mailbox.ts'
import type { TestMember, World } from '#server/testing/population.ts'
import { test as base } from '#server/testing/world.ts'
import { readSettings } from '../settings/service.ts'

/** Each test starts without a team and with empty queues. */
const test = base.extend<{ $test: { empty: null } }>({
  empty: [
    async ({ context: { db } }, use) => {
      await db.updateTable('member').set({ rights: [] }).execute()
      for (const table of ['story', 'guidanceRequest', 'notification'] as const) {
        await db.deleteFrom(table).execute()
      }
      await use(null)
    },
    { auto: true },
  ],
})

/** Makes all waiting team notices and emails due and waits until they are done. */
async function deliver({ pool }: Context): Promise<void> {
  const open = `name in ('tell-team', 'send-notification-mail', 'send-email') and state in ('created', 'retry', 'active')`
  await pool.query(`update job.job set start_after = now() where ${open}`)
  const due = `select from job.job where ${open} and start_after <= now()`
  await vi.waitUntil(async () => (await pool.query(due)).rows.length === 0, { interval: 50 })
}

/** Delivers the notices, then the emails they queue. */
async function deliverAll(context: Context): Promise<void> {
  await deliver(context)
  await deliver(context)
}

async function noticesOf(api: TestApi, member: TestMember): Promise<string[]> {
  const { items } = await api.as(member).call(notificationEndpoints.list)
  return items.map(({ kind }) => kind).filter(isTeamNotice)
}

async function mailsAbout({ db }: Context, { email }: TestMember): Promise<string[]> {
  const mails = await mailsTo(db, email)
  return mails.map(({ subject }) => subject).filter((subject) => subject.includes('the team'))
}

async function submit(api: TestApi, author: TestMember): Promise<number> {
  const fields = { title: 'The winter well', category: 'faith', content: 'Water under the ice.' }
  const { id } = await api.as(author).call(storyEndpoints.create, { fields })
  return id
}

async function ask(api: TestApi, member: TestMember): Promise<number> {
  const body = { content: 'What do I hold on to?', category: 'faith' } as const
  return (await api.as(member).call(guidanceEndpoints.ask, { body })).id
}

async function makeTeam(world: World) {
  return {
    owner: await world.admin(),
    helper: await world.admin({ rights: PRESETS.helper }),
    treasurer: await world.admin({ rights: PRESETS.treasurer }),
    author: await world.member(),
  }
}

const SUBJECT = 'Something is waiting for the team at Folx'

test('with no page open, a waiting story notifies exactly the members with the right, without content', async ({
  api,
  world,
  context,
}) => {
  const { owner, helper, treasurer, author } = await makeTeam(world)
  await submit(api, author)
  await deliverAll(context)
  for (const someone of [owner, helper]) {
    expect(await noticesOf(api, someone)).toEqual(['team-story'])
    const [mail, ...others] = await mailsTo(context.db, someone.email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe(SUBJECT)
    expect(mail?.text).toContain('http://localhost:3000/admin')
    for (const word of ['winter', 'story', author.anonymousUsername, author.username]) {
      expect(`${mail?.text}${mail?.html}`).not.toContain(word)
    }
  }
  for (const someone of [treasurer, author]) {
    expect(await noticesOf(api, someone)).toEqual([])
    expect(await mailsTo(context.db, someone.email)).toEqual([])
  }
})

test('at most one email an hour is sent, however much comes in', async ({
  api,
  world,
  context,
  clock,
}) => {
  const { owner, author } = await makeTeam(world)
  for (let count = 0; count < 3; count += 1) await submit(api, author)
  await ask(api, author)
  await deliverAll(context)
  expect((await noticesOf(api, owner)).sort()).toEqual(['team-guidance', 'team-story'])
  expect(await mailsAbout(context, owner)).toEqual([SUBJECT])
  await passAndSubmit({ api, author, context, clock, minutes: 30 })
  expect(await mailsAbout(context, owner)).toEqual([SUBJECT])
  await passAndSubmit({ api, author, context, clock, minutes: 31 })
  expect(await mailsAbout(context, owner)).toEqual([SUBJECT, SUBJECT])
})

async function passAndSubmit(input: {
  api: TestApi
  author: TestMember
  context: Context
  clock: TestClock
  minutes: number
}): Promise<void> {
  input.clock.advance({ minutes: input.minutes })
  await submit(input.api, input.author)
  await deliverAll(input.context)
}

test('a notice disappears with its subject, and when the right is removed', async ({
  api,
  world,
  context,
}) => {
  const { owner, helper, author } = await makeTeam(world)
  const id = await submit(api, author)
  await deliver(context)
  expect(await noticesOf(api, helper)).toEqual(['team-story'])
  await context.db
    .updateTable('member')
    .set({ rights: ['guidance'] })
    .where('memberId', '=', helper.id)
    .execute()
  context.changes.announce({ kind: 'missed' })
  await vi.waitFor(async () => expect(await noticesOf(api, helper)).toEqual([]))
  const body = { approved: true }
  await api.as(owner).call(storyEndpoints.moderate, { params: { id }, body })
  await deliver(context)
  context.changes.announce({ kind: 'missed' })
  await vi.waitFor(async () => expect(await noticesOf(api, owner)).toEqual([]))
  for (const someone of [owner, helper]) expect(await mailsAbout(context, someone)).toEqual([])
})

test('a waiting request notifies the team after half of the promised time and when it is over', async ({
  api,
  world,
  context,
  clock,
}) => {
  const { helper, treasurer, author } = await makeTeam(world)
  const [first, second] = [await ask(api, author), await ask(api, author)]
  await deliver(context)
  expect(await noticesOf(api, helper)).toEqual(['team-guidance'])
  // The promise is 48 hours.
  clock.advance({ minutes: 24 * 60 + 1 })
  const body = { responseContent: 'You are not alone.' }
  const session = { cookie: await world.session(helper.id, new Date(Date.now() + 9 * 86_400_000)) }
  await api.as(session).call(guidanceEndpoints.respond, { params: { id: first }, body })
  await deliver(context)
  const shown = async () => {
    const { items } = await api.as(session).call(notificationEndpoints.list)
    return items.map(({ kind, subjectId }) => [kind, subjectId])
  }
  expect(await shown()).toContainEqual(['team-guidance-half', second])
  expect(await shown()).not.toContainEqual(['team-guidance-half', first])
  expect((await shown()).flat()).not.toContain('team-guidance-late')
  clock.advance({ minutes: 24 * 60 })
  await deliver(context)
  expect(await shown()).toContainEqual(['team-guidance-late', second])
  expect((await shown()).filter(([kind]) => kind === 'team-guidance-late')).toHaveLength(1)
  expect(await mailsAbout(context, treasurer)).toEqual([])
})

test('the team hears once of a story that nobody has answered for 12 waking hours, and not at night', async ({
  api,
  world,
  context,
  clock,
}) => {
  const { owner, helper, treasurer, author } = await makeTeam(world)
  const { timeZone } = await readSettings(context.db)
  const publish = async (): Promise<number> => {
    const id = await submit(api, author)
    await api.as(owner).call(storyEndpoints.moderate, { params: { id }, body: { approved: true } })
    return id
  }
  const unheard = async (): Promise<number[]> => {
    await deliver(context)
    const told = await context.db
      .selectFrom('notification')
      .select('memberId')
      .where('kind', '=', 'team-unheard')
      .execute()
    return [owner, helper, treasurer].map(
      ({ id }) => told.filter((row) => row.memberId === id).length,
    )
  }
  const answered = await publish()
  await api.as(helper).call(storyEndpoints.reply, { body: { storyId: answered, content: 'Amen.' } })
  const params = { id: await publish() }
  expect(await unheard()).toEqual([0, 0, 0])
  // The server comes back late, in the middle of the night.
  const hour = 60 * 60_000
  const due = afterWakingHours(context.now(), 12, timeZone)
  const hours = Array.from({ length: 24 }, (_, n) => new Date(due.getTime() + (n + 1) * hour))
  const night = hours.find((at) => afterWakingHours(at, 0, timeZone) > at) ?? due
  clock.set(night)
  expect(await unheard()).toEqual([0, 0, 0])
  clock.set(afterWakingHours(night, 0, timeZone))
  expect(await unheard()).toEqual([1, 1, 0])
  // Publishing it again doesn't tell the team again. Their sessions have ended by now.
  clock.reset()
  for (const approved of [false, true]) {
    await api.as(owner).call(storyEndpoints.moderate, { params, body: { approved } })
  }
  const { rows } = await context.pool.query(
    `select from job.job where name = 'tell-team' and state = 'created' and data->>'kind' = 'team-unheard'`,
  )
  expect(rows).toEqual([])
})
