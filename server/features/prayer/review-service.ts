import type { Page } from '#contract/endpoint.ts'
import type { PageQuery } from '#contract/fields.ts'
import type { PrayerReview } from '#contract/prayer.ts'
import type { Claim } from '#contract/review.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { claimEnd, isClaimed, presentClaim } from '#server/domain/claim.ts'
import type { Admin, Viewer } from '#server/domain/viewer.ts'
import { recordAudit } from '../audit/service.ts'
import { announceNotification, notify } from '../notifications/service.ts'
import { notifyTeamOf } from '../notifications/team-notices-service.ts'
import { announceQueue } from '../stories/claims-service.ts'
import { notifyReporters } from '../stories/outcomes-service.ts'
import { requireFewReports } from '../stories/reports-service.ts'
import { suspendAuthorOf } from '../users/service.ts'
import { getListed } from './list-service.ts'
import { endAfter, isListed, isMine } from './policy.ts'
import { kindOf, presentReview } from './present.ts'
import {
  countOpenReports,
  deleteReports,
  findClaim,
  hasHidingReports,
  insertReport,
  listWaiting,
  resolveReports,
} from './review-store.ts'
import { announceRequest, requestNotFound } from './service.ts'
import { findRequest, lockRequest, type PrayerState, updateRequest } from './store.ts'

/** A decision about the version of a request that the administrator read. */
interface Decision {
  requestId: number
  submittedAt: string
}

/** Requests waiting for the team, oldest first. */
export async function readWaiting(
  context: Context,
  viewer: Admin,
  query: PageQuery,
): Promise<Page<PrayerReview>> {
  const now = context.now()
  const { rows, total } = await listWaiting(context.db, sliceOf(query))
  return { items: rows.map((row) => presentReview(row, { viewer, now })), total }
}

/**
 * Approves a request and its answer line. A reported request stays listed, and its reporters are
 * notified of that.
 */
export function approveRequest(context: Context, admin: Admin, decision: Decision): Promise<void> {
  return review(context, admin, decision, async (trx, request) => {
    const { prayerRequestId: requestId, memberId, answeredAt } = request
    const now = context.now()
    const isNew = request.status === 'pending'
    const notified = isNew ? [] : await closeReports(context, trx, { requestId, isKept: true })
    if (isNew) {
      await deleteReports(trx, requestId)
      await notifyAuthor(context, trx, { request, admin, kind: 'prayer-approved' })
    }
    const begun = { approvedAt: now, endsAt: endAfter(now), prayerCount: 0, isEndTold: false }
    await updateRequest(trx, requestId, {
      ...(isNew ? { ...begun, status: answeredAt ? 'answered' : 'approved' } : {}),
      ...(request.answerState === 'pending' ? { answerState: 'approved' } : {}),
      rejectionReason: null,
      hiddenAt: null,
      ...DECIDED,
    })
    await recordAudit(trx, admin, { action: 'prayer-approved', subjectId: requestId })
    return isNew && memberId !== admin.id ? [...notified, memberId] : notified
  })
}

/**
 * Returns a request to its author with a reason; if only an answer line is waiting, returns just
 * the line.
 */
export function rejectRequest(
  context: Context,
  admin: Admin,
  { reason, ...decision }: Decision & { reason: string },
): Promise<void> {
  return review(context, admin, decision, async (trx, request) => {
    const { prayerRequestId: requestId, memberId } = request
    const reportCount = await countOpenReports(trx, requestId)
    const isAnswerAlone = kindOf({ ...request, reportCount }) === 'answer'
    const notified = await closeReports(context, trx, { requestId, isKept: false })
    await updateRequest(trx, requestId, {
      ...(isAnswerAlone ? { answerState: 'rejected' } : { status: 'rejected', hiddenAt: null }),
      rejectionReason: reason,
      ...DECIDED,
    })
    await notifyAuthor(context, trx, { request, admin, kind: 'prayer-returned' })
    const entry = { action: 'prayer-returned', subjectId: requestId, detail: { reason } } as const
    await recordAudit(trx, admin, entry)
    return memberId === admin.id ? notified : [...notified, memberId]
  })
}

/** Removes a request from the lists and puts it back in the queue. Does nothing the second time. */
export async function withdrawRequest(
  context: Context,
  admin: Admin,
  requestId: number,
): Promise<void> {
  const now = context.now()
  const notified = await inTransaction(context.db, async (trx) => {
    const request = await lockRequest(trx, requestId)
    if (!request) throw requestNotFound()
    if (!isListed(request, now)) return []
    const notified = await closeReports(context, trx, { requestId, isKept: false })
    await updateRequest(trx, requestId, { status: 'pending', waitingSince: now })
    await notifyTeamOf(context, trx, 'team-prayer')
    await recordAudit(trx, admin, { action: 'prayer-withdrawn', subjectId: requestId })
    return notified
  })
  announce(context, notified)
}

/** Reports a request. Does nothing the second time. */
export async function reportRequest(
  context: Context,
  viewer: Viewer,
  { requestId, reason }: { requestId: number; reason?: string | null | undefined },
): Promise<void> {
  const found = await getListed(context, viewer, requestId)
  if (isMine(viewer, found)) {
    throw new AppError('not_allowed', 'You can’t report your own prayer request.')
  }
  await context.limits.consume('report-member', viewer.id)
  await requireFewReports(context, viewer)
  const now = context.now()
  const isHidden = await inTransaction(context.db, async (trx) => {
    const request = await lockRequest(trx, requestId)
    // It was deleted or unlisted since it was read, so there is nothing left to report.
    if (!request || !isListed(request, now)) return false
    const report = { requestId, memberId: viewer.id, reason: reason || null, now }
    if (!(await insertReport(trx, report))) return false
    await notifyTeamOf(context, trx, 'team-prayer')
    const hides = await hasHidingReports(trx, { requestId, now })
    const hiddenAt = hides ? now : null
    await updateRequest(trx, requestId, { hiddenAt, waitingSince: request.waitingSince ?? now })
    return hides
  })
  if (isHidden) announceRequest(context)
  else announceQueue(context)
}

/**
 * Shows the team that this administrator is deciding about a request; calling again extends the
 * claim. Throws `conflict` while another administrator's claim lasts.
 */
export async function claimRequest(
  context: Context,
  admin: Admin,
  requestId: number,
): Promise<Claim> {
  const now = context.now()
  const claim = await inTransaction(context.db, async (trx) => {
    if (!(await lockRequest(trx, requestId))) throw requestNotFound()
    await requireUnclaimed(trx, { admin, requestId, now })
    await updateRequest(trx, requestId, { claimedBy: admin.id, claimedUntil: claimEnd(now) })
    const row = await findClaim(trx, requestId)
    return row && presentClaim(row, { viewerId: admin.id, now })
  })
  if (!claim) throw requestNotFound()
  announceQueue(context)
  return claim
}

/** Ends the administrator's claim, if they have one. */
export async function releaseClaim(
  context: Context,
  admin: Admin,
  requestId: number,
): Promise<void> {
  await inTransaction(context.db, async (trx) => {
    await lockRequest(trx, requestId)
    const claim = await findClaim(trx, requestId)
    if (claim?.claimedBy === admin.id) await updateRequest(trx, requestId, UNCLAIMED)
  })
  announceQueue(context)
}

/** Suspends the author of a request, whom the administrator never sees. */
export async function suspendRequestAuthor(
  context: Context,
  admin: Admin,
  { requestId, reason }: { requestId: number; reason: string },
): Promise<void> {
  const request = await findRequest(context.db, requestId)
  if (!request) throw requestNotFound()
  const entry = { action: 'prayer-author-suspended', subjectId: requestId } as const
  await suspendAuthorOf(context, admin, { memberId: request.memberId, entry, reason })
}

const UNCLAIMED = { claimedBy: null, claimedUntil: null }
const DECIDED = { waitingSince: null, ...UNCLAIMED }

/**
 * Runs `work` on a waiting request that hasn't changed since it was read; `work` returns the
 * members it notified. Throws `conflict` if someone else has claimed or reviewed it, or its author
 * has changed it.
 */
async function review(
  context: Context,
  admin: Admin,
  { requestId, submittedAt }: Decision,
  work: (trx: Trx, request: PrayerState) => Promise<string[]>,
): Promise<void> {
  const notified = await inTransaction(context.db, async (trx) => {
    const request = await lockRequest(trx, requestId)
    if (!request) throw requestNotFound()
    if (!request.waitingSince) {
      throw new AppError('conflict', 'This prayer request was already reviewed.')
    }
    if (Date.parse(submittedAt) !== request.submittedAt.getTime()) {
      throw new AppError(
        'conflict',
        'The author has changed this prayer request. Please read it again.',
      )
    }
    await requireUnclaimed(trx, { admin, requestId, now: context.now() })
    return work(trx, request)
  })
  announce(context, notified)
}

function announce(context: Context, notified: readonly string[]): void {
  announceRequest(context)
  for (const memberId of new Set(notified)) announceNotification(context, memberId)
}

async function requireUnclaimed(
  trx: Trx,
  { admin, requestId, now }: { admin: Admin; requestId: number; now: Date },
): Promise<void> {
  const row = await findClaim(trx, requestId)
  if (!row || !isClaimed(row, now) || row.claimedBy === admin.id) return
  throw new AppError('conflict', `${row.claimant} claimed this prayer request.`)
}

/** Closes the open reports about a request and notifies their reporters, whose ids it returns. */
async function closeReports(
  context: Context,
  trx: Trx,
  { requestId, isKept }: { requestId: number; isKept: boolean },
): Promise<string[]> {
  const memberIds = await resolveReports(trx, { requestId, now: context.now() })
  const outcome = { memberIds, subject: 'prayer request', isKept, words: null } as const
  await notifyReporters(context, trx, outcome)
  return memberIds
}

/** Administrators aren't notified of their own decisions. */
async function notifyAuthor(
  context: Context,
  trx: Trx,
  input: {
    request: PrayerState
    admin: Admin
    kind: 'prayer-approved' | 'prayer-returned'
  },
): Promise<void> {
  const { request, admin, kind } = input
  const { memberId, prayerRequestId: subjectId } = request
  if (memberId !== admin.id) await notify(context, trx, { memberId, kind, subjectId })
}
