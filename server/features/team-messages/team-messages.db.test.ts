import { expect } from 'vitest'
import { joiningEndpoints } from '#contract/joining.ts'
import { notificationEndpoints } from '#contract/notifications.ts'
import { reviewEndpoints } from '#contract/review.ts'
import { storyEndpoints } from '#contract/stories.ts'
import { teamMessageEndpoints as calls } from '#contract/team-messages.ts'
import type { TestApi } from '#server/testing/api.ts'
import { waitForMail } from '#server/testing/mailbox.ts'
import { test } from '#server/testing/world.ts'
import { forgetRemoved } from './removals.ts'

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
    expect(await notified(author)).toEqual(isGone ? ['removal story'] : [])
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

test('an author gets the reason and the text of what the team removes in any of its ways', async ({
  api,
  world,
  context,
}) => {
  const administrator = await world.admin()
  const admin = api.as(administrator)
  const reason = 'Rule: Be kind.\n\nIt names a street.'
  const [author, reporter] = [await world.member(), await world.member()]
  const storyId = await world.story({ author: reporter, title: 'Whose replies these are' })
  const inReports = async (subject: { storyId?: number; replyId?: number }): Promise<void> => {
    const { report, reportReply } = storyEndpoints
    const { storyId: story = storyId, replyId } = subject
    if (replyId) await api.as(reporter).call(reportReply, { params: { id: replyId }, body: {} })
    else await api.as(reporter).call(report, { params: { id: story }, body: {} })
    const params = { id: await reportIdOf(admin, story) }
    const body = { decision: 'remove', note: 'Thank you.', reason } as const
    await admin.call(resolveReport, { params, body })
  }
  const story = () => world.story({ author, title: 'Maple Street', content: 'We met there.' })
  const reply = () => world.reply({ author, storyId, content: 'At number 7.' })
  const ways: [string, () => Promise<unknown>][] = [
    [
      'story',
      async () =>
        admin.call(storyEndpoints.remove, { params: { id: await story() }, body: { reason } }),
    ],
    ['story', async () => inReports({ storyId: await story() })],
    [
      'reply',
      async () =>
        admin.call(storyEndpoints.removeReply, { params: { id: await reply() }, body: { reason } }),
    ],
    ['reply', async () => inReports({ replyId: await reply() })],
  ]
  const own = api.as(author)
  for (const [about, remove] of ways) {
    await remove()
    const [message] = await own.call(calls.list)
    expect(message).toMatchObject({
      kind: 'removal',
      about,
      words: reason,
      title: about === 'story' ? 'Maple Street' : 'Whose replies these are',
      removed: { text: about === 'story' ? 'We met there.' : 'At number 7.' },
    })
    expect(JSON.stringify(message)).not.toContain(administrator.anonymousUsername)
    const { items } = await own.call(notificationEndpoints.list)
    expect(items[0]).toMatchObject({ kind: 'warning', subjectId: message?.id, isRead: false })
  }
  const heard = await api.as(reporter).call(calls.list)
  expect(heard.map(({ kind, words }) => [kind, words])).toEqual([
    ['report-removed', 'Thank you.'],
    ['report-removed', 'Thank you.'],
  ])
  const entries = await context.db
    .selectFrom('auditEntry')
    .select('detail')
    .where('adminId', '=', administrator.id)
    .where('action', 'in', ['story-removed', 'reply-removed'])
    .execute()
  expect(entries.map(({ detail }) => detail)).toEqual([
    { reason },
    { reason, note: 'Thank you.' },
    { reason, storyId },
    { reason, note: 'Thank you.' },
  ])
})

test('the author of a declined first reply gets the reason and the text', async ({
  api,
  world,
  admin,
}) => {
  const own = api.as(await world.member())
  const storyId = await world.story({ author: await world.member() })
  await admin.call(joiningEndpoints.saveSettings, { body: { holdsFirstReply: true } })
  const body = { storyId, content: 'Buy my book.' }
  const { id } = await own.call(storyEndpoints.reply, { body })
  await admin.call(joiningEndpoints.saveSettings, { body: { holdsFirstReply: false } })
  const declined = { approved: false, reason: 'It is an advertisement.' }
  await admin.call(reviewEndpoints.reviewHeld, { params: { id }, body: declined })
  expect(await own.call(calls.list)).toMatchObject([
    { kind: 'removal', about: 'reply', words: declined.reason, removed: { text: 'Buy my book.' } },
  ])
})

test('a removal without a reason tells only what was removed, and one’s own or a former member’s tells nobody', async ({
  api,
  world,
  context,
}) => {
  const administrator = await world.admin()
  const admin = api.as(administrator)
  const { remove } = storyEndpoints
  const author = await world.member()
  await admin.call(remove, { params: { id: await world.story({ author }) } })
  expect(await api.as(author).call(calls.list)).toMatchObject([{ kind: 'removal', words: null }])
  await admin.call(remove, { params: { id: await world.story({ author: administrator }) } })
  expect(await admin.call(calls.list)).toEqual([])
  const left = await world.member()
  const id = await world.story({ author: left, title: 'Of a former member' })
  await context.db.updateTable('story').set({ memberId: null }).where('storyId', '=', id).execute()
  await admin.call(remove, { params: { id }, body: { reason: words } })
  expect(await api.as(left).call(calls.list)).toEqual([])
})

test('a removed text is deleted after 30 days, the message stays', async ({
  api,
  world,
  context,
  clock,
}) => {
  const author = await world.member()
  const admin = api.as(await world.admin())
  const params = { id: await world.story({ author, title: 'A long winter' }) }
  await admin.call(storyEndpoints.remove, { params, body: { reason: words } })
  const texts = () =>
    context.db
      .selectFrom('teamMessage')
      .select(['removedTitle', 'words'])
      .where('memberId', '=', author.id)
      .execute()
  clock.advance({ minutes: 30 * 24 * 60 - 5 })
  await forgetRemoved(context)
  expect(await texts()).toEqual([{ removedTitle: 'A long winter', words }])
  clock.advance({ minutes: 10 })
  await forgetRemoved(context)
  expect(await texts()).toEqual([{ removedTitle: null, words }])
})
