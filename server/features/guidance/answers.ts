import type { AdminGuidanceRequest } from '#contract/guidance.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { isBrokenReference } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { outdated } from '#server/domain/version.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../audit/service.ts'
import { announceNotification, notify } from '../notifications/service.ts'
import { sealText } from '../private-text/service.ts'
import { recordDecision, release, requireUnclaimed, whoWasFirst } from '../review/service.ts'
import { editableUntil, latestAnswered, openQuestion } from './policy.ts'
import { responseVersion } from './present.ts'
import { announceGuidance } from './service.ts'
import type { AdminRequestRow, QuestionRow } from './store.ts'
import {
  about,
  changeRequest,
  type Found,
  getOpened,
  presentFound,
  tooLate,
  updateRequest,
} from './team.ts'
import { type Opener, requestNotFound } from './threads.ts'

/** An answer to be stored in a request. */
interface NewAnswer {
  admin: Admin
  found: Found
  sealed: Buffer
  /** The request's `waitingSince` when the administrator read it; undefined if not sent. */
  waitingSince: string | null | undefined
  /** The `version` of the response that is changed, as the administrator read it. */
  version: string | undefined
  open: Opener
}

/**
 * Answers the open question of a request or, if there is none, changes the latest answer while that
 * is possible. Throws `conflict` if somebody else has claimed the request, if it has changed since
 * it was read, or if it is too late.
 */
export async function respond(
  context: Context,
  admin: Admin,
  input: {
    requestId: number
    text: string
    waitingSince: string | null | undefined
    version: string | undefined
  },
): Promise<AdminGuidanceRequest> {
  const { requestId, text, waitingSince, version } = input
  const opened = await getOpened(context, requestId)
  const sealed = await sealFor(context, opened.request, text)
  const answered = await changeRequest(context, admin, opened, async (trx, found) => {
    if (isRepeated(found, { admin, open: opened.open, text })) {
      await release(trx, admin, about(requestId))
      return
    }
    await requireUnclaimed(context, trx, admin, about(requestId))
    await requireRead(trx, admin, found.request, waitingSince)
    const answer = { admin, found, sealed, waitingSince, version, open: opened.open }
    const question = openQuestion(found.questions)
    if (question) await answerOpen(context, trx, question, answer)
    else await changeLatest(context, trx, answer)
  })
  announceGuidance(context, opened.request.memberId)
  announceNotification(context, opened.request.memberId)
  return answered
}

async function answerOpen(
  context: Context,
  trx: Trx,
  { guidanceRequestId, number }: QuestionRow,
  { admin, found, sealed }: NewAnswer,
): Promise<void> {
  const now = context.now()
  const { memberId } = found.request
  const answer = { guidanceRequestId, number, sealedResponse: sealed, adminId: admin.id, now }
  await answerQuestion(trx, answer)
  const decision = { ...about(guidanceRequestId), action: 'guidance-answered' } as const
  await recordDecision(context, trx, admin, decision)
  // Administrators who answer their own request need no notification.
  if (memberId === admin.id) return
  await notify(context, trx, { memberId, kind: 'guidance-answered', subjectId: guidanceRequestId })
}

async function changeLatest(
  context: Context,
  trx: Trx,
  { admin, found, sealed, waitingSince, version, open }: NewAnswer,
): Promise<void> {
  const now = context.now()
  const latest = latestAnswered(found.questions)
  if (!latest?.sealedResponse || !editableUntil(found.questions, now)) throw tooLate()
  if (waitingSince === undefined && latest.respondedBy !== admin.id) {
    // The administrator may not have read the existing answer.
    throw await changed(trx, admin, latest.guidanceRequestId, 'This request was already answered.')
  }
  const { guidanceRequestId, number, sealedResponse: before } = latest
  const shown = responseVersion(open(found.request.memberId, before))
  if (version !== undefined && version !== shown) {
    throw outdated(await presentFound(context, trx, admin, { open, found }))
  }
  const change = { guidanceRequestId, number, before, sealedResponse: sealed, now }
  await replaceResponse(trx, change)
  await release(trx, admin, about(guidanceRequestId))
  const action = 'guidance-answer-changed'
  await recordAudit(trx, admin, { action, subjectId: guidanceRequestId })
}

/** Whether the latest answer is the administrator's and has this text, because it was sent twice. */
function isRepeated(
  { request, questions }: Found,
  { admin, open, text }: { admin: Admin; open: Opener; text: string },
): boolean {
  const latest = latestAnswered(questions)
  if (!latest?.sealedResponse || openQuestion(questions)) return false
  return latest.respondedBy === admin.id && open(request.memberId, latest.sealedResponse) === text
}

/**
 * Throws `conflict` if a question or an answer was added since the administrator read the request.
 */
async function requireRead(
  trx: Trx,
  admin: Admin,
  request: AdminRequestRow,
  waitingSince: string | null | undefined,
): Promise<void> {
  if (waitingSince === undefined) return
  const read = waitingSince === null ? null : Date.parse(waitingSince)
  if (read === (request.waitingSince?.getTime() ?? null)) return
  if (request.waitingSince !== null) throw hasChanged()
  throw await changed(trx, admin, request.guidanceRequestId, hasChanged().message)
}

function hasChanged(): AppError {
  return new AppError('conflict', 'This request has changed. Please read it again.')
}

/** Says who has answered the request, if somebody else did. */
async function changed(
  trx: Trx,
  admin: Admin,
  requestId: number,
  otherwise: string,
): Promise<AppError> {
  return new AppError('conflict', await whoWasFirst(trx, admin, about(requestId), otherwise))
}

/** Seals an answer under the key of the request's author. */
async function sealFor(
  context: Context,
  { memberId }: AdminRequestRow,
  text: string,
): Promise<Buffer> {
  const owner = { memberId, kind: 'guidance' } as const
  return sealText(context, context.db, { ...owner, text }).catch((error: unknown) => {
    // The author has just deleted their account, and the request with it.
    if (isBrokenReference(error) || isSignedOut(error)) throw requestNotFound()
    throw error
  })
}

function isSignedOut(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not_signed_in'
}

/** Stores the answer to a question. */
async function answerQuestion(
  trx: Queryable,
  answer: {
    guidanceRequestId: number
    number: number
    sealedResponse: Buffer
    adminId: string
    now: Date
  },
): Promise<void> {
  const { guidanceRequestId, number, sealedResponse, adminId, now } = answer
  await trx
    .updateTable('guidanceQuestion')
    .set({ sealedResponse, respondedAt: now, respondedBy: adminId })
    .where('guidanceRequestId', '=', guidanceRequestId)
    .where('number', '=', number)
    .execute()
  await updateRequest(trx, guidanceRequestId, { waitingSince: null, answeredAt: now })
}

/** Replaces an answer and stores its previous version. */
async function replaceResponse(
  trx: Queryable,
  change: {
    guidanceRequestId: number
    number: number
    before: Buffer
    sealedResponse: Buffer
    now: Date
  },
): Promise<void> {
  const { guidanceRequestId, number, before, sealedResponse, now } = change
  await trx
    .insertInto('guidanceResponseVersion')
    .values({ guidanceRequestId, number, sealedResponse: before, replacedAt: now })
    .execute()
  await trx
    .updateTable('guidanceQuestion')
    .set({ sealedResponse })
    .where('guidanceRequestId', '=', guidanceRequestId)
    .where('number', '=', number)
    .execute()
}
