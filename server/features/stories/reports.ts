import { DAY_MS } from '#contract/durations.ts'
import type { Page } from '#contract/endpoint.ts'
import type { Report } from '#contract/stories.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { presentClaim } from '#server/domain/claim.ts'
import type { Admin, Viewer } from '#server/domain/viewer.ts'
import { hasNewcomerLimits, readJoining } from '../joining/service.ts'
import { announceNotification } from '../notifications/service.ts'
import { notifyTeamOf } from '../notifications/team-notices.ts'
import {
  type About,
  announceQueue,
  noteWait,
  recordDecision,
  requireUnclaimed,
  whoWasFirst,
} from '../review/service.ts'
import { eraseStory } from './moderation.ts'
import { notifyReporters } from './outcomes.ts'
import { canReportReply, canReportStory, canSeeReply, isMine } from './policy.ts'
import { FORMER_MEMBER } from './present.ts'
import { lockPublicCounters } from './public-counters.ts'
import { eraseAsTeam, findReplyState, replyNotFound, setReplyHidden } from './replies.ts'
import {
  countReports,
  findReport,
  hasHidingReports,
  insertReport,
  listReports,
  type ReportRow,
  resolveReports,
  type Subject,
} from './reports-store.ts'
import { announceStory, getVisibleState } from './service.ts'
import { lockStory, type StoryState, updateStory } from './store.ts'

interface Reason {
  reason?: string | null | undefined
}

/** Reports a story. Does nothing the second time. */
export async function reportStory(
  context: Context,
  viewer: Viewer,
  { storyId, reason }: Reason & { storyId: number },
): Promise<void> {
  const story = await getVisibleState(context, viewer, storyId)
  if (isMine(viewer, story)) throw ownWords('story')
  if (!canReportStory(viewer, story)) {
    throw new AppError('conflict', 'Only an approved story can be reported.')
  }
  await file(context, viewer, { storyId, replyId: null, reason })
}

/** Reports a reply. Does nothing the second time. */
export async function reportReply(
  context: Context,
  viewer: Viewer,
  { replyId, reason }: Reason & { replyId: number },
): Promise<void> {
  const reply = await findReplyState(context.db, replyId)
  if (!reply || !canSeeReply(viewer, reply)) throw replyNotFound()
  await getVisibleState(context, viewer, reply.storyId)
  if (!canReportReply(viewer, reply)) throw ownWords('reply')
  await file(context, viewer, { storyId: reply.storyId, replyId, reason })
}

async function file(context: Context, viewer: Viewer, input: Subject & Reason): Promise<void> {
  await context.limits.consume('report-member', viewer.id)
  await requireFewReports(context, viewer)
  const { storyId, replyId, reason } = input
  const subject = { storyId, replyId }
  const isHidden = await inTransaction(context.db, async (trx) => {
    const now = context.now()
    await lockPublicCounters(trx)
    const story = await lockStory(trx, storyId)
    // It was deleted since it was read, so there is nothing left to report.
    if (!story || (replyId !== null && !(await findReplyState(trx, replyId)))) return false
    const report = { ...subject, memberId: viewer.id, reason: reason || null, now }
    if (!(await insertReport(trx, report))) return false
    await notifyTeamOf(context, trx, 'team-report')
    if (!(await hasHidingReports(trx, { ...subject, now }))) return false
    return setHidden(trx, subject, { story, hiddenAt: now })
  })
  if (isHidden) announceStory(context, storyId, 'stories', 'replies', 'tags')
  else announceQueue(context)
}

/**
 * Throws `rate_limited` for newcomers who have sent as many reports as the settings allow in a day.
 */
export async function requireFewReports(context: Context, viewer: Viewer): Promise<void> {
  const settings = await readJoining(context)
  const now = context.now()
  if (!hasNewcomerLimits(viewer, settings, now)) return
  const { newcomerReports } = settings
  const since = new Date(now.getTime() - DAY_MS)
  if ((await countReports(context.db, { memberId: viewer.id, since })) < newcomerReports) return
  throw new AppError(
    'rate_limited',
    `New members can send ${newcomerReports} ${newcomerReports === 1 ? 'report' : 'reports'} a day. If someone is in danger, write to the help address.`,
    { retryAfterSeconds: 3_600 },
  )
}

/** Subjects with open reports, oldest first. */
export async function readReports(
  context: Context,
  admin: Admin,
  query: { page: number; pageSize: number },
): Promise<Page<Report>> {
  const now = context.now()
  const { rows, total } = await listReports(context.db, sliceOf(query))
  return { items: rows.map((row) => presentReport(row, { viewerId: admin.id, now })), total }
}

/** Locks what a report is about, for an administrator who wants to decide about it. */
export async function lockReportItem(trx: Trx, admin: Admin, reportId: number): Promise<About> {
  return about((await lockReported(trx, admin, reportId)).subject)
}

/** Locks the story that a report is about or whose reply it is about. */
async function lockReported(
  trx: Trx,
  admin: Admin,
  reportId: number,
): Promise<{ story: StoryState; subject: Subject }> {
  const found = await findReport(trx, reportId)
  const story = found && (await lockStory(trx, found.storyId))
  // Read again under the lock: another administrator may have been faster.
  const subject = story && (await findReport(trx, reportId))
  if (story && subject && subject.resolvedAt === null) return { story, subject }
  const closed = 'This report was already closed.'
  const sentence = found ? await whoWasFirst(trx, admin, about(found), closed) : closed
  throw new AppError('conflict', sentence)
}

/** The reports about a story or reply as the subject of a review. */
function about({ storyId, replyId }: Subject): About {
  return replyId === null
    ? { subject: 'story-report', id: storyId }
    : { subject: 'reply-report', id: replyId }
}

/**
 * Closes all open reports about the same subject as this one: the subject is shown again, or
 * removed. The reporters are notified, with the note if there is one, and so is the author of what
 * is removed, with the reason. Throws `conflict` if the report is already closed.
 */
export async function resolveReport(
  context: Context,
  admin: Admin,
  input: {
    reportId: number
    decision: 'keep' | 'remove'
    note?: string | null | undefined
    reason?: string | undefined
  },
): Promise<void> {
  const { reportId, decision, note, reason } = input
  const { storyId, memberIds } = await inTransaction(context.db, async (trx) => {
    await lockPublicCounters(trx)
    const { story, subject } = await lockReported(trx, admin, reportId)
    const reported = about(subject)
    const item = await requireUnclaimed(context, trx, admin, reported)
    await noteWait(context, trx, { ...reported, waitingSince: item?.waitingSince })
    const memberIds = await resolveReports(trx, subject, context.now())
    const isKept = decision === 'keep'
    const words = note || null
    await notifyReporters(context, trx, { memberIds, subject, isKept, words })
    const decided = { admin, story, subject, note: words, reason }
    if (isKept) await keep(context, trx, decided)
    const others = isKept ? [] : await remove(context, trx, decided)
    return { storyId: story.storyId, memberIds: [...new Set([...memberIds, ...others])] }
  })
  for (const memberId of memberIds) announceNotification(context, memberId)
  announceStory(context, storyId, 'stories', 'replies', 'tags')
}

interface Decision {
  admin: Admin
  story: StoryState
  subject: Subject
  /** For the reporters. */
  note: string | null
  /** For the author of what is removed. */
  reason: string | undefined
}

async function keep(
  context: Context,
  trx: Trx,
  { admin, story, subject, note }: Decision,
): Promise<void> {
  const detail = note ? { reason: note } : undefined
  await setHidden(trx, subject, { story, hiddenAt: null })
  await recordDecision(context, trx, admin, { ...about(subject), action: 'report-kept', detail })
}

/** Returns the ids of other members it notified: the author, and the reporters of replies to a removed story. */
async function remove(
  context: Context,
  trx: Trx,
  { admin, story, subject, note, reason }: Decision,
): Promise<string[]> {
  const { replyId } = subject
  const detail = { ...(reason && { reason }), ...(note && { note }) }
  if (replyId === null) return eraseStory(context, trx, { admin, story, reason, detail })
  const author = await eraseAsTeam(context, trx, admin, { replyId, reason })
  const removed = { subject: 'reply', id: replyId, action: 'reply-removed', detail } as const
  await recordDecision(context, trx, admin, removed)
  return author ?? []
}

/** Hides or shows the subject; false if nothing changed. */
async function setHidden(
  trx: Trx,
  { storyId, replyId }: Subject,
  { story, hiddenAt }: { story: StoryState; hiddenAt: Date | null },
): Promise<boolean> {
  if (replyId !== null) return setReplyHidden(trx, { replyId, hiddenAt })
  if ((story.hiddenAt === null) === (hiddenAt === null)) return false
  await updateStory(trx, storyId, { hiddenAt })
  return true
}

function ownWords(kind: 'story' | 'reply'): AppError {
  return new AppError('not_allowed', `You can’t report your own ${kind}.`)
}

function presentReport(row: ReportRow, { viewerId, now }: { viewerId: string; now: Date }): Report {
  return {
    id: row.reportId,
    storyId: row.storyId,
    replyId: row.replyId,
    subject: row.subject,
    text: row.text,
    isVoice: row.isVoice,
    anonymousUsername: row.anonymousUsername ?? FORMER_MEMBER,
    reasons: row.reasons,
    reportCount: row.reportCount,
    isHidden: row.isHidden,
    claim: presentClaim(row, { viewerId, now }),
    createdAt: row.createdAt.toISOString(),
  }
}
