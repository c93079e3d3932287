import type { Claim } from '#contract/review.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { claimEnd, isClaimed, presentClaim } from '#server/domain/claim.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { deleteClaim, findClaim, writeClaim } from './claims-store.ts'
import { findOpenReport, type Subject } from './reports-store.ts'
import { storyNotFound } from './service.ts'
import { lockStory } from './store.ts'

/**
 * Shows the team that this administrator is deciding about a story; calling again extends the
 * claim. Throws `conflict` while another administrator's claim lasts.
 */
export function claimStory(context: Context, admin: Admin, storyId: number): Promise<Claim> {
  return claim(context, admin, async () => ({ storyId, replyId: null }))
}

/** The same for what a report is about. */
export function claimReport(context: Context, admin: Admin, reportId: number): Promise<Claim> {
  return claim(context, admin, (trx) => getReported(trx, reportId))
}

/** Ends the administrator's claim on a story, if they have one. */
export function releaseStory(context: Context, admin: Admin, storyId: number): Promise<void> {
  return release(context, admin, async () => ({ storyId, replyId: null }))
}

/** The same for what a report is about. */
export function releaseReport(context: Context, admin: Admin, reportId: number): Promise<void> {
  return release(context, admin, (trx) => getReported(trx, reportId))
}

/**
 * Ends the claim on the subject of a decision. Throws `conflict` if it is another administrator's.
 */
export async function endClaim(
  trx: Trx,
  subject: Subject,
  { admin, now }: { admin: Admin; now: Date },
): Promise<void> {
  await requireUnclaimed(trx, subject, { admin, now })
  await deleteClaim(trx, subject)
}

async function claim(
  context: Context,
  admin: Admin,
  findSubject: (trx: Trx) => Promise<Subject>,
): Promise<Claim> {
  const now = context.now()
  const claimed = await inTransaction(context.db, async (trx) => {
    const subject = await findSubject(trx)
    // Concurrent claims wait for each other here.
    if (!(await lockStory(trx, subject.storyId))) throw storyNotFound()
    await requireUnclaimed(trx, subject, { admin, now })
    await writeClaim(trx, { ...subject, claimedBy: admin.id, claimedUntil: claimEnd(now) })
    const row = await findClaim(trx, subject)
    return row && presentClaim(row, { viewerId: admin.id, now })
  })
  if (!claimed) throw storyNotFound()
  announceQueue(context)
  return claimed
}

async function release(
  context: Context,
  admin: Admin,
  findSubject: (trx: Trx) => Promise<Subject>,
): Promise<void> {
  const wasClaimed = await inTransaction(context.db, async (trx) =>
    deleteClaim(trx, await findSubject(trx), admin.id),
  )
  if (wasClaimed) announceQueue(context)
}

async function requireUnclaimed(
  trx: Trx,
  subject: Subject,
  { admin, now }: { admin: Admin; now: Date },
): Promise<void> {
  const row = await findClaim(trx, subject)
  if (!row || !isClaimed(row, now) || row.claimedBy === admin.id) return
  const what = subject.replyId === null ? 'story' : 'reply'
  throw new AppError('conflict', `${row.claimant} claimed this ${what}.`)
}

async function getReported(trx: Trx, reportId: number): Promise<Subject> {
  const subject = await findOpenReport(trx, reportId)
  if (!subject) throw new AppError('conflict', 'This report was already closed.')
  return subject
}

/** Notifies administrators' open pages that a queue has changed. Call it after the commit. */
export function announceQueue(context: Context): void {
  context.changes.announce({ kind: 'topic', topic: 'review' })
}
