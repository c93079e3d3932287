import type { StoryStatus } from '#contract/stories.ts'
import { hasRight, type Viewer } from '#server/domain/viewer.ts'

type Someone = Viewer | undefined

/** The facts that decide who may do what with a story. */
export interface StoryFacts {
  /** Null once the author's account is deleted. */
  memberId: string | null
  status: StoryStatus
  /** Set while reports hide the story. */
  hiddenAt: Date | null
}

export interface ReplyFacts {
  memberId: string | null
  deletedAt: Date | null
  hiddenAt: Date | null
  /** Set while a first reply waits for an administrator; it is hidden during that time. */
  heldAt: Date | null
}

export function isMine(viewer: Someone, thing: { memberId: string | null }): boolean {
  return viewer !== undefined && thing.memberId === viewer.id
}

/** Whether the story is in the lists that everyone reads. */
export function isPublic(story: StoryFacts): boolean {
  return story.status === 'approved' && story.hiddenAt === null
}

export function canSeeStory(viewer: Someone, story: StoryFacts): boolean {
  return isPublic(story) || isMine(viewer, story) || hasRight(viewer, 'stories')
}

export function canEditStory(viewer: Someone, story: StoryFacts): boolean {
  return isMine(viewer, story) && story.status !== 'approved'
}

export function canReportStory(viewer: Someone, story: StoryFacts): boolean {
  if (viewer === undefined || isMine(viewer, story)) return false
  return story.status === 'approved' && canSeeStory(viewer, story)
}

/** Members can't mute themselves or a deleted account. */
export function canMuteAuthor(viewer: Someone, thing: { memberId: string | null }): boolean {
  return viewer !== undefined && thing.memberId !== null && !isMine(viewer, thing)
}

export function canSeeReply(viewer: Someone, reply: ReplyFacts): boolean {
  if (reply.deletedAt) return false
  return !reply.hiddenAt || isMine(viewer, reply) || hasRight(viewer, 'stories')
}

export function canDeleteReply(viewer: Someone, reply: ReplyFacts): boolean {
  return !reply.deletedAt && (isMine(viewer, reply) || hasRight(viewer, 'stories'))
}

export function canReportReply(viewer: Someone, reply: ReplyFacts): boolean {
  if (viewer === undefined || reply.heldAt) return false
  return !isMine(viewer, reply) && canSeeReply(viewer, reply)
}
