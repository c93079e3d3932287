import { expect, vi } from 'vitest'
import type { MailingKind } from '#contract/email.ts'
import { logicalDate, wallTime } from '#contract/logical-date.ts'
import type { Context } from '#server/context.ts'
import { mailsTo } from '#server/testing/mailbox.ts'
import type { TestMember } from '#server/testing/population.ts'
import { test } from '#server/testing/world.ts'
import { runAutomatic } from './automatic.ts'
import { continueMailings } from './sending.ts'

const COMMUNITY = 'America/Chicago'

async function optIn(context: Context, kind: MailingKind, members: TestMember[]): Promise<void> {
  const rows = members.map(({ id }) => ({ memberId: id, kind, isWanted: true }))
  await context.db.insertInto('mailingChoice').values(rows).execute()
}

function mailing(context: Context, kind: MailingKind) {
  return context.db
    .selectFrom('mailing')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('mailingId', 'desc')
    .executeTakeFirst()
}

test('the daily message is sent to members who chose it, at the hour in their own zone', async ({
  world,
  context,
  clock,
}) => {
  const { db } = context
  // It is noon there: Auckland's hour is still to come, on the same day of the community.
  const shown = wallTime(context.now(), COMMUNITY)
  clock.advance({ minutes: (36 * 60 - shown.hour * 60 - shown.minute) % 1_440 })
  const near = await world.member({ timeZone: COMMUNITY })
  const far = await world.member({ timeZone: 'Pacific/Auckland' })
  const other = await world.member({ timeZone: COMMUNITY })
  await optIn(context, 'daily-message', [near, far])
  const now = context.now()
  const day = logicalDate(now, COMMUNITY)
  const { hour } = wallTime(now, COMMUNITY)
  await db
    .updateTable('emailSettings')
    .set({ dailyMessageOn: true, dailyMessageHour: hour })
    .execute()

  await runAutomatic(context)
  expect(await mailing(context, 'daily-message')).toBeUndefined()

  const row = { day, format: 'text' as const, source: 'manual' as const }
  const content = { ...row, type: 'message' as const, content: '<h3>Rest</h3><p>Be still.</p>' }
  await db.insertInto('dailyContent').values(content).execute()
  await Promise.all([1, 2, 3].map(() => runAutomatic(context)))
  const begun = await mailing(context, 'daily-message')
  expect(begun).toMatchObject({ clientKey: `daily-message ${day}`, recipientCount: 2 })
  const rows = await db
    .selectFrom('mailingRecipient')
    .select(['memberId', 'dueAt'])
    .where('mailingId', '=', begun?.mailingId ?? 0)
    .execute()
  for (const { memberId, dueAt } of rows) {
    const zone = memberId === far.id ? 'Pacific/Auckland' : COMMUNITY
    expect(wallTime(dueAt, zone)).toMatchObject({ hour, minute: 0 })
    expect(logicalDate(dueAt, COMMUNITY)).toBe(day)
  }
  const mail = await vi.waitUntil(async () => (await mailsTo(db, near.email))[0])
  expect(mail.text).toContain('Be still.')
  expect(mail.text).not.toContain(near.anonymousUsername)
  expect(await mailsTo(db, other.email)).toEqual([])

  // Corrected while it is being sent; members in other zones get the new text.
  await db
    .updateTable('dailyContent')
    .set({ content: '<p>Be still, and know.</p>' })
    .where('day', '=', day)
    .execute()
  await runAutomatic(context)
  expect((await mailing(context, 'daily-message'))?.html).toContain('and know')
  // Unpublished: the mailing ends, unless everyone has it.
  await db.deleteFrom('dailyContent').where('day', '=', day).execute()
  await runAutomatic(context)
  expect((await mailing(context, 'daily-message'))?.status).toMatch(/cancelled|sent/)
  await db.updateTable('emailSettings').set({ dailyMessageOn: false }).execute()
})

test('a member whose hour passed too long before the server restarted is skipped', async ({
  world,
  context,
}) => {
  const { db } = context
  const late = await world.member({ timeZone: COMMUNITY })
  // The content must exist, or the job that runs every minute would cancel the mailing.
  await db.updateTable('emailSettings').set({ dailyMessageOn: true }).execute()
  await db
    .insertInto('dailyContent')
    .values({
      day: '2020-01-01',
      type: 'message',
      format: 'text',
      source: 'manual',
      content: '<p>Old</p>',
    })
    .execute()
  await optIn(context, 'daily-message', [late])
  const dueAt = new Date(Date.now() - 3.5 * 3_600_000)
  // In one transaction, because a mailing without waiting recipients would be finished.
  const mailingId = await db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('mailing')
      .values({
        kind: 'daily-message',
        clientKey: 'daily-message 2020-01-01',
        subject: 'Old',
        html: '<p>Old</p>',
        sendAt: new Date(),
        status: 'sending',
        recipientCount: 1,
      })
      .returning('mailingId')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('mailingRecipient')
      .values({ mailingId: row.mailingId, memberId: late.id, dueAt })
      .execute()
    return row.mailingId
  })
  await continueMailings(context)
  const ended = await vi.waitUntil(
    () =>
      db
        .selectFrom('mailing')
        .selectAll()
        .where('mailingId', '=', mailingId)
        .where('status', '=', 'sent')
        .executeTakeFirst(),
    { interval: 100 },
  )
  expect(ended).toMatchObject({ sentCount: 0, skippedCount: 1 })
  expect(await mailsTo(db, late.email)).toEqual([])
  await db.updateTable('emailSettings').set({ dailyMessageOn: false }).execute()
})

test('the weekly digest lists the new stories, and is not sent if there are none', async ({
  world,
  context,
}) => {
  const { db } = context
  const reader = await world.member({ timeZone: 'Pacific/Kiritimati' })
  const author = await world.member()
  await optIn(context, 'weekly-digest', [reader])
  // A Sunday that no other test uses, at 8 AM in the reader's zone.
  const until = new Date('2031-06-14T18:00:00Z')
  const at = { ...context, now: () => new Date(until.getTime() + 60_000) }
  const settings = { weeklyDigestOn: true, weeklyDigestWeekday: 0, weeklyDigestHour: 8 }
  await db.updateTable('emailSettings').set(settings).execute()
  await runAutomatic(at)
  expect(await mailing(context, 'weekly-digest')).toBeUndefined()

  const titles = {
    fresh: 'A <bakery> at dawn',
    old: 'Last month',
    hidden: 'Reported',
    next: 'Too new',
  }
  const story = async (title: string, approvedAt: string, hiddenAt?: Date) => {
    const storyId = await world.story({ author, title, ...(hiddenAt && { hiddenAt }) })
    await db.updateTable('story').set({ approvedAt }).where('storyId', '=', storyId).execute()
    return storyId
  }
  const fresh = await story(titles.fresh, '2031-06-10T12:00:00Z')
  await story(titles.old, '2031-06-07T17:59:00Z')
  await story(titles.hidden, '2031-06-11T12:00:00Z', new Date())
  await story(titles.next, '2031-06-14T18:00:00Z')
  await runAutomatic(at)
  const begun = await mailing(context, 'weekly-digest')
  expect(begun).toMatchObject({ clientKey: 'weekly-digest 2031-06-15', recipientCount: 1 })
  expect(begun?.html).toContain('A &lt;bakery&gt; at dawn')
  expect(begun?.html).toContain(`/flow?story=${fresh}`)
  expect(begun?.html).not.toContain(author.anonymousUsername)
  for (const title of [titles.old, titles.hidden, titles.next]) {
    expect(begun?.html).not.toContain(title)
  }
  // The story is hidden before everyone has the email.
  await db.updateTable('story').set({ hiddenAt: new Date() }).where('storyId', '=', fresh).execute()
  await runAutomatic(at)
  expect((await mailing(context, 'weekly-digest'))?.status).toBe('cancelled')
})

test('a story counts as new from its approval', async ({ world, context }) => {
  const author = await world.member()
  const storyId = await world.story({ author, status: 'pending' })
  const approvedAt = async () =>
    (
      await context.db
        .selectFrom('story')
        .select('approvedAt')
        .where('storyId', '=', storyId)
        .executeTakeFirstOrThrow()
    ).approvedAt
  expect(await approvedAt()).toBeNull()
  await context.db
    .updateTable('story')
    .set({ status: 'approved' })
    .where('storyId', '=', storyId)
    .execute()
  expect(await approvedAt()).not.toBeNull()
})
