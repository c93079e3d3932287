import { expect } from 'vitest'
import { notificationEndpoints } from '#contract/notifications.ts'
import { reviewEndpoints } from '#contract/review.ts'
import { storyEndpoints } from '#contract/stories.ts'
import { teamMessageEndpoints as calls } from '#contract/team-messages.ts'
import type { TestApi } from '#server/testing/api.ts'
import { waitForMail } from '#server/testing/mailbox.ts'
import { test } from '#server/testing/world.ts'

const words = 'Please leave the surname out.'
const { warnStoryAuthor, warnReplyAuthor, resolveReport } = storyEndpoints

async function reportIdOf(admin: TestApi, storyId: number): Promise<number> {
  const { items } = await admin.call(storyEndpoints.listReports, { query: { pageSize: 100 } })
  return items.find((report) => report.storyId === storyId)?.id ?? 0
}

test('a story’s author is warned without being named, and nobody else is notified', async ({
  api,
  world,
  context,
}) => {
  const administrator = await world.admin()
  const admin = api.as(administrator)
  const [author, other] = [await world.member(), await world.member()]
  const id = await world.story({ author, title: 'A long winter' })
  await admin.call(warnStoryAuthor, { params: { id }, body: { words } })
  const own = api.as(author)
  const [message, ...more] = await own.call(calls.list)
  expect(more).toEqual([])
  expect(message).toMatchObject({
    kind: 'warning',
    about: 'story',
    storyId: id,
    title: 'A long winter',
    words,
    isSeen: false,
  })
  expect(JSON.stringify(message)).not.toContain(administrator.anonymousUsername)
  expect(await own.call(notificationEndpoints.count)).toEqual({ unread: 1, hasWarning: true })
  expect((await own.call(notificationEndpoints.list)).items).toMatchObject([
    { kind: 'warning', subjectId: message?.id, subject: null, isRead: false },
  ])
  for (const someone of [other, administrator]) {
    expect(await api.as(someone).call(calls.list)).toEqual([])
  }
  const entries = await context.db
    .selectFrom('auditEntry')
    .selectAll()
    .where('action', '=', 'story-author-warned')
    .execute()
  expect(entries).toMatchObject([
    { adminId: administrator.id, subjectId: String(id), detail: { reason: words } },
  ])
  expect(JSON.stringify(entries)).not.toContain(author.id)
  expect(await admin.call(reviewEndpoints.storyHistory, { params: { id } })).toMatchObject([
    { kind: 'submitted' },
    { kind: 'warned', reason: words, anonymousUsername: administrator.anonymousUsername },
  ])
})

test('marking a warning as seen also reads its notification, and the warning stays readable', async ({
  api,
  world,
  admin,
}) => {
  const [author, other] = [api.as(await world.member()), api.as(await world.member())]
  const fields = { title: 'Mine', category: 'faith', content: 'Words.' }
  const { id } = await author.call(storyEndpoints.create, { fields })
  await admin.call(warnStoryAuthor, { params: { id }, body: { words } })
  const [message] = await author.call(calls.list)
  const params = { id: message?.id ?? 0 }
  expect((await other.refuse(calls.markSeen, { params })).status).toBe(404)
  for (let times = 0; times < 2; times += 1) {
    await author.call(calls.markSeen, { params })
    expect(await author.call(notificationEndpoints.count)).toEqual({ unread: 0, hasWarning: false })
    expect(await author.call(calls.list)).toMatchObject([{ words, isSeen: true }])
  }
})

test('the email about a warning doesn’t contain it', async ({ world, context, admin }) => {
  const author = await world.member()
  const id = await world.story({ author, title: 'Marshland' })
  await admin.call(warnStoryAuthor, { params: { id }, body: { words } })
  const { rowCount } = await context.pool.query(
    `update job.job set start_after = now() where name = 'send-notification-mail'
       and data->>'notificationId' in (
         select notification_id::text from notification where member_id = $1)`,
    [author.id],
  )
  expect(rowCount).toBe(1)
  const mail = await waitForMail(context.db, { to: author.email, subject: /something new/ })
  expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/surname|Marshland|warn/i)
})

test('of two administrators who warn at once the second gets an error, and can warn a day later', async ({
  api,
  world,
  clock,
}) => {
  const [first, second] = [await world.admin(), await world.admin()]
  const [author, replier] = [await world.member(), await world.member()]
  const storyId = await world.story({ author })
  const id = await world.reply({ author: replier, storyId })
  const input = { params: { id }, body: { words } }
  const answers = await Promise.all(
    [first, second, first].map((admin) => api.as(admin).request(warnReplyAuthor, input)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409])
  expect((await api.as(second).refuse(warnReplyAuthor, input)).message).toBe(
    'The author was already warned about this reply in the last 24 hours.',
  )
  // Other content by the same author can get its own warning.
  const another = { params: { id: await world.story({ author: replier }) }, body: { words } }
  await api.as(second).call(warnStoryAuthor, another)
  clock.advance({ minutes: 24 * 60 + 1 })
  const later = { cookie: await world.session(first.id, new Date(Date.now() + 9e10)) }
  await api.as(later).call(warnReplyAuthor, input)
  const cookie = await world.session(replier.id, new Date(Date.now() + 9e10))
  expect(await api.as({ cookie }).call(calls.list)).toHaveLength(3)
})

test('administrators can’t warn themselves or a former member, or send too long a text', async ({
  api,
  world,
  context,
}) => {
  const administrator = await world.admin()
  const admin = api.as(administrator)
  const own = { params: { id: await world.story({ author: administrator }) }, body: { words } }
  expect(await admin.refuse(warnStoryAuthor, own)).toMatchObject({
    status: 409,
    message: 'You can’t warn yourself.',
  })
  const author = await world.member()
  const params = { id: await world.story({ author }) }
  const long = { params, body: { words: 'a'.repeat(1_001) } }
  expect((await admin.refuse(warnStoryAuthor, long)).fields).toHaveProperty('words')
  const blank = { params, body: { words: ' \n' } }
  expect((await admin.refuse(warnStoryAuthor, blank)).status).toBe(400)
  await context.db.deleteFrom('member').where('memberId', '=', author.id).execute()
  expect((await admin.refuse(warnStoryAuthor, { params, body: { words } })).status).toBe(409)
  const unknown = { params: { id: 2_000_000_000 }, body: { words } }
  expect((await admin.refuse(warnStoryAuthor, unknown)).status).toBe(404)
  expect((await admin.refuse(warnReplyAuthor, unknown)).status).toBe(404)
})

test('every reporter is told the outcome, but not the author', async ({ api, world, admin }) => {
  const author = await world.member()
  const reporters = [await world.member(), await world.member()]
  const id = await world.story({ author, title: 'A hard word' })
  for (const reporter of reporters) {
    await api.as(reporter).call(storyEndpoints.report, { params: { id }, body: {} })
  }
  const params = { id: await reportIdOf(admin, id) }
  const note = 'We read it carefully.'
  await admin.call(resolveReport, { params, body: { decision: 'keep', note } })
  for (const reporter of reporters) {
    const own = api.as(reporter)
    const answer = await own.request(calls.list)
    expect(JSON.parse(answer.text)).toMatchObject([
      { kind: 'report-kept', about: 'story', storyId: id, words: note },
    ])
    for (const name of [author.anonymousUsername, author.id, author.username]) {
      expect(answer.text).not.toContain(name)
    }
    expect(await own.call(notificationEndpoints.count)).toEqual({ unread: 1, hasWarning: false })
    expect((await own.call(notificationEndpoints.list)).items).toMatchObject([
      { kind: 'report-closed', subject: null },
    ])
  }
  expect(await api.as(author).call(calls.list)).toEqual([])
})

test.for(['deleted', 'unpublished', 'returned'] as const)(
  'members who reported a story or its reply are notified if it is %s outside the reports',
  async (how, { api, world, context, admin }) => {
    const [author, one, two] = [await world.member(), await world.member(), await world.member()]
    const id = await world.story({ author })
    const reply = await world.reply({ storyId: id, author })
    // First, since two reports hide the story.
    await api.as(one).call(storyEndpoints.reportReply, { params: { id: reply }, body: {} })
    for (const member of [one, two]) {
      await api.as(member).call(storyEndpoints.report, { params: { id }, body: {} })
    }
    const params = { id }
    if (how === 'deleted') await admin.call(storyEndpoints.remove, { params })
    if (how === 'unpublished') {
      await admin.call(storyEndpoints.moderate, { params, body: { approved: false } })
    }
    if (how === 'returned') {
      // Its author has changed it, so it waits again.
      const waiting = context.db.updateTable('story').set({ status: 'pending' })
      await waiting.where('storyId', '=', id).execute()
      await admin.call(storyEndpoints.reject, { params, body: { reason: 'Not like this.' } })
    }
    const notified = async (member: typeof one) =>
      (await api.as(member).call(calls.list)).map(({ kind, about }) => `${kind} ${about}`).sort()
    // Replies are deleted with their story, but can become visible again with a returned one.
    const isGone = how === 'deleted'
    expect(await notified(one)).toEqual([
      ...(isGone ? ['report-removed reply'] : []),
      'report-removed story',
    ])
    expect(await notified(two)).toEqual(['report-removed story'])
    expect(await notified(author)).toEqual([])
    const { items } = await admin.call(storyEndpoints.listReports, { query: { pageSize: 100 } })
    const open = items.filter(({ storyId }) => storyId === id).map(({ replyId }) => replyId)
    expect(open).toEqual(isGone ? [] : [reply])
  },
)

test('members who reported a reply are notified if a moderator deletes it, but not if its author does', async ({
  api,
  world,
}) => {
  const [admin, author, reporter] = [
    await world.admin(),
    await world.member(),
    await world.member(),
  ]
  const own = api.as(reporter)
  const storyId = await world.story({ author })
  for (const [by, expected] of [
    [author, 0],
    [admin, 1],
  ] as const) {
    const id = await world.reply({ storyId, author })
    await own.call(storyEndpoints.reportReply, { params: { id }, body: {} })
    await api.as(by).call(storyEndpoints.removeReply, { params: { id } })
    const messages = await own.call(calls.list)
    expect(messages.filter(({ about }) => about === 'reply')).toHaveLength(expected)
  }
  expect((await own.call(notificationEndpoints.list)).items).toMatchObject([
    { kind: 'report-closed', happenings: 1 },
  ])
})

test('the outcome stays when the reported content is removed', async ({ api, world, admin }) => {
  const [author, reporter] = [await world.member(), await world.member()]
  const id = await world.story({ author })
  const own = api.as(reporter)
  await own.call(storyEndpoints.report, { params: { id }, body: {} })
  const params = { id: await reportIdOf(admin, id) }
  const long = { decision: 'remove', note: 'a'.repeat(501) } as const
  expect((await admin.refuse(resolveReport, { params, body: long })).status).toBe(400)
  const answers = await Promise.all(
    [1, 2].map(() => admin.request(resolveReport, { params, body: { decision: 'remove' } })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
  expect(await own.call(calls.list)).toMatchObject([
    { kind: 'report-removed', storyId: null, title: null, words: null },
  ])
  expect((await own.call(notificationEndpoints.list)).items).toMatchObject([
    { kind: 'report-closed', happenings: 1 },
  ])
})

test('a member’s newest outcomes and all warnings are kept', async ({
  api,
  world,
  context,
  admin,
}) => {
  const [author, reporter] = [await world.member(), await world.member()]
  const own = api.as(reporter)
  await context.pool.query(
    `insert into team_message (member_id, kind, is_about_reply, created_at)
     select $1, case when n <= 2 then 'warning' else 'report-kept' end::team_message_kind, false,
       now() from generate_series(1, 102) n`,
    [reporter.id],
  )
  const id = await world.story({ author })
  await own.call(storyEndpoints.report, { params: { id }, body: {} })
  const params = { id: await reportIdOf(admin, id) }
  await admin.call(resolveReport, { params, body: { decision: 'keep' } })
  const kinds = await context.db
    .selectFrom('teamMessage')
    .select(['kind', (eb) => eb.fn.countAll<string>().as('times')])
    .where('memberId', '=', reporter.id)
    .groupBy('kind')
    .orderBy('kind')
    .execute()
  expect(kinds).toEqual([
    { kind: 'warning', times: '2' },
    { kind: 'report-kept', times: '100' },
  ])
  expect(await own.call(calls.list)).toHaveLength(100)
})
