import type { Page } from '#contract/endpoint.ts'
import type { PageQuery } from '#contract/fields.ts'
import type { OwnPrayerRequest } from '#contract/prayer.ts'
import { PRAYER_LIMITS } from '#contract/prayer-limits.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { brokenUniqueRule, inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { requireKnown } from '#server/domain/version.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { notifyTeamOf } from '../notifications/team-notices.ts'
import { announceQueue } from '../review/service.ts'
import {
  canAnswer,
  canEdit,
  canEnd,
  canRenew,
  endAfter,
  isListed,
  isMine,
  statusOf,
} from './policy.ts'
import { editable, presentOwn } from './present.ts'
import { countOpenReports } from './review-store.ts'
import {
  countOpen,
  deleteRequest,
  deleteRequests,
  findSent,
  insertRequest,
  listOwn,
  lockRequest,
  type PrayerState,
  updateRequest,
  walkOwnRequests,
} from './store.ts'

export type { PrayerState as OwnPrayerData } from './store.ts'

/** The viewer's own requests in every state, newest first. */
export async function browseOwn(
  context: Context,
  viewer: Viewer,
  query: PageQuery,
): Promise<Page<OwnPrayerRequest>> {
  const { rows, total } = await listOwn(context.db, { memberId: viewer.id, ...sliceOf(query) })
  const now = context.now()
  return { items: rows.map((row) => presentOwn(row, now)), total }
}

/**
 * Creates a prayer request, which waits for the team. If it was already sent under the same key,
 * returns the stored one. Throws `conflict` while the viewer has three open requests.
 */
export async function createRequest(
  context: Context,
  viewer: Viewer,
  { content, key }: { content: string; key?: string | undefined },
): Promise<OwnPrayerRequest> {
  const known = await findKnown(context, viewer, key)
  if (known) return known
  await context.limits.consume('prayer-request-member', viewer.id)
  const now = context.now()
  const row = { memberId: viewer.id, clientKey: key ?? null, content, createdAt: now }
  try {
    const added = await inTransaction(context.db, async (trx) => {
      await requireBelowLimit(context, trx, viewer)
      const waits = { waitingSince: now, submittedAt: now }
      const added = await insertRequest(trx, { ...row, ...waits })
      await notifyTeamOf(context, trx, 'team-prayer')
      return added
    })
    announceQueue(context)
    return presentOwn(added, now)
  } catch (error) {
    // The same request, sent twice at once, may have taken the last free place.
    const isRepeated = brokenUniqueRule(error) === 'prayer_request_client_key' || isConflict(error)
    const existing = isRepeated ? await findKnown(context, viewer, key) : undefined
    if (!existing) throw error
    return existing
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof AppError && error.code === 'conflict'
}

async function findKnown(
  context: Context,
  viewer: Viewer,
  key: string | undefined,
): Promise<OwnPrayerRequest | undefined> {
  if (key === undefined) return undefined
  const row = await findSent(context.db, { memberId: viewer.id, key })
  return row && presentOwn(row, context.now())
}

interface PrayerChange {
  requestId: number
  content: string
  version: string | undefined
}

/**
 * Changes the text of the viewer's request, which goes back to the team for review. Throws `conflict`
 * if it has changed since `version`.
 */
export async function editRequest(
  context: Context,
  viewer: Viewer,
  { requestId, content, version }: PrayerChange,
): Promise<OwnPrayerRequest> {
  await context.limits.consume('prayer-request-member', viewer.id)
  const now = context.now()
  return changeOwn(context, viewer, requestId, async (trx, request) => {
    const newer = (): OwnPrayerRequest => presentOwn(request, now)
    requireKnown({ version, saved: editable(request), changes: { content }, newer })
    if (!canEdit(request)) throw conflict('An answered request can’t be changed anymore.')
    if (!isOpen(request, now)) await requireBelowLimit(context, trx, viewer)
    await notifyTeamOf(context, trx, 'team-prayer')
    const answer = { answeredAt: null, answer: null, answerState: null }
    const waits = { waitingSince: now, submittedAt: now, rejectionReason: null }
    return { content, status: 'pending', ...answer, ...waits }
  })
}

/**
 * Keeps the viewer's request in the list for 30 more days and resets its prayer count, which moves
 * it up.
 */
export function renewRequest(
  context: Context,
  viewer: Viewer,
  requestId: number,
): Promise<OwnPrayerRequest> {
  const now = context.now()
  return changeOwn(context, viewer, requestId, async (trx, request) => {
    if (!canRenew(request, now)) {
      throw conflict('You can renew a request in its last 5 days, or once it has ended.')
    }
    if (!isOpen(request, now)) await requireBelowLimit(context, trx, viewer)
    const { endsAt } = request
    const from = endsAt && endsAt > now ? endsAt : now
    const fresh = { prayerCount: 0, isEndTold: false }
    return { status: 'approved', endsAt: endAfter(from), ...fresh }
  })
}

/** Removes the viewer's request from the list. Does nothing the second time. */
export function endRequest(
  context: Context,
  viewer: Viewer,
  requestId: number,
): Promise<OwnPrayerRequest> {
  const now = context.now()
  return changeOwn(context, viewer, requestId, async (_trx, request) => {
    if (statusOf(request, now) === 'ended') return { status: 'ended' }
    if (!canEnd(request, now)) throw conflict('This request is not in the list.')
    return { status: 'ended', endsAt: now }
  })
}

/** Marks the viewer's request as answered. The team reviews the answer line, if there is one. */
export async function answerRequest(
  context: Context,
  viewer: Viewer,
  {
    requestId,
    answer,
    version,
  }: { requestId: number; answer: string; version: string | undefined },
): Promise<OwnPrayerRequest> {
  await context.limits.consume('prayer-request-member', viewer.id)
  const now = context.now()
  return changeOwn(context, viewer, requestId, async (trx, request) => {
    if (!canAnswer(request)) throw conflict('Our team has to approve this request first.')
    const newer = (): OwnPrayerRequest => presentOwn(request, now)
    requireKnown({ version, saved: editable(request), changes: { answer: answer || null }, newer })
    const answered = {
      status: 'answered',
      answeredAt: request.answeredAt ?? now,
      rejectionReason: null,
    } as const
    if (answer === '') {
      // Nothing to review anymore, except for open reports about the request.
      const reports = await countOpenReports(trx, requestId)
      const waitingSince = reports > 0 ? request.waitingSince : null
      return { ...answered, answer: null, answerState: null, submittedAt: now, waitingSince }
    }
    await notifyTeamOf(context, trx, 'team-prayer')
    const waitingSince = request.waitingSince ?? now
    return { ...answered, answer, answerState: 'pending', waitingSince, submittedAt: now }
  })
}

/** Throws `not_found` if it isn't the viewer's. */
export async function removeRequest(
  context: Context,
  viewer: Viewer,
  requestId: number,
): Promise<void> {
  const row = await inTransaction(context.db, (trx) =>
    deleteRequest(trx, { memberId: viewer.id, requestId }),
  )
  if (!row) throw requestNotFound()
  announceRequest(context)
}

/** Deletes all requests of a departing member, in the transaction that removes the account. */
export function leaveRequests(trx: Trx, memberId: string): Promise<boolean> {
  return deleteRequests(trx, memberId)
}

/** All of a member's requests, for the export of their data. */
export function walkPrayerRequests({ db }: Context, memberId: string): AsyncIterable<PrayerState> {
  return walkOwnRequests(db, memberId)
}

/**
 * Notifies open pages that a list of requests or the queue has changed. Call it after the commit.
 */
export function announceRequest(context: Context): void {
  context.changes.announce({ kind: 'topic', topic: 'prayers' })
  announceQueue(context)
}

export function requestNotFound(): AppError {
  return new AppError('not_found', 'This prayer request does not exist.')
}

/** Locks the viewer's own request and applies the changes that `work` returns. */
async function changeOwn(
  context: Context,
  viewer: Viewer,
  requestId: number,
  work: (trx: Trx, request: PrayerState) => Promise<Parameters<typeof updateRequest>[2]>,
): Promise<OwnPrayerRequest> {
  const now = context.now()
  const { before, after } = await inTransaction(context.db, async (trx) => {
    const before = await lockRequest(trx, requestId)
    if (!before || !isMine(viewer, before)) throw requestNotFound()
    return { before, after: await updateRequest(trx, requestId, await work(trx, before)) }
  })
  if (isListed(before, now) || isListed(after, now)) announceRequest(context)
  else announceQueue(context)
  return presentOwn(after, now)
}

function isOpen(request: PrayerState, now: Date): boolean {
  const status = statusOf(request, now)
  return status === 'pending' || status === 'approved'
}

async function requireBelowLimit(context: Context, trx: Trx, viewer: Viewer): Promise<void> {
  const open = await countOpen(trx, { memberId: viewer.id, now: context.now() })
  if (open < PRAYER_LIMITS.open) return
  throw conflict(
    'You have 3 open prayer requests, which is the most. End one of them, or mark it as answered, before you ask again.',
  )
}

function conflict(sentence: string): AppError {
  return new AppError('conflict', sentence)
}
