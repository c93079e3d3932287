import { z } from 'zod'
import { HOUR_MS } from '#contract/durations.ts'
import { GuidanceCategory } from '#contract/guidance.ts'
import type { Context } from '#server/context.ts'
import { sealText } from '#server/features/private-text/service.ts'
import { once, Text } from '#server/library/library.ts'
import { readTexts } from '#server/library/read.ts'
import { Amount, memberIds } from './members.ts'

/** A request; its heading is its category. An answer is a part of it. */
const DemoRequest = z
  .strictObject({
    title: GuidanceCategory,
    hoursAgo: Amount,
    content: Text,
    parts: z
      .array(z.strictObject({ title: z.literal('answer'), hoursLater: Amount, content: Text }))
      .default([]),
  })
  .transform(({ title: category, parts: [answer], ...request }) => ({
    ...request,
    category,
    answer,
  }))
type DemoRequest = z.infer<typeof DemoRequest>

/** Oldest first. */
export const demoRequests = once(() => readTexts('demo/guidance.md', DemoRequest))

/** Inserts requests of the given members, some answered by the administrator. */
export async function loadGuidance(
  context: Context,
  people: { members: readonly string[]; admin: string },
): Promise<void> {
  const ids = await memberIds(context.db)
  for (const [index, request] of demoRequests().entries()) {
    const memberId = ids.get(people.members[index % people.members.length] ?? '')
    const adminId = ids.get(people.admin)
    if (memberId && adminId) await insertRequest(context, request, { memberId, adminId })
  }
}

async function insertRequest(
  context: Context,
  { hoursAgo, category, content, answer }: DemoRequest,
  { memberId, adminId }: { memberId: string; adminId: string },
): Promise<void> {
  const { db } = context
  const seal = (text: string): Promise<Buffer> =>
    sealText(context, db, { memberId, kind: 'guidance', text })
  const askedAt = new Date(context.now().getTime() - hoursAgo * HOUR_MS)
  const respondedAt = answer && new Date(askedAt.getTime() + answer.hoursLater * HOUR_MS)
  const { guidanceRequestId } = await db
    .insertInto('guidanceRequest')
    .values({
      memberId,
      category,
      createdAt: askedAt,
      waitingSince: answer ? null : askedAt,
      answeredAt: respondedAt ?? null,
    })
    .returning('guidanceRequestId')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('guidanceQuestion')
    .values({
      guidanceRequestId,
      number: 1,
      sealedContent: await seal(content),
      askedAt,
      sealedResponse: answer ? await seal(answer.content) : null,
      respondedAt: respondedAt ?? null,
      respondedBy: answer ? adminId : null,
    })
    .execute()
}
