import { z } from 'zod'
import { ACTION_TYPES } from '#contract/actions.ts'
import type { DailyType } from '#contract/daily.ts'
import { DAY_MS } from '#contract/durations.ts'
import { addDays, logicalDate } from '#contract/logical-date.ts'
import { Mood } from '#contract/moods.ts'
import type { Context } from '#server/context.ts'
import { textOf } from '#server/features/moods/service.ts'
import { sealText } from '#server/features/private-text/service.ts'
import { once, Text } from '#server/library/library.ts'
import { readTexts } from '#server/library/read.ts'
import { Amount } from './members.ts'

/** Days of daily content before today. */
const CONTENT_DAYS = 30

/** An entry of the journal; its heading is the mood. */
const DemoEntry = z
  .strictObject({ title: Mood, daysAgo: Amount, content: Text.optional() })
  .transform(({ title: mood, content: notes, daysAgo }) => ({ daysAgo, mood, notes }))

export const demoJournal = once(() => readTexts('demo/journal.md', DemoEntry))
/** The personal actions of the same member. */
export const demoActions = once(() => readTexts('demo/actions.md', z.strictObject({ title: Text })))

/** Inserts a month of daily content from the library, and one member's journal and actions. */
export async function loadPractice(
  context: Context,
  member: { username: string; timeZone: string },
): Promise<void> {
  await publishMonth(context)
  const { memberId } = await context.db
    .selectFrom('member')
    .select('memberId')
    .where('username', '=', member.username)
    .executeTakeFirstOrThrow()
  const today = logicalDate(context.now(), member.timeZone)
  await writeJournal(context, { memberId, today })
  await tickActions(context, { memberId, today })
}

async function publishMonth(context: Context): Promise<void> {
  const { db, writers } = context
  const { timeZone } = await db
    .selectFrom('websiteSettings')
    .select('timeZone')
    .executeTakeFirstOrThrow()
  const today = logicalDate(context.now(), timeZone)
  for (const type of ['message', 'reflection'] satisfies DailyType[]) {
    const used: string[] = []
    for (let ago = CONTENT_DAYS; ago >= 0; ago -= 1) {
      const text = await writers.library.write({
        type,
        agentStyle: '',
        reflectionPrompt: '',
        usedLibraryKeys: used,
      })
      if (text.libraryKey) used.unshift(text.libraryKey)
      await db
        .insertInto('dailyContent')
        .values({
          day: addDays(today, -ago),
          type,
          format: 'text',
          content: text.html,
          source: 'library',
          libraryKey: text.libraryKey,
        })
        .execute()
    }
  }
  await db.updateTable('dailySettings').set({ autoGenerate: true }).execute()
}

interface Owner {
  memberId: string
  today: string
}

async function writeJournal(context: Context, { memberId, today }: Owner): Promise<void> {
  for (const { daysAgo, mood, notes } of demoJournal()) {
    const text = textOf({ mood, notes: notes ?? null })
    const sealed = await sealText(context, context.db, { memberId, kind: 'mood', text })
    const madeAt = new Date(context.now().getTime() - daysAgo * DAY_MS)
    await context.db
      .insertInto('moodEntry')
      .values({
        memberId,
        day: addDays(today, -daysAgo),
        sealed,
        madeAt,
        createdAt: madeAt,
        updatedAt: madeAt,
      })
      .execute()
  }
}

/** Ticks actions for a typical week: all on some days, none on one. */
async function tickActions({ db }: Context, { memberId, today }: Owner): Promise<void> {
  const actions = await db
    .insertInto('personalAction')
    .values(demoActions().map(({ title: content }) => ({ memberId, content })))
    .returning('personalActionId')
    .execute()
  for (let ago = 1; ago <= 10; ago += 1) {
    if (ago % 5 === 4) continue
    const day = addDays(today, -ago)
    const types = ACTION_TYPES.filter((_, index) => (index + ago) % 3 !== 0)
    const ticks = types.map((actionType) => ({ memberId, day, actionType, finishedLater: false }))
    await db.insertInto('actionTick').values(ticks).execute()
    const [first] = actions
    if (!first || ago % 2 === 0) continue
    await db
      .insertInto('personalActionTick')
      .values({ ...first, memberId, day, finishedLater: false })
      .execute()
  }
  await db
    .updateTable('member')
    .set({ restWeekdays: [0] })
    .where('memberId', '=', memberId)
    .execute()
}
