import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { type MessageSubject, sendOutcome } from '../team-messages/service.ts'
import {
  insertOutcomes,
  resolveReports,
  resolveStoryReports,
  type Subject,
} from './reports-store.ts'

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

/**
 * Records the outcome for these reporters and notifies them. The caller announces these
 * notifications after the commit.
 */
export async function notifyReporters(
  context: Context,
  trx: Trx,
  outcome: { memberIds: string[]; subject: MessageSubject; isKept: boolean; words: string | null },
): Promise<void> {
  const { memberIds, isKept } = outcome
  if (memberIds.length === 0) return
  await insertOutcomes(trx, { memberIds, wasUpheld: !isKept, now: context.now() })
  await sendOutcome(context, trx, outcome)
}
