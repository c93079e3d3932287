import type { Page, Topic } from '#contract/endpoint.ts'
import type { PendingStory, Story } from '#contract/stories.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { type ClaimRow, presentClaim } from '#server/domain/claim.ts'
import { requireKnown } from '#server/domain/version.ts'
import type { Admin, Viewer } from '#server/domain/viewer.ts'
import { type AuditEntry, recordAudit } from '../audit/service.ts'
import { queueMail } from '../email/service.ts'
import type { Mail } from '../email/templates/layout.ts'
import { storyApprovedMail, storyReturnedMail } from '../email/templates/story-mails.ts'
import { announceNotification, findMailing, notify } from '../notifications/service.ts'
import { notifyTeamIfUnheard, notifyTeamOf } from '../notifications/team-notices.ts'
import {
  type About,
  decide,
  recordDecision,
  requireNobodyElse,
  requireUnclaimed,
  whoWasFirst,
} from '../review/service.ts'
import { setWaiting } from '../review/waiting.ts'
import { siteTitle } from '../settings/service.ts'
import { sendRemoval } from '../team-messages/removals.ts'
import { listPending } from './list-store.ts'
import { upholdReports } from './outcomes.ts'
import { isPublic } from './policy.ts'
import { editableStory, presentStory } from './present.ts'
import { lockPublicCounters } from './public-counters.ts'
import { announceStory, storyNotFound } from './service.ts'
import { findStory, lockStory, type StoryRow, type StoryState, updateStory } from './store.ts'
import { tagKeys, writeStoryTags } from './tags.ts'
import { findTranscript } from './transcripts-store.ts'

/** The topics of all lists and threads. */
const EVERYTHING: Topic[] = ['stories', 'replies', 'tags']

/** The version that the administrator has read; undefined if the client doesn't send it. */
interface Read {
  submittedAt?: string | undefined
}

/** Stories waiting for approval, oldest first. */
export async function readPending(
  context: Context,
  admin: Admin,
  query: { page: number; pageSize: number },
): Promise<Page<PendingStory>> {
  const now = context.now()
  const { rows, total } = await listPending(context.db, {
    viewerId: admin.id,
    ...sliceOf(query),
  })
  return { items: rows.map((row) => presentPending(row, { admin, now })), total }
}

/** Locks a story that an administrator wants to decide about. */
export async function lockStoryItem(trx: Trx, storyId: number): Promise<About> {
  if (!(await lockStory(trx, storyId))) throw storyNotFound()
  return about(storyId)
}

/**
 * Approves a pending story and sets its tags, or unpublishes an approved one, which is pending
 * again. If it already is in that state, only the tags change. Throws `conflict` for a story that
 * was returned to its author, that changed since it was read, or whose recording is not ready.
 */
export function moderateStory(
  context: Context,
  admin: Admin,
  input: Read & { storyId: number; approved: boolean; tags?: string[] | undefined },
): Promise<Story> {
  const { storyId, approved, tags } = input
  return changeStory(context, admin, storyId, async (trx, story) => {
    if (story.status === 'rejected') throw await tooLate(trx, admin, story)
    const isInState = approved !== (story.status === 'pending')
    // Tags alone can be set by anyone. A decision is that of the administrator who was first.
    if (isInState && (!tags || input.submittedAt)) await requireOwnDecision(trx, admin, story)
    if (tags) await writeStoryTags(trx, { storyId, names: tags })
    const detail = tags && { tags }
    if (isInState) {
      if (tags)
        await recordAudit(trx, admin, { action: 'story-tagged', subjectId: storyId, detail })
      return []
    }
    if (approved) {
      const decision = { ...about(storyId), action: 'story-approved', detail } as const
      await decide(context, trx, admin, { ...decision, version: input.submittedAt })
      await approve(context, trx, story)
      if (!story.approvedAt) await notifyTeamIfUnheard(context, trx, storyId)
      return notifyApproved(context, trx, { admin, story })
    }
    await updateStory(trx, storyId, { status: 'pending' })
    const decision = { ...about(storyId), action: 'story-withdrawn', detail } as const
    await recordDecision(context, trx, admin, decision)
    return upholdReports(context, trx, { storyId, replyId: null })
  })
}

/** Returns a pending story to its author, who sees the reason and can send it again. */
export function rejectStory(
  context: Context,
  admin: Admin,
  input: Read & { storyId: number; reason: string },
): Promise<Story> {
  return changeStory(context, admin, input.storyId, async (trx, story) => {
    if (story.status !== 'pending') throw await tooLate(trx, admin, story)
    const { storyId, reason, submittedAt: version } = input
    const decision = { ...about(storyId), action: 'story-rejected', detail: { reason } } as const
    await decide(context, trx, admin, { ...decision, version })
    await updateStory(trx, storyId, { status: 'rejected', rejectionReason: reason })
    const reporters = await upholdReports(context, trx, { storyId, replyId: null })
    const author = await notifyReturned(context, trx, { story, reason, actorId: admin.id })
    return [...author, ...reporters]
  })
}

/** Publishes a returned story after a second look, in the caller's transaction; the caller announces it. */
export async function publishReturned(
  context: Context,
  trx: Trx,
  admin: Admin,
  storyId: number,
): Promise<void> {
  const story = await lockStory(trx, storyId)
  if (story?.status !== 'rejected') throw storyNotFound()
  await approve(context, trx, story)
  await updateStory(trx, storyId, { rejectionReason: null })
  await recordDecision(context, trx, admin, { ...about(storyId), action: 'story-approved' })
  if (!story.approvedAt) await notifyTeamIfUnheard(context, trx, storyId)
}

/** Replaces a story's tags. Throws `conflict` if they have changed since `version`. */
export function tagStory(
  context: Context,
  admin: Admin,
  input: { storyId: number; tags: string[]; version: string | undefined },
): Promise<Story> {
  return changeStory(context, admin, input.storyId, async (trx, story) => {
    await requireUnclaimed(context, trx, admin, about(story.storyId))
    const shown = await findStory(trx, story.storyId, admin.id)
    if (!shown) throw storyNotFound()
    requireKnown({
      version: input.version,
      saved: editableStory(shown),
      changes: { tags: tagKeys(input.tags) },
      newer: () => presentStory(shown, admin),
    })
    await writeStoryTags(trx, { storyId: story.storyId, names: input.tags })
    await recordAudit(trx, admin, {
      action: 'story-tagged',
      subjectId: input.storyId,
      detail: { tags: input.tags },
    })
    return []
  })
}

/** Deletes a story with its replies and its recording, and tells its author the reason. */
export async function removeStory(
  context: Context,
  admin: Admin,
  { storyId, reason }: { storyId: number; reason?: string | undefined },
): Promise<void> {
  const { story, notified } = await inTransaction(context.db, async (trx) => {
    await lockPublicCounters(trx)
    const story = await lockStory(trx, storyId)
    if (!story) throw storyNotFound()
    await requireNobodyElse(context, trx, admin, about(storyId))
    const detail = reason ? { reason } : undefined
    return { story, notified: await eraseStory(context, trx, { admin, story, reason, detail }) }
  })
  announceChange(context, story)
  for (const memberId of notified) announceNotification(context, memberId)
}

/**
 * The part of removing a story that runs in the caller's transaction. Returns the ids of the
 * reporters and the author it notified; the caller announces these notifications after the commit.
 */
export async function eraseStory(
  context: Context,
  trx: Trx,
  input: {
    admin: Admin
    story: StoryState
    /** For its author. */
    reason: string | undefined
    detail?: AuditEntry['detail']
  },
): Promise<string[]> {
  const { admin, story, reason, detail } = input
  const { storyId } = story
  const reporters = await upholdReports(context, trx, { storyId })
  await recordDecision(context, trx, admin, { ...about(storyId), action: 'story-removed', detail })
  const { content, caption } = await trx
    .selectFrom('story')
    .select(['content', 'caption'])
    .where('storyId', '=', storyId)
    .executeTakeFirstOrThrow()
  await deleteWithRecording(context, trx, story)
  const author = await sendRemoval(context, trx, {
    sentBy: admin.id,
    memberId: story.memberId,
    reply: null,
    removed: { title: story.title, text: content ?? caption },
    reason,
  })
  return [...reporters, ...author]
}

export async function deleteWithRecording(
  context: Context,
  trx: Trx,
  story: StoryState,
): Promise<void> {
  await deleteStories(trx, [story.storyId])
  if (story.audioKey) await context.jobs.send(trx, 'remove-file', { key: story.audioKey })
}

/**
 * Notifies the author, if they still have an account, that the story needs a change, and why.
 * Returns the ids of the members it notified; the caller announces these notifications after the
 * commit.
 */
export function notifyReturned(
  context: Context,
  trx: Trx,
  { story, reason, actorId }: { story: StoryState; reason: string; actorId?: string },
): Promise<string[]> {
  const { title } = story
  const editUrl = storyUrl(context, story)
  const mailOf = (brand: string): Mail => storyReturnedMail({ brand, title, reason, editUrl })
  return notifyAuthor(context, trx, { story, kind: 'story-returned', mailOf, actorId })
}

function notifyApproved(
  context: Context,
  trx: Trx,
  { admin, story }: { admin: Admin; story: StoryState },
): Promise<string[]> {
  const { title } = story
  const url = storyUrl(context, story)
  const mailOf = (brand: string): Mail => storyApprovedMail({ brand, title, url })
  return notifyAuthor(context, trx, { story, kind: 'story-approved', mailOf, actorId: admin.id })
}

/** Authors aren't notified of their own decisions. */
async function notifyAuthor(
  context: Context,
  trx: Trx,
  input: {
    story: StoryState
    kind: 'story-approved' | 'story-returned'
    mailOf: (brand: string) => Mail
    actorId: string | undefined
  },
): Promise<string[]> {
  const { story, kind, mailOf, actorId } = input
  const { memberId, storyId: subjectId } = story
  if (memberId === null || memberId === actorId) return []
  await notify(context, trx, { memberId, kind, subjectId })
  const mailing = await findMailing(context, trx, { memberId, kind })
  if (mailing) {
    await queueMail(context, trx, { kind, ...mailing, mail: mailOf(await siteTitle(trx)) })
  }
  return [memberId]
}

/**
 * Runs `work` on the locked story, one such change at a time. `work` returns the ids of the members
 * it notified.
 */
async function changeStory(
  context: Context,
  admin: Admin,
  storyId: number,
  work: (trx: Trx, story: StoryState) => Promise<string[]>,
): Promise<Story> {
  const { before, notified, row } = await inTransaction(context.db, async (trx) => {
    await lockPublicCounters(trx)
    const before = await lockStory(trx, storyId)
    if (!before) throw await removed(trx, admin, storyId)
    const notified = await work(trx, before)
    return { before, notified, row: await findStory(trx, storyId, admin.id) }
  })
  if (!row) throw storyNotFound()
  announceChange(context, before)
  for (const memberId of notified) announceNotification(context, memberId)
  return presentStory(row, admin)
}

/** Announces the change, also to readers who could see the story until now. */
export function announceChange(context: Context, before: StoryState): void {
  const { storyId } = before
  announceStory(context, storyId, ...EVERYTHING)
  if (isPublic(before)) context.changes.announce({ kind: 'story', storyId, wasPublic: true })
}

async function approve(context: Context, trx: Trx, story: StoryState): Promise<void> {
  if (story.audioState === 'processing') {
    throw new AppError(
      'conflict',
      'The recording of this story is still being prepared. Please try again in a moment.',
    )
  }
  // An administrator has reviewed the story, so earlier reports no longer count.
  await deleteStoryReports(trx, story.storyId)
  await updateStory(trx, story.storyId, { status: 'approved', hiddenAt: null })
  const transcript = await findTranscript(trx, story.storyId)
  if (transcript?.state === 'asked') await notifyTeamOf(context, trx, 'team-transcript')
}

/** The story as the subject of a review. */
function about(storyId: number): About {
  return { subject: 'story', id: storyId }
}

/** For a decision about a story that no longer waits. */
async function tooLate(trx: Trx, admin: Admin, { storyId, status }: StoryState): Promise<AppError> {
  const state = status === 'approved' ? 'approved' : 'returned to its author'
  const otherwise = `This story was already ${state}.`
  return new AppError('conflict', await whoWasFirst(trx, admin, about(storyId), otherwise))
}

/** Throws `conflict` if another administrator has decided about the story. */
async function requireOwnDecision(trx: Trx, admin: Admin, { storyId }: StoryState): Promise<void> {
  const sentence = await whoWasFirst(trx, admin, about(storyId), '')
  if (sentence) throw new AppError('conflict', sentence)
}

async function removed(trx: Trx, admin: Admin, storyId: number): Promise<AppError> {
  const { message } = storyNotFound()
  return new AppError('not_found', await whoWasFirst(trx, admin, about(storyId), message))
}

function storyUrl(context: Context, story: StoryState): string {
  return `${context.config.publicUrl}/flow?story=${story.storyId}`
}

/** A story in the queue, with the administrator who is deciding about it. */
function presentPending(
  row: StoryRow & ClaimRow,
  { admin, now }: { admin: Viewer; now: Date },
): PendingStory {
  return { ...presentStory(row, admin), claim: presentClaim(row, { viewerId: admin.id, now }) }
}

/** Deletes stories with everything that belongs to them. */
export async function deleteStories(trx: Queryable, storyIds: readonly number[]): Promise<void> {
  if (storyIds.length === 0) return
  const replies = await trx
    .selectFrom('reply')
    .select('replyId')
    .where('storyId', 'in', storyIds)
    .execute()
  await trx.deleteFrom('story').where('storyId', 'in', storyIds).execute()
  for (const subject of ['story', 'story-report', 'transcript'] as const) {
    await setWaiting(trx, subject, storyIds)
  }
  const replyIds = replies.map(({ replyId }) => replyId)
  for (const subject of ['reply', 'reply-report'] as const) await setWaiting(trx, subject, replyIds)
}

/** Deletes the reports about a story itself: they were about an earlier text. */
async function deleteStoryReports(trx: Queryable, storyId: number): Promise<void> {
  await trx
    .deleteFrom('report')
    .where('storyId', '=', storyId)
    .where('replyId', 'is', null)
    .execute()
  await setWaiting(trx, 'story-report', storyId)
}
