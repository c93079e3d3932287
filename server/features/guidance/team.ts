import type { Page } from '#contract/endpoint.ts'
import type { PageQuery } from '#contract/fields.ts'
import type { AdminGuidanceRequest } from '#contract/guidance.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { type About, claimLocked, recordDecision, releaseLocked } from '../review/service.ts'
import { readSettings } from '../settings/service.ts'
import {
  type AdminRequestRow,
  findRequest,
  holdMembers,
  listRequests,
  listVersions,
  updateRequest,
  type VersionRow,
} from './admin-store.ts'
import { editableUntil } from './policy.ts'
import { presentForAdmin } from './present.ts'
import { listQuestions, lockRequest, type QuestionRow } from './store.ts'
import { type Opener, openerFor, openThreads, openVersions, requestNotFound } from './threads.ts'

/** A request with its sealed questions and answers. */
export interface Found {
  request: AdminRequestRow
  questions: QuestionRow[]
}

/** A request with a function that decrypts its texts. */
export interface Opened {
  request: AdminRequestRow
  open: Opener
}

/** The team's list. Requests that cannot be decrypted are counted but left out. */
export async function browseRequests(
  context: Context,
  admin: Admin,
  query: PageQuery & {
    hidden?: 'true' | 'false' | undefined
    state?: 'waiting' | 'answered' | undefined
  },
): Promise<Page<AdminGuidanceRequest>> {
  const { rows, total } = await listRequests(context.db, {
    isHidden: query.hidden === 'true',
    state: query.state,
    ...sliceOf(query),
  })
  if (rows.length === 0) return { items: [], total }
  const ids = rows.map(({ guidanceRequestId }) => guidanceRequestId)
  const [open, questions, versions] = await Promise.all([
    openerFor(context, rows),
    listQuestions(context.db, ids),
    listVersions(context.db, ids),
  ])
  return { items: await present(context, admin, { open, rows, questions, versions }), total }
}

/** Claims a request for the administrator, or extends their claim. */
export async function claimRequest(
  context: Context,
  admin: Admin,
  requestId: number,
): Promise<AdminGuidanceRequest> {
  const opened = await getOpened(context, requestId)
  return changeRequest(context, admin, opened, async (trx, { request, questions }) => {
    await claimLocked(context, trx, admin, about(requestId))
    if (!request.waitingSince && !editableUntil(questions, context.now())) throw tooLate()
  })
}

/** Ends the administrator's claim; does nothing if they have none. */
export async function releaseClaim(
  context: Context,
  admin: Admin,
  requestId: number,
): Promise<AdminGuidanceRequest> {
  const opened = await getOpened(context, requestId)
  return changeRequest(context, admin, opened, async (trx) => {
    await releaseLocked(trx, admin, about(requestId))
  })
}

/** A request as the subject of a review. */
export function about(requestId: number): About {
  return { subject: 'guidance', id: requestId }
}

/**
 * Hides a request from the team's list or shows it again; its author always sees it. Throws
 * `conflict` if the request already is in the wanted state.
 */
export async function toggleVisibility(
  context: Context,
  admin: Admin,
  { requestId, isHidden: wanted }: { requestId: number; isHidden?: boolean | undefined },
): Promise<{ id: number; isHidden: boolean }> {
  const opened = await getOpened(context, requestId)
  const { id, isHidden } = await changeRequest(context, admin, opened, async (trx, found) => {
    const hides = !found.request.isHidden
    if (wanted === found.request.isHidden) {
      const state = hides ? 'shown again' : 'hidden'
      throw new AppError('conflict', `This request was already ${state} by another administrator.`)
    }
    await updateRequest(trx, requestId, { isHidden: hides })
    const action = hides ? 'guidance-hidden' : 'guidance-shown'
    await recordDecision(context, trx, admin, { ...about(requestId), action })
  })
  return { id, isHidden }
}

/** Throws `not_found`, also for a request that can no longer be decrypted. */
export async function getOpened(context: Context, requestId: number): Promise<Opened> {
  const request = await findRequest(context.db, requestId)
  if (!request) throw requestNotFound()
  const open = await openerFor(context, [request])
  const questions = await listQuestions(context.db, [requestId])
  if (openThreads(open, [request], questions).length === 0) throw requestNotFound()
  return { request, open }
}

/** Runs `work` on the locked request and returns the result. */
export async function changeRequest(
  context: Context,
  admin: Admin,
  { request, open }: Opened,
  work: (trx: Trx, found: Found) => Promise<void>,
): Promise<AdminGuidanceRequest> {
  const requestId = request.guidanceRequestId
  const { found, versions } = await inTransaction(context.db, async (trx) => {
    await holdMembers(trx, [admin.id, request.memberId])
    if (!(await lockRequest(trx, requestId))) throw requestNotFound()
    await work(trx, await getFound(trx, requestId))
    return { found: await getFound(trx, requestId), versions: await listVersions(trx, [requestId]) }
  })
  // Announced even for a claim, because the team's open pages show it.
  context.changes.announce({ kind: 'topic', topic: 'guidance' })
  const { request: row, questions } = found
  const [item] = await present(context, admin, { open, rows: [row], questions, versions })
  if (!item) throw requestNotFound()
  return item
}

export function tooLate(): AppError {
  return new AppError('conflict', 'This answer can no longer be changed.')
}

async function getFound(trx: Trx, requestId: number): Promise<Found> {
  const request = await findRequest(trx, requestId)
  if (!request) throw requestNotFound()
  return { request, questions: await listQuestions(trx, [requestId]) }
}

async function present(
  context: Context,
  admin: Admin,
  input: {
    open: Opener
    rows: readonly AdminRequestRow[]
    questions: readonly QuestionRow[]
    versions: readonly VersionRow[]
  },
): Promise<AdminGuidanceRequest[]> {
  const { open, rows, questions, versions } = input
  const { answerPromiseHours: promiseHours } = await readSettings(context.db)
  const now = context.now()
  return openThreads(open, rows, questions).map((thread) => {
    const earlier = openVersions(open, thread.request, versions)
    return presentForAdmin({ thread, versions: earlier, viewerId: admin.id, promiseHours, now })
  })
}
