import type { ReactionTotals, Story } from '#contract/stories.ts'
import { versionOf } from '#server/domain/version.ts'
import { hasRight, type Viewer } from '#server/domain/viewer.ts'
import { canEditStory, canMuteAuthor, canReportStory, isMine } from './policy.ts'
import type { ReactionRow, StoryRow } from './store.ts'
import { tagKeys } from './tags.ts'

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
    ...(isInsider && {
      isHidden: row.hiddenAt !== null,
      submittedAt: row.submittedAt.toISOString(),
      version: versionOf(editableStory(row)),
    }),
  }
}

/**
 * The fields that its author can change, and the tags, which the team can. A recording is told apart
 * by when it was submitted.
 */
export function editableStory(
  row: Pick<StoryRow, 'title' | 'category' | 'content' | 'anotherVoice' | 'submittedAt' | 'tags'>,
): {
  title: string
  category: StoryRow['category']
  content: string | null
  anotherVoice: boolean
  recording: string | null
  tags: string[]
} {
  const { title, category, content, anotherVoice, submittedAt } = row
  const recording = content === null ? submittedAt.toISOString() : null
  return { title, category, content, anotherVoice, recording, tags: tagKeys(row.tags) }
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
