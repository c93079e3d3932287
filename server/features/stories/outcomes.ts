import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { setReportsWaiting } from '../review/waiting.ts'
import { type MessageSubject, sendOutcome } from '../team-messages/service.ts'
import { resolveReports, type Subject } from './reports-store.ts'

/**
 * Closes the open reports about a story or reply that a moderator removes without opening the
 * reports, and notifies the reporters. Without `replyId`, includes the reports about all replies.
 * Returns the ids of the notified members, without duplicates; the caller announces these
 * notifications after the commit.
 */
export async function upholdReports(
  context: Context,
  trx: Trx,
  subject: { storyId: number; replyId?: number | null },
): Promise<string[]> {
  const now = context.now()
  const { storyId, replyId } = subject
  const closed =
    replyId === undefined
      ? await resolveStoryReports(trx, { storyId, now })
      : [{ replyId, memberIds: await resolveReports(trx, { storyId, replyId }, now) }]
  for (const { memberIds, ...about } of closed) {
    const subject: Subject = { storyId, ...about }
    await notifyReporters(context, trx, { memberIds, subject, isKept: false, words: null })
  }
  return [...new Set(closed.flatMap(({ memberIds }) => memberIds))]
}

/** Notifies these reporters. The caller announces these notifications after the commit. */
export async function notifyReporters(
  context: Context,
  trx: Trx,
  outcome: { memberIds: string[]; subject: MessageSubject; isKept: boolean; words: string | null },
): Promise<void> {
  if (outcome.memberIds.length > 0) await sendOutcome(context, trx, outcome)
}

/**
 * Closes every open report about a story and its replies; returns the reporters' ids by subject.
 */
async function resolveStoryReports(
  trx: Queryable,
  { storyId, now }: { storyId: number; now: Date },
): Promise<{ replyId: number | null; memberIds: string[] }[]> {
  const rows = await trx
    .updateTable('report')
    .set({ resolvedAt: now })
    .where('storyId', '=', storyId)
    .where('resolvedAt', 'is', null)
    .returning(['replyId', 'memberId'])
    .execute()
  const closed = rows.map(({ replyId }) => ({ storyId, replyId }))
  await setReportsWaiting(trx, closed)
  const bySubject = Map.groupBy(rows, ({ replyId }) => replyId)
  return [...bySubject].map(([replyId, reports]) => ({
    replyId,
    memberIds: reports.map(({ memberId }) => memberId),
  }))
}
