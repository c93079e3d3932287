import type { Updateable } from 'kysely'
import type { AdminGuidanceRequest } from '#contract/guidance.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import type { GuidanceQuestion } from '#server/db/schema.gen.ts'
import { isBrokenReference } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { outdated } from '#server/domain/version.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../audit/service.ts'
import { announceNotification, notify } from '../notifications/service.ts'
import { notifyTeamOf } from '../notifications/team-notices.ts'
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
  hasReaderBesides,
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
 * is possible. An answer to a minor waits for a second person, if there is one. Throws `conflict` if
 * somebody else has claimed the request, if it has changed since it was read, or if it is too late.
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
    if (!question) await changeLatest(context, trx, answer)
    else if (found.request.isMinor && (await hasReaderBesides(trx, admin)))
      await propose(context, trx, question, { ...answer, text })
    else await answerOpen(context, trx, question, { ...answer, respondedBy: admin.id })
  })
  announceGuidance(context, opened.request.memberId)
  announceNotification(context, opened.request.memberId)
  return answered
}

/**
 * Sends the answer that another administrator wrote to a minor. Throws `conflict` if it isn't the one
 * that was read, `not_allowed` for the administrator's own.
 */
export async function sendProposed(
  context: Context,
  admin: Admin,
  input: { requestId: number; version: string },
): Promise<AdminGuidanceRequest> {
  const opened = await getOpened(context, input.requestId)
  const sent = await changeRequest(context, admin, opened, async (trx, found) => {
    const read = { found, version: input.version, open: opened.open }
    const { question, sealed } = await requireProposed(context, trx, admin, read)
    const answer = { admin, found, sealed, respondedBy: question.proposedBy }
    await answerOpen(context, trx, question, answer)
  })
  announceGuidance(context, opened.request.memberId)
  announceNotification(context, opened.request.memberId)
  return sent
}

/** Gives such an answer back, with what should change. Throws the same. */
export async function returnProposed(
  context: Context,
  admin: Admin,
  input: { requestId: number; version: string; reason: string },
): Promise<AdminGuidanceRequest> {
  const { requestId, version, reason } = input
  const opened = await getOpened(context, requestId)
  const sealedReturnReason = await sealFor(context, opened.request, reason)
  return changeRequest(context, admin, opened, async (trx, found) => {
    const read = { found, version, open: opened.open }
    const { question } = await requireProposed(context, trx, admin, read)
    await updateQuestion(trx, question, { sealedReturnReason })
    await release(trx, admin, about(requestId))
    await recordAudit(trx, admin, { action: 'guidance-answer-returned', subjectId: requestId })
    await notifyTeamOf(context, trx, 'team-guidance')
  })
}

/** Stores an answer for a second person to read. */
async function propose(
  context: Context,
  trx: Trx,
  question: QuestionRow,
  { admin, found, sealed, version, open, text }: NewAnswer & { text: string },
): Promise<void> {
  const { guidanceRequestId, sealedProposal, proposedBy, sealedReturnReason } = question
  const before = sealedProposal && open(found.request.memberId, sealedProposal)
  const isMine = proposedBy === admin.id
  const isWaiting = sealedProposal !== null && sealedReturnReason === null
  if (isWaiting && !isMine) throw new AppError('conflict', 'Somebody else already wrote an answer.')
  await release(trx, admin, about(guidanceRequestId))
  // It was sent twice.
  if (isWaiting && before === text) return
  if (version !== undefined && before && version !== responseVersion(before)) {
    throw outdated(await presentFound(context, trx, admin, { open, found }))
  }
  const proposal = { sealedProposal: sealed, proposedBy: admin.id, sealedReturnReason: null }
  await updateQuestion(trx, question, proposal)
  await recordAudit(trx, admin, {
    action: 'guidance-answer-proposed',
    subjectId: guidanceRequestId,
  })
  await notifyTeamOf(context, trx, 'team-guidance')
}

/** The proposed answer to the open question, if it is another administrator's and was read. */
async function requireProposed(
  context: Context,
  trx: Trx,
  admin: Admin,
  { found, version, open }: { found: Found; version: string; open: Opener },
): Promise<{ question: QuestionRow; sealed: Buffer }> {
  const { guidanceRequestId, memberId } = found.request
  await requireUnclaimed(context, trx, admin, about(guidanceRequestId))
  const question = openQuestion(found.questions)
  const sealed = question?.sealedProposal
  if (!question || !sealed) {
    throw await changed(trx, admin, guidanceRequestId, hasChanged().message)
  }
  if (question.proposedBy === admin.id) {
    throw new AppError('not_allowed', 'A second person on the team sends your answer.')
  }
  const isRead = version === responseVersion(open(memberId, sealed))
  if (question.sealedReturnReason || !isRead) throw hasChanged()
  return { question, sealed }
}

async function answerOpen(
  context: Context,
  trx: Trx,
  question: QuestionRow,
  answer: Pick<NewAnswer, 'admin' | 'found' | 'sealed'> & { respondedBy: string | null },
): Promise<void> {
  const { admin, found, sealed: sealedResponse, respondedBy } = answer
  const now = context.now()
  const { memberId, guidanceRequestId } = found.request
  const notProposed = { sealedProposal: null, proposedBy: null, sealedReturnReason: null }
  const answered = { sealedResponse, respondedAt: now, respondedBy }
  await updateQuestion(trx, question, { ...notProposed, ...answered })
  await updateRequest(trx, guidanceRequestId, { waitingSince: null, answeredAt: now })
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
  const until = editableUntil({ ...found.request, questions: found.questions, now })
  if (!latest?.sealedResponse || !until) throw tooLate()
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

async function updateQuestion(
  trx: Queryable,
  { guidanceRequestId, number }: Pick<QuestionRow, 'guidanceRequestId' | 'number'>,
  change: Updateable<GuidanceQuestion>,
): Promise<void> {
  await trx
    .updateTable('guidanceQuestion')
    .set(change)
    .where('guidanceRequestId', '=', guidanceRequestId)
    .where('number', '=', number)
    .execute()
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
  await updateQuestion(trx, change, { sealedResponse })
}
