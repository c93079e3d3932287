import { MOST_MUTES, type Mute } from '#contract/mutes.ts'
import type { Context } from '#server/context.ts'
import { inTransaction, isBrokenReference } from '#server/db/transaction.ts'
import { AppError, notSignedIn } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { deleteMute, insertMute, listMutes } from './mutes-store.ts'
import { canSeeReply } from './policy.ts'
import { presentMute } from './present.ts'
import { replyNotFound } from './replies-service.ts'
import { findReplyState } from './replies-store.ts'
import { getVisibleState } from './service.ts'

export async function readMutes(context: Context, viewer: Viewer): Promise<Mute[]> {
  return (await listMutes(context.db, viewer.id)).map(presentMute)
}

/** Mutes the author of a story that the viewer can see. Does nothing the second time. */
export async function muteStoryAuthor(
  context: Context,
  viewer: Viewer,
  storyId: number,
): Promise<void> {
  await muteAuthor(context, viewer, await getVisibleState(context, viewer, storyId))
}

/** The same for the author of a reply. */
export async function muteReplyAuthor(
  context: Context,
  viewer: Viewer,
  replyId: number,
): Promise<void> {
  const reply = await findReplyState(context.db, replyId)
  if (!reply || !canSeeReply(viewer, reply)) throw replyNotFound()
  await getVisibleState(context, viewer, reply.storyId)
  await muteAuthor(context, viewer, reply)
}

export async function unmute(context: Context, viewer: Viewer, muteId: string): Promise<void> {
  await deleteMute(context.db, { memberId: viewer.id, muteId })
  announceMutes(context, viewer)
}

/**
 * Mutes an author for the viewer. The caller has checked that the viewer can see something by them.
 */
export async function muteAuthor(
  context: Context,
  viewer: Viewer,
  { memberId: mutedMemberId }: { memberId: string | null },
): Promise<void> {
  if (mutedMemberId === viewer.id) {
    throw new AppError('not_allowed', 'You can’t mute your own community username.')
  }
  if (mutedMemberId === null) throw formerAuthor()
  await context.limits.consume('mute-member', viewer.id)
  const [memberId, now] = [viewer.id, context.now()]
  const isMuted = await inTransaction(context.db, (trx) =>
    insertMute(trx, { memberId, mutedMemberId, most: MOST_MUTES, now }),
  ).catch((error: unknown) => {
    throw isBrokenReference(error) ? notSignedIn() : error
  })
  if (isMuted === undefined) throw formerAuthor()
  if (!isMuted) {
    throw new AppError(
      'conflict',
      `You’ve muted ${MOST_MUTES} community usernames, which is the most. Unmute one in your account first.`,
    )
  }
  announceMutes(context, viewer)
}

/** Announces the change only to the viewer's own sessions and cached responses. */
function announceMutes(context: Context, viewer: Viewer): void {
  const { id: memberId } = viewer
  context.changes.announce({ kind: 'member', memberId }, { kind: 'mutes', memberId })
}

function formerAuthor(): AppError {
  return new AppError('conflict', 'The author deleted their account, so there’s nobody to mute.')
}
