import type { HeldReply, StoryHistoryEntry } from '#contract/review.ts'
import type { PendingStory, ReactionTotals, Report, Story } from '#contract/stories.ts'
import type { WaitingTranscript } from '#contract/transcripts.ts'
import { type ClaimRow, presentClaim } from '#server/domain/claim.ts'
import { type Admin, hasRight, type Viewer } from '#server/domain/viewer.ts'
import type { HeldReplyRow } from './held-store.ts'
import type { HistoryRow } from './history-store.ts'
import { canEditStory, canMuteAuthor, canReportStory, isMine } from './policy.ts'
import type { ReportRow } from './reports-store.ts'
import type { ReactionRow, StoryRow } from './store.ts'
import type { WaitingTranscriptRow } from './transcripts-store.ts'

type Someone = Viewer | undefined

/** Shown in place of the pseudonym of a deleted account. */
export const FORMER_MEMBER = 'A former member'

const NOBODY: ReadonlySet<string> = new Set()

/** @param muted the ids of members the viewer has muted, where that matters */
export function presentStory(row: StoryRow, viewer: Someone, muted = NOBODY): Story {
  const mine = isMine(viewer, row)
  const isInsider = mine || hasRight(viewer, 'stories')
  return {
    id: row.storyId,
    userId: mine ? row.memberId : null,
    mine,
    title: row.title,
    category: row.category,
    content: row.content,
    anotherVoice: row.anotherVoice,
    audioUrl: row.audioState === 'ready' ? `/api/stories/${row.storyId}/audio` : null,
    audioDuration: row.audioDuration,
    audioState: row.audioState,
    waveform: row.waveform,
    caption: row.caption,
    tags: row.tags,
    anonymousUsername: row.anonymousUsername ?? FORMER_MEMBER,
    approved: row.status === 'approved',
    status: row.status,
    rejectionReason: isInsider ? row.rejectionReason : null,
    replyCount: row.replyCount,
    reactions: presentReactions(row),
    canEdit: canEditStory(viewer, row),
    canReport: canReportStory(viewer, row),
    canMute: canMuteAuthor(viewer, row),
    isMuted: row.memberId !== null && muted.has(row.memberId),
    createdAt: row.createdAt.toISOString(),
    ...(isInsider && { submittedAt: row.submittedAt.toISOString() }),
  }
}

export function presentReactions(row: ReactionRow): ReactionTotals {
  const counts = {
    heart: row.heartCount,
    praying_hands: row.prayingHandsCount,
    raised_hands: row.raisedHandsCount,
  }
  return {
    total: counts.heart + counts.praying_hands + counts.raised_hands,
    counts,
    mine: row.myReactions,
  }
}

/** A story in the queue, with the administrator who is deciding about it. */
export function presentPending(
  row: StoryRow & ClaimRow,
  { admin, now }: { admin: Viewer; now: Date },
): PendingStory {
  return { ...presentStory(row, admin), claim: presentClaim(row, { viewerId: admin.id, now }) }
}

const HISTORY_KINDS: Record<string, StoryHistoryEntry['kind']> = {
  submitted: 'submitted',
  resubmitted: 'resubmitted',
  reported: 'reported',
  'story-approved': 'approved',
  'story-rejected': 'returned',
  'story-withdrawn': 'unpublished',
  'report-kept': 'kept',
  'story-author-warned': 'warned',
}

export function presentHistory(row: HistoryRow): StoryHistoryEntry[] {
  const kind = HISTORY_KINDS[row.kind]
  if (!kind) return []
  const { reason, anonymousUsername } = row
  return [{ kind, at: row.at.toISOString(), reason, anonymousUsername }]
}

export function presentReport(
  row: ReportRow,
  { viewerId, now }: { viewerId: string; now: Date },
): Report {
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

export function presentHeld(row: HeldReplyRow): HeldReply {
  return {
    id: row.replyId,
    storyId: row.storyId,
    storyTitle: row.storyTitle,
    content: row.content,
    anonymousUsername: row.anonymousUsername ?? FORMER_MEMBER,
    createdAt: row.createdAt.toISOString(),
  }
}

export function presentWaitingTranscript(
  row: WaitingTranscriptRow,
  { admin, now }: { admin: Admin; now: Date },
): WaitingTranscript {
  return {
    storyId: row.storyId,
    kind: row.state,
    title: row.title,
    anonymousUsername: row.anonymousUsername ?? FORMER_MEMBER,
    mine: isMine(admin, row),
    audioUrl: `/api/stories/${row.storyId}/audio`,
    audioDuration: row.audioDuration,
    waveform: row.waveform,
    text: row.text,
    published: row.caption,
    claim: presentClaim(row, { viewerId: admin.id, now }),
    waitingSince: row.waitingSince.toISOString(),
  }
}
