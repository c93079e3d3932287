import { expect } from 'vitest'
import { PRESETS, type Right } from '#contract/rights.ts'
import { settingsEndpoints } from '#contract/settings.ts'
import { type Today, todayEndpoints } from '#contract/today.ts'
import type { TestApi } from '#server/testing/api.ts'
import { test } from '#server/testing/world.ts'

async function read(admin: TestApi): Promise<Today> {
  return admin.call(todayEndpoints.read)
}

function stepsOf({ setup }: Today): Record<string, boolean> {
  return Object.fromEntries(setup.map(({ step, isDone }) => [step, isDone]))
}

test('the first page counts waiting items, with the age of the oldest', async ({
  world,
  context,
  admin,
}) => {
  const { db } = context
  await db.deleteFrom('story').execute()
  expect((await read(admin)).waiting).toEqual({
    stories: { count: 0, oldestAt: null },
    reports: { count: 0, oldestAt: null },
    secondLooks: { count: 0, oldestAt: null },
    guidance: { count: 0, oldestAt: null },
    replies: { count: 0, oldestAt: null },
    applications: { count: 0, oldestAt: null },
    prayers: { count: 0, oldestAt: null },
    transcripts: { count: 0, oldestAt: null },
    unheard: { count: 0, oldestAt: null },
  })
  const author = await world.member()
  const first = await world.story({ author, status: 'pending' })
  await world.story({ author, status: 'pending' })
  await world.story({ author, status: 'approved' })
  const submittedAt = new Date('2026-01-01T00:00:00Z')
  await db.updateTable('story').set({ submittedAt }).where('storyId', '=', first).execute()
  const reported = await world.story({ author })
  for (const member of [await world.member(), await world.member()]) {
    await db
      .insertInto('report')
      .values({ storyId: reported, memberId: member.id, createdAt: submittedAt })
      .execute()
  }
  const waitingSince = new Date('2026-01-02T00:00:00Z')
  for (const isHidden of [false, true]) {
    await db
      .insertInto('guidanceRequest')
      .values({ memberId: author.id, category: 'faith', isHidden, waitingSince })
      .execute()
  }
  const createdAt = new Date('2026-01-03T00:00:00Z')
  for (const email of ['one@example.org', 'two@example.org']) {
    await db.insertInto('application').values({ email, message: 'Hi.', createdAt }).execute()
  }
  const held = await world.reply({ author, storyId: reported })
  const heldAt = new Date('2026-01-04T00:00:00Z')
  await db
    .updateTable('reply')
    .set({ heldAt, hiddenAt: heldAt })
    .where('replyId', '=', held)
    .execute()
  const asked = { memberId: author.id, content: 'For rain.', waitingSince: heldAt }
  await db.insertInto('prayerRequest').values(asked).execute()
  const states = ['approved', 'pending'] as const
  for (const status of states) {
    const recording = { state: 'ready', key: `recordings/${status}` } as const
    const storyId = await world.story({ author, status, recording })
    await db
      .insertInto('transcript')
      .values({ storyId, state: 'asked', changedAt: heldAt })
      .execute()
  }
  await db.updateTable('story').set({ submittedAt }).where('status', '=', 'pending').execute()
  await db
    .updateTable('story')
    .set({ approvedAt: heldAt })
    .where('status', '=', 'approved')
    .execute()
  expect((await read(admin)).waiting).toEqual({
    secondLooks: { count: 0, oldestAt: null },
    transcripts: { count: 1, oldestAt: heldAt.toISOString() },
    stories: { count: 3, oldestAt: submittedAt.toISOString() },
    reports: { count: 1, oldestAt: submittedAt.toISOString() },
    guidance: { count: 1, oldestAt: waitingSince.toISOString() },
    replies: { count: 1, oldestAt: heldAt.toISOString() },
    applications: { count: 2, oldestAt: createdAt.toISOString() },
    prayers: { count: 1, oldestAt: heldAt.toISOString() },
    unheard: { count: 2, oldestAt: heldAt.toISOString() },
  })
})

test('a notice about a danger to life is said first to those who may answer it', async ({
  api,
  world,
  context,
  admin,
}) => {
  expect(await read(admin)).toMatchObject({ hasDanger: false })
  const notice = { what: 'A threat', place: 'A reply', why: 'He means it.', email: '' }
  await context.db
    .insertInto('notice')
    .values({ ...notice, isDanger: true, createdAt: new Date() })
    .execute()
  expect(await read(admin)).toMatchObject({ hasDanger: true })
  const writer = api.as(await world.admin({ rights: ['daily'] }))
  expect(await read(writer)).toMatchObject({ hasDanger: false })
  await context.db.deleteFrom('notice').execute()
})

test('setup steps are done when their result exists', async ({ api, world, context }) => {
  const { db } = context
  await db
    .updateTable('member')
    .set({ rights: ['stories'] })
    .execute()
  const member = await world.admin()
  const admin = api.as(member)
  await db
    .updateTable('member')
    .set({ emailVerifiedAt: null })
    .where('memberId', '=', member.id)
    .execute()
  await db.deleteFrom('dailyContent').execute()
  expect(stepsOf(await read(admin))).toEqual({
    name: false,
    'verified-email': false,
    address: false,
    'email-provider': false,
    payments: false,
    'ai-provider': false,
    'first-message': false,
    schedule: false,
    invitation: false,
    backup: false,
  })

  await admin.call(settingsEndpoints.save, {
    body: { siteTitle: 'Riverside', coaching: { time: '18:30', exceptions: [] } },
  })
  const now = new Date()
  await db
    .updateTable('member')
    .set({ emailVerifiedAt: now })
    .where('memberId', '=', member.id)
    .execute()
  await db
    .insertInto('dailyContent')
    .values({
      day: '2026-01-01',
      type: 'message',
      format: 'text',
      content: '<p>Rise.</p>',
      source: 'manual',
    })
    .execute()
  await world.member()
  await db.insertInto('backupRecord').values({ madeAt: now }).execute()
  expect(stepsOf(await read(admin))).toEqual({
    name: true,
    'verified-email': true,
    address: false,
    'email-provider': false,
    payments: false,
    'ai-provider': false,
    'first-message': true,
    schedule: true,
    invitation: true,
    backup: true,
  })
})

test('the page lists today’s broadcasts and the problems of the last week', async ({
  context,
  admin,
}) => {
  const { db } = context
  const before = await read(admin)
  expect(before.content).toEqual({
    message: 'missing',
    reflection: 'missing',
    tomorrow: 'missing',
  })
  expect(before.mailings).toEqual([])
  expect(before.problems).toEqual([])
  expect(before.nextSessionAt).toMatch(/Z$/)
  expect(before.hasOutbox).toBe(true)

  await db.updateTable('dailySettings').set({ autoGenerate: true }).execute()
  const soon = new Date(context.now().getTime() + 1_000)
  const later = new Date(context.now().getTime() + 3 * 24 * 60 * 60_000)
  for (const [subject, sendAt] of [
    ['Tonight', soon],
    ['Another day', later],
  ] as const) {
    await db
      .insertInto('mailing')
      .values({
        kind: 'broadcast',
        clientKey: crypto.randomUUID(),
        subject,
        html: '<p>Hi</p>',
        sendAt,
      })
      .execute()
  }
  const long = new Date(context.now().getTime() - 8 * 24 * 60 * 60_000)
  for (const failedAt of [context.now(), long]) {
    await db
      .insertInto('emailMessage')
      .values({
        kind: 'story-approved',
        toAddress: 'a@example.com',
        subject: 's',
        text: '',
        html: '',
        failedAt,
      })
      .execute()
  }
  const after = await read(admin)
  expect(after.content).toEqual({
    message: 'automatic',
    reflection: 'automatic',
    tomorrow: 'automatic',
  })
  expect(after.mailings.map(({ subject }) => subject)).toEqual(['Tonight'])
  expect(after.problems).toEqual([{ kind: 'emails', count: 1, findings: [] }])
})

test('each right shows its own part', async ({ api, world }) => {
  const of = async (rights: readonly Right[]): Promise<Today> =>
    read(api.as(await world.admin({ rights })))
  const helper = await of(PRESETS.helper)
  expect(helper.waiting.stories).not.toBeNull()
  expect(helper.waiting.guidance).not.toBeNull()
  expect(helper.waiting.replies).not.toBeNull()
  expect(helper.waiting.applications).toBeNull()
  expect(helper.content).toBeNull()
  expect(Object.keys(stepsOf(helper))).toEqual(['verified-email'])
  const treasurer = await of(PRESETS.treasurer)
  expect(treasurer.waiting).toEqual({
    prayers: null,
    secondLooks: null,
    transcripts: null,
    unheard: null,
    stories: null,
    reports: null,
    guidance: null,
    replies: null,
    applications: null,
  })
  const greeter = await of(['people'])
  expect(greeter.waiting).toMatchObject({ stories: null, replies: null })
  expect(greeter.waiting.applications).not.toBeNull()
  expect(treasurer.mailings).toEqual([])
  expect(treasurer.problems.map(({ kind }) => kind)).not.toContain('emails')
  expect(Object.keys(stepsOf(treasurer))).toEqual(['verified-email', 'payments'])
})

test('each step can be answered by who sees it, and opened again', async ({
  api,
  world,
  context,
}) => {
  const { db } = context
  const caller = api.as(await world.admin())
  const { setup } = await read(caller)
  for (const { step, isDone } of setup) {
    const input = { params: { step }, body: { answer: 'not-needed' } } as const
    const after = await caller.call(todayEndpoints.answerStep, input)
    // A step that is done stays done, and shows no answer.
    expect(after.setup.find((each) => each.step === step)).toMatchObject({
      isDone: true,
      answer: isDone ? null : 'not-needed',
    })
  }
  expect((await read(caller)).setup.every(({ isDone }) => isDone)).toBe(true)
  const payments = { params: { step: 'payments' } } as const
  const helper = api.as(await world.admin({ rights: ['stories'] }))
  const refused = await helper.refuse(todayEndpoints.answerStep, {
    ...payments,
    body: { answer: 'right' },
  })
  expect(refused.status).toBe(403)
  const open = await caller.call(todayEndpoints.answerStep, { ...payments, body: { answer: null } })
  expect(stepsOf(open).payments).toBe(false)
  const entries = await db
    .selectFrom('auditEntry')
    .select('detail')
    .where('action', '=', 'setup-answered')
    .orderBy('auditEntryId')
    .execute()
  expect(entries.at(-1)?.detail).toEqual({ step: 'payments', answer: 'none' })
  await db.deleteFrom('setupAnswer').execute()
})
