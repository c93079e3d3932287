import { expect } from 'vitest'
import type { NotificationKind } from '#contract/notifications.ts'
import { notificationEndpoints as calls } from '#contract/notifications.ts'
import { storyEndpoints } from '#contract/stories.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { TestApi } from '#server/testing/api.ts'
import { mailsTo, waitForMail } from '#server/testing/mailbox.ts'
import type { TestMember } from '#server/testing/population.ts'
import { test, testLogNamesNobody } from '#server/testing/world.ts'
import { announceNotification, notify } from './service.ts'

/** Kind, subject and happenings of each notification in a member's list. */
async function inbox(api: TestApi, member: TestMember): Promise<unknown[]> {
  const { items } = await api.as(member).call(calls.list)
  return items.map(({ kind, subjectId, happenings }) => [kind, subjectId, happenings])
}

async function notifyMember(
  context: Context,
  event: { memberId: string; kind: NotificationKind; subjectId: number | null },
): Promise<void> {
  await inTransaction(context.db, (trx) => notify(context, trx, event))
  announceNotification(context, event.memberId)
}

function turnOff(kind: NotificationKind, channel: 'inApp' | 'byMail'): object {
  const choice = { kind, inApp: true, byMail: true, byPush: true, [channel]: false }
  return { choices: [choice] }
}

test('a reply notifies the story’s author, and further ones add no second notification', async ({
  api,
  world,
}) => {
  const author = await world.member()
  const reader = await world.member()
  const storyId = await world.story({ author, title: 'The long walk' })
  const body = { storyId, content: 'Thank you for this.' }
  await api.as(reader).call(storyEndpoints.reply, { body })
  const { items, total } = await api.as(author).call(calls.list)
  expect(total).toBe(1)
  expect(items).toEqual([
    {
      id: expect.any(Number),
      kind: 'story-reply',
      subjectId: storyId,
      subject: 'The long walk',
      endsAt: null,
      happenings: 1,
      isRead: false,
      updatedAt: expect.any(String),
    },
  ])
  expect(await api.as(author).call(calls.count)).toEqual({ unread: 1, hasWarning: false })

  await api.as(reader).call(storyEndpoints.reply, { body })
  await api.as(await world.member()).call(storyEndpoints.reply, { body })
  expect(await inbox(api, author)).toEqual([['story-reply', storyId, 3]])
  expect(await api.as(author).call(calls.count)).toEqual({ unread: 1, hasWarning: false })
  expect(await inbox(api, reader)).toEqual([])
})

test('the list can be limited to unread notifications', async ({ api, world, context }) => {
  const author = await world.member()
  const [first, second] = [await world.story({ author }), await world.story({ author })]
  for (const subjectId of [first, second]) {
    await notifyMember(context, { memberId: author.id, kind: 'story-reply', subjectId })
  }
  const [newest] = (await api.as(author).call(calls.list)).items
  await api.as(author).call(calls.markRead, { params: { id: newest?.id ?? 0 } })
  const waiting = await api.as(author).call(calls.list, { query: { unread: 'true' } })
  expect(waiting.total).toBe(1)
  expect(waiting.items.map(({ subjectId }) => subjectId)).toEqual([first])
  expect((await api.as(author).call(calls.list)).total).toBe(2)
})

test('an event after a notification was read makes a new one', async ({ api, world }) => {
  const author = await world.member()
  const reader = await world.member()
  const storyId = await world.story({ author })
  const body = { storyId, content: 'Thank you.' }
  await api.as(reader).call(storyEndpoints.reply, { body })
  const [first] = (await api.as(author).call(calls.list)).items
  await api.as(author).call(calls.markRead, { params: { id: first?.id ?? 0 } })
  await api.as(author).call(calls.markRead, { params: { id: first?.id ?? 0 } })
  expect(await api.as(author).call(calls.count)).toEqual({ unread: 0, hasWarning: false })
  await api.as(reader).call(storyEndpoints.reply, { body })
  const { items } = await api.as(author).call(calls.list)
  expect(items.map(({ isRead, happenings }) => [isRead, happenings])).toEqual([
    [false, 1],
    [true, 1],
  ])
  expect(items[1]?.id).toBe(first?.id)
  await api.as(author).call(calls.markAllRead)
  expect(await api.as(author).call(calls.count)).toEqual({ unread: 0, hasWarning: false })
})

test('authors aren’t notified of their own reply, and the author of story and reply only once', async ({
  api,
  world,
}) => {
  const author = await world.member()
  const reader = await world.member()
  const third = await world.member()
  const storyId = await world.story({ author })
  const reply = async (member: TestMember, parentId?: number): Promise<number> => {
    const body = { storyId, content: 'Words.', parentId }
    return (await api.as(member).call(storyEndpoints.reply, { body })).id
  }
  const own = await reply(author)
  await reply(author, own)
  expect(await inbox(api, author)).toEqual([])

  await reply(reader, own)
  expect(await inbox(api, author)).toEqual([['reply-reply', storyId, 1]])

  const readers = await reply(reader)
  await api.as(author).call(calls.markAllRead)
  await reply(third, readers)
  expect(await inbox(api, reader)).toEqual([['reply-reply', storyId, 1]])
  expect((await inbox(api, author))[0]).toEqual(['story-reply', storyId, 1])
  await reply(reader, readers)
  expect(await inbox(api, reader)).toEqual([['reply-reply', storyId, 1]])
})

test('a reply sent twice under the same key notifies once', async ({ api, world }) => {
  const author = await world.member()
  const storyId = await world.story({ author })
  const body = { storyId, content: 'Once.', key: crypto.randomUUID() }
  const reader = api.as(await world.member())
  await reader.call(storyEndpoints.reply, { body })
  await reader.call(storyEndpoints.reply, { body })
  expect(await inbox(api, author)).toEqual([['story-reply', storyId, 1]])
})

test('a decision about a story notifies in the app and in one email', async ({
  api,
  world,
  context,
}) => {
  const author = await world.member()
  const admin = await world.admin()
  const id = await world.story({ author, status: 'pending', title: 'Waiting long' })
  await api.as(admin).call(storyEndpoints.reject, { params: { id }, body: { reason: 'A name.' } })
  expect(await inbox(api, author)).toEqual([['story-returned', id, 1]])
  const fields = { title: 'Waiting long', category: 'faith', content: 'No name.' }
  await api.as(author).call(storyEndpoints.update, { params: { id }, fields })
  const approval = { params: { id }, body: { approved: true, tags: ['waiting'] } }
  await api.as(admin).call(storyEndpoints.moderate, approval)
  await api.as(admin).call(storyEndpoints.moderate, approval)
  expect(await inbox(api, author)).toEqual([
    ['story-approved', id, 1],
    ['story-returned', id, 1],
  ])
  await waitForMail(context.db, { to: author.email, subject: /now on/ })
  await waitForMail(context.db, { to: author.email, subject: /A note about/ })
  expect(await mailsTo(context.db, author.email)).toHaveLength(2)
  expect(await jobsOf(context, author)).toEqual([])
})

test('a member who turned email off gets none, and one who turned everything off gets nothing', async ({
  api,
  world,
  context,
  admin,
}) => {
  const author = await world.member()
  const quiet = await world.member()
  await api.as(author).call(calls.saveSettings, { body: turnOff('story-approved', 'byMail') })
  const nothing = { kind: 'story-approved', inApp: false, byMail: false, byPush: false }
  await api.as(quiet).call(calls.saveSettings, { body: { choices: [nothing] } })
  for (const member of [author, quiet]) {
    const id = await world.story({ author: member, status: 'pending' })
    await admin.call(storyEndpoints.moderate, { params: { id }, body: { approved: true } })
  }
  expect(await inbox(api, author)).toHaveLength(1)
  expect(await inbox(api, quiet)).toEqual([])
  const mails = await context.db
    .selectFrom('emailMessage')
    .select('kind')
    .where('toAddress', 'in', [author.email, quiet.email])
    .execute()
  expect(mails).toEqual([])
})

test('an administrator isn’t notified of their own decision', async ({ api, world, context }) => {
  const admin = await world.admin()
  const id = await world.story({ author: admin, status: 'pending' })
  await api.as(admin).call(storyEndpoints.moderate, { params: { id }, body: { approved: true } })
  expect(await inbox(api, admin)).toEqual([])
  expect(await mailsTo(context.db, admin.email)).toEqual([])
})

test('notifications about deleted or hidden subjects are neither listed nor counted', async ({
  api,
  world,
  context,
}) => {
  const author = await world.member()
  const reader = await world.member()
  const stories = {
    shown: await world.story({ author }),
    hidden: await world.story({ author }),
    withdrawn: await world.story({ author }),
    removed: await world.story({ author }),
  }
  for (const subjectId of Object.values(stories)) {
    await notifyMember(context, { memberId: reader.id, kind: 'reply-reply', subjectId })
  }
  await notifyMember(context, {
    memberId: reader.id,
    kind: 'guidance-answered',
    subjectId: 2_000_000_000,
  })
  expect(await api.as(reader).call(calls.count)).toEqual({ unread: 4, hasWarning: false })

  const set = { hidden: { hiddenAt: new Date() }, withdrawn: { status: 'pending' as const } }
  for (const name of ['hidden', 'withdrawn'] as const) {
    await context.db
      .updateTable('story')
      .set(set[name])
      .where('storyId', '=', stories[name])
      .execute()
  }
  await context.db.deleteFrom('story').where('storyId', '=', stories.removed).execute()
  announceNotification(context, reader.id)
  const { items, total } = await api.as(reader).call(calls.list)
  expect(items.map(({ subjectId }) => subjectId)).toEqual([stories.shown])
  expect(total).toBe(1)
  expect(await api.as(reader).call(calls.count)).toEqual({ unread: 1, hasWarning: false })
})

test('an author sees notifications about their own hidden story', async ({
  api,
  world,
  context,
}) => {
  const author = await world.member()
  const subjectId = await world.story({ author, hiddenAt: new Date(), title: 'Hidden for now' })
  await notifyMember(context, { memberId: author.id, kind: 'story-reply', subjectId })
  const { items } = await api.as(author).call(calls.list)
  expect(items.map(({ subject }) => subject)).toEqual(['Hidden for now'])
})

test('notifications about guidance and the live room have no title and are grouped too', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const { guidanceRequestId: subjectId } = await context.db
    .insertInto('guidanceRequest')
    .values({ memberId: member.id, category: 'faith' })
    .returning('guidanceRequestId')
    .executeTakeFirstOrThrow()
  // A story with the same id is a different subject.
  await world.story({ author: await world.member(), title: 'Not this one' })
  for (let count = 0; count < 2; count += 1) {
    await notifyMember(context, { memberId: member.id, kind: 'guidance-answered', subjectId })
    await notifyMember(context, { memberId: member.id, kind: 'live-on-air', subjectId: null })
  }
  const { items } = await api.as(member).call(calls.list)
  expect(items).toMatchObject([
    { kind: 'live-on-air', subjectId: null, subject: null, happenings: 2 },
    { kind: 'guidance-answered', subjectId, subject: null, happenings: 2 },
  ])
})

test('concurrent events are all counted in one notification', async ({ api, world, context }) => {
  const member = await world.member()
  const subjectId = await world.story({ author: member })
  const event = { memberId: member.id, kind: 'story-reply', subjectId } as const
  await Promise.all(Array.from({ length: 12 }, () => notifyMember(context, event)))
  expect(await inbox(api, member)).toEqual([['story-reply', subjectId, 12]])
})

test('a rolled back transaction notifies nobody', async ({ api, world, context }) => {
  const member = await world.member()
  const subjectId = await world.story({ author: member })
  const failure = inTransaction(context.db, async (trx) => {
    await notify(context, trx, { memberId: member.id, kind: 'story-reply', subjectId })
    throw new AppError('conflict', 'Changed meanwhile.')
  })
  await expect(failure).rejects.toThrow('Changed meanwhile.')
  expect(await inbox(api, member)).toEqual([])
  expect(await jobsOf(context, member)).toEqual([])
})

test('a member keeps 200, unread ones before read ones', async ({ api, world, context }) => {
  const member = await world.member()
  const subjectId = await world.story({ author: member })
  const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 0, minute))
  const rows = Array.from({ length: 210 }, (_, index) => ({
    memberId: member.id,
    kind: 'story-reply' as const,
    subjectId,
    updatedAt: at(index),
    readAt: at(index),
  }))
  // The oldest of all is unread.
  const oldest = { ...rows[0], memberId: member.id, kind: 'reply-reply' as const, readAt: null }
  await context.db
    .insertInto('notification')
    .values([...rows, { ...oldest, updatedAt: at(-1) }])
    .execute()
  await notifyMember(context, { memberId: member.id, kind: 'story-reply', subjectId })
  const kept = await context.db
    .selectFrom('notification')
    .select(['kind', 'updatedAt'])
    .where('memberId', '=', member.id)
    .orderBy('updatedAt')
    .execute()
  expect(kept).toHaveLength(200)
  expect(kept[0]).toEqual({ kind: 'reply-reply', updatedAt: at(-1) })
  expect(kept[1]?.updatedAt).toEqual(at(12))
  const page = await api.as(member).call(calls.list, { query: { page: 2, pageSize: 100 } })
  expect(page.total).toBe(200)
  expect(page.items).toHaveLength(100)
  // Now the member has exactly the number that is kept.
  const another = await world.story({ author: member })
  await notifyMember(context, { memberId: member.id, kind: 'story-reply', subjectId: another })
  const next = await api.as(member).call(calls.list, { query: { page: 1, pageSize: 1 } })
  expect(next.items[0]?.subjectId).toBe(another)
  expect(next.total).toBe(200)
})

test('notifications of one member don’t invalidate other members’ cached responses', ({
  context,
}) => {
  const { changes } = context
  const [one, other] = [
    '00000001-0000-4000-8000-000000000000',
    '00000002-0000-4000-8000-000000000000',
  ]
  const versions = (topic: 'notifications' | 'guidance'): number[] => [
    changes.version(topic, one),
    changes.version(topic, other),
    changes.version(topic),
  ]
  const [a = 0, b = 0, c = 0] = versions('notifications')
  changes.announce({ kind: 'notification', memberId: one })
  expect(versions('notifications')).toEqual([a + 1, b, c])
  // Deleting a request removes its notification.
  changes.announce({ kind: 'guidance', memberId: one })
  expect(versions('notifications')).toEqual([a + 2, b, c])
  const [d = 0, e = 0, f = 0] = versions('guidance')
  changes.announce({ kind: 'topic', topic: 'guidance' })
  expect(versions('guidance')).toEqual([d + 1, e + 1, f + 1])
})

test('a member can’t mark another member’s notification as read', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const other = await world.member()
  const subjectId = await world.story({ author: member })
  await notifyMember(context, { memberId: member.id, kind: 'story-reply', subjectId })
  const [own] = (await api.as(member).call(calls.list)).items
  const refusal = await api.as(other).refuse(calls.markRead, { params: { id: own?.id ?? 0 } })
  expect(refusal).toMatchObject({ status: 404, message: 'This notification does not exist.' })
  await api.as(other).call(calls.markAllRead)
  expect(await api.as(member).call(calls.count)).toEqual({ unread: 1, hasWarning: false })
})

testLogNamesNobody()

/** The names of the jobs queued for a member's notifications. */
async function jobsOf(context: Context, member: TestMember): Promise<string[]> {
  const rows = await context.pool.query(
    `select j.name from job.job j join notification n
       on n.notification_id = (j.data->>'notificationId')::int
     where n.member_id = $1 order by j.name`,
    [member.id],
  )
  return rows.rows.map(({ name }) => name)
}
