import { MOST_TEAM_MESSAGES, type TeamMessage } from '#contract/team-messages.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { announceNotification, markReadAbout, notify, notifyAll } from '../notifications/service.ts'
import { presentMessage } from './present.ts'
import {
  hasWarning,
  insertMessages,
  listMessages,
  lockReceiver,
  markSeen,
  trimOutcomes,
} from './store.ts'

/** A story or reply can get one warning within this time, from any administrator. */
const WARNED_MS = 24 * 60 * 60_000

/** The subject of a message: a story, a reply or a prayer request. A prayer request has no link. */
export type MessageSubject = Subject | 'prayer request'

interface Subject {
  storyId: number
  replyId: number | null
}

/** The team's messages to the viewer, newest first. */
export async function readMessages(context: Context, viewer: Viewer): Promise<TeamMessage[]> {
  const own = { memberId: viewer.id, limit: MOST_TEAM_MESSAGES }
  return (await listMessages(context.db, own)).map(presentMessage)
}

/** Marks a message and its notification as read. Throws `not_found` for another member's. */
export async function seeMessage(
  context: Context,
  viewer: Viewer,
  teamMessageId: number,
): Promise<void> {
  const now = context.now()
  await inTransaction(context.db, async (trx) => {
    if (!(await markSeen(trx, { memberId: viewer.id, teamMessageId, now }))) {
      throw new AppError('not_found', 'This message does not exist.')
    }
    for (const kind of ['warning', 'report-closed'] as const) {
      await markReadAbout(context, trx, { memberId: viewer.id, kind, subjectId: teamMessageId })
    }
  })
  announceNotification(context, viewer.id)
}

/**
 * Sends the author of a story or reply a warning in the caller's transaction; the caller announces
 * it after the commit. Throws `conflict` if the account is deleted, and if there was a warning
 * about the same subject in the last 24 hours: of two administrators who warn at once, the second
 * gets this error.
 */
export async function sendWarning(
  context: Context,
  trx: Trx,
  { memberId, subject, words }: { memberId: string; subject: Subject; words: string },
): Promise<void> {
  const now = context.now()
  if (!(await lockReceiver(trx, memberId))) throw formerAuthor()
  const since = new Date(now.getTime() - WARNED_MS)
  if (await hasWarning(trx, { memberId, ...subject, since })) {
    const what = subject.replyId === null ? 'story' : 'reply'
    throw new AppError(
      'conflict',
      `The author was already warned about this ${what} in the last 24 hours.`,
    )
  }
  const isAboutReply = subject.replyId !== null
  const message = { memberIds: [memberId], kind: 'warning', isAboutReply, words, now } as const
  const [sent] = await insertMessages(trx, { ...message, ...subject })
  if (!sent) throw formerAuthor()
  await notify(context, trx, { memberId, kind: 'warning', subjectId: sent.teamMessageId })
}

/**
 * Notifies reporters of the outcome in the caller's transaction. The caller calls
 * `announceNotification` after the commit.
 */
export async function sendOutcome(
  context: Context,
  trx: Trx,
  input: { memberIds: string[]; subject: MessageSubject; isKept: boolean; words: string | null },
): Promise<void> {
  const { memberIds, subject, isKept, words } = input
  if (memberIds.length === 0) return
  const kind = isKept ? 'report-kept' : 'report-removed'
  const now = context.now()
  const isAboutPrayer = subject === 'prayer request'
  const about = isAboutPrayer ? { storyId: null, replyId: null } : subject
  const isAboutReply = about.replyId !== null
  const message = { memberIds, kind, isAboutReply, isAboutPrayer, words, now, ...about } as const
  const sent = await insertMessages(trx, message)
  await trimOutcomes(trx, { memberIds, keep: MOST_TEAM_MESSAGES })
  const notified = sent.map(({ memberId, teamMessageId: subjectId }) => ({
    memberId,
    kind: 'report-closed' as const,
    subjectId,
  }))
  await notifyAll(context, trx, notified)
}

export function formerAuthor(): AppError {
  return new AppError('conflict', 'The author deleted their account, so there’s nobody to warn.')
}
