import { z } from 'zod'
import { DAY_MS } from '#contract/durations.ts'
import { PRAYER_LIMITS } from '#contract/prayer-limits.ts'
import type { Queryable } from '#server/db/connect.ts'
import { once, Text } from '#server/library/library.ts'
import { readTexts } from '#server/library/read.ts'
import { Amount, demoMembers, memberIds, Nickname } from './members.ts'

/** A prayer request; its heading is its author's nickname. */
const DemoPrayer = z
  .strictObject({
    title: Nickname,
    daysAgo: Amount,
    /** How many members have prayed. */
    prayers: Amount,
    status: z.enum(['pending', 'approved', 'answered'], 'is pending, approved or answered'),
    content: Text,
    answer: Text.optional(),
  })
  .transform(({ title: author, ...prayer }) => ({ ...prayer, author }))

export const demoPrayers = once(() => readTexts('demo/prayers.md', DemoPrayer))

/** Inserts prayer requests in every state. The API can't create old ones. */
export async function loadPrayers(db: Queryable, now: Date): Promise<void> {
  const ids = await memberIds(db)
  for (const { author, content, daysAgo, prayers, status, answer } of demoPrayers()) {
    const memberId = ids.get(demoMembers()[author]?.username ?? '')
    if (!memberId) throw new Error('The demo content names somebody who does not exist.')
    const approvedAt = new Date(now.getTime() - daysAgo * DAY_MS)
    const isShown = status !== 'pending'
    await db
      .insertInto('prayerRequest')
      .values({
        memberId,
        content,
        status,
        prayerCount: prayers,
        wasPrayedFor: prayers > 0,
        createdAt: approvedAt,
        submittedAt: approvedAt,
        waitingSince: isShown ? null : approvedAt,
        approvedAt: isShown ? approvedAt : null,
        endsAt: isShown ? new Date(approvedAt.getTime() + PRAYER_LIMITS.days * DAY_MS) : null,
        ...(status === 'answered' && {
          answeredAt: new Date(now.getTime() - (daysAgo / 4) * DAY_MS),
        }),
        ...(answer !== undefined && { answer, answerState: 'approved' }),
      })
      .execute()
  }
}
