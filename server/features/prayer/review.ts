import type { Page } from '#contract/endpoint.ts'
import type { PageQuery } from '#contract/fields.ts'
import type { PrayerReview } from '#contract/prayer.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Admin, Viewer } from '#server/domain/viewer.ts'
import type { AuditEntry } from '../audit/service.ts'
import { announceNotification, notify } from '../notifications/service.ts'
import { notifyTeamOf } from '../notifications/team-notices.ts'
import {
  type About,
  announceQueue,
  decide,
  recordDecision,
  requireNobodyElse,
  whoWasFirst,
} from '../review/service.ts'
import { notifyReporters } from '../stories/outcomes.ts'
import { requireFewReports } from '../stories/reports.ts'
import { suspendAuthorOf } from '../users/service.ts'
import { getListed } from './list.ts'
import { endAfter, isListed, isMine } from './policy.ts'
import { kindOf, presentReview } from './present.ts'
import {
  countOpenReports,
  deleteReports,
  hasHidingReports,
  insertReport,
  listWaitingRequests,
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
  const { rows, total } = await listWaitingRequests(context.db, sliceOf(query))
  return { items: rows.map((row) => presentReview(row, { viewer, now })), total }
}

/**
 * Approves a request and its answer line. A reported request stays listed, and its reporters are
 * notified of that.
 */
export function approveRequest(context: Context, admin: Admin, decision: Decision): Promise<void> {
  return review(
    context,
    admin,
    { ...decision, action: 'prayer-approved' },
    async (trx, request) => {
      const { prayerRequestId: requestId, memberId, answeredAt } = request
      const now = context.now()
      const isNew = request.status === 'pending'
      const notified = isNew ? [] : await closeReports(context, trx, { requestId, isKept: true })
      if (isNew) {
        await deleteReports(trx, requestId)
        await notifyAuthor(context, trx, { request, admin, kind: 'prayer-approved' })
      }
      await updateRequest(trx, requestId, {
        ...(isNew ? published(answeredAt, now) : {}),
        ...(request.answerState === 'pending' ? { answerState: 'approved' } : {}),
        rejectionReason: null,
        hiddenAt: null,
        waitingSince: null,
      })
      return isNew && memberId !== admin.id ? [...notified, memberId] : notified
    },
  )
}

/** The state of a request that is listed from now on. */
function published(answeredAt: Date | null, now: Date): Parameters<typeof updateRequest>[2] {
  const begun = { approvedAt: now, endsAt: endAfter(now), prayerCount: 0, isEndTold: false }
  return { ...begun, status: answeredAt ? 'answered' : 'approved' }
}

/**
 * Approves a returned request, or its returned answer line, after a second look, in the caller's
 * transaction; the caller announces it.
 */
export async function publishReturnedRequest(
  context: Context,
  trx: Trx,
  admin: Admin,
  requestId: number,
): Promise<void> {
  const request = await lockRequest(trx, requestId)
  if (!request?.rejectionReason) throw requestNotFound()
  const { status, answeredAt, answerState } = request
  await updateRequest(trx, requestId, {
    ...(status === 'rejected' ? published(answeredAt, context.now()) : {}),
    ...(answerState === 'rejected' ? { answerState: 'approved' } : {}),
    rejectionReason: null,
  })
  const decision = { ...about(requestId), action: 'prayer-approved' } as const
  await recordDecision(context, trx, admin, decision)
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
  const returned = { ...decision, action: 'prayer-returned', detail: { reason } } as const
  return review(context, admin, returned, async (trx, request) => {
    const { prayerRequestId: requestId, memberId } = request
    const reportCount = await countOpenReports(trx, requestId)
    const isAnswerAlone = kindOf({ ...request, reportCount }) === 'answer'
    const notified = await closeReports(context, trx, { requestId, isKept: false })
    await updateRequest(trx, requestId, {
      ...(isAnswerAlone ? { answerState: 'rejected' } : { status: 'rejected', hiddenAt: null }),
      rejectionReason: reason,
      waitingSince: null,
    })
    await notifyAuthor(context, trx, { request, admin, kind: 'prayer-returned' })
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
    const decision = { ...about(requestId), action: 'prayer-withdrawn' } as const
    await recordDecision(context, trx, admin, decision)
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

/** Locks a request that an administrator wants to decide about. */
export async function lockPrayerItem(trx: Trx, requestId: number): Promise<About> {
  if (!(await lockRequest(trx, requestId))) throw requestNotFound()
  return about(requestId)
}

/** The request as the subject of a review. */
function about(requestId: number): About {
  return { subject: 'prayer', id: requestId }
}

/** Suspends the author of a request, whom the administrator never sees. */
export async function suspendRequestAuthor(
  context: Context,
  admin: Admin,
  { requestId, reason }: { requestId: number; reason: string },
): Promise<void> {
  const request = await findRequest(context.db, requestId)
  if (!request) throw requestNotFound()
  await requireNobodyElse(context, context.db, admin, about(requestId))
  const entry = { action: 'prayer-author-suspended', subjectId: requestId } as const
  await suspendAuthorOf(context, admin, { memberId: request.memberId, entry, reason })
}

/**
 * Runs `work` on a waiting request that hasn't changed since it was read; `work` returns the
 * members it notified. Throws `conflict` if someone else has claimed or reviewed it, or its author
 * has changed it.
 */
async function review(
  context: Context,
  admin: Admin,
  {
    requestId,
    submittedAt: version,
    ...decision
  }: Decision & Pick<AuditEntry, 'action' | 'detail'>,
  work: (trx: Trx, request: PrayerState) => Promise<string[]>,
): Promise<void> {
  const notified = await inTransaction(context.db, async (trx) => {
    const request = await lockRequest(trx, requestId)
    if (!request) throw requestNotFound()
    if (!request.waitingSince) {
      const otherwise = 'This prayer request was already reviewed.'
      throw new AppError('conflict', await whoWasFirst(trx, admin, about(requestId), otherwise))
    }
    await decide(context, trx, admin, { ...about(requestId), ...decision, version })
    return work(trx, request)
  })
  announce(context, notified)
}

function announce(context: Context, notified: readonly string[]): void {
  announceRequest(context)
  for (const memberId of new Set(notified)) announceNotification(context, memberId)
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
