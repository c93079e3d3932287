import { z } from 'zod'
import { type Story, StoryCategory } from '#contract/stories.ts'

/** A story as it stands in its form: possibly incomplete. */
export const StoryDraft = z.object({
  mode: z.enum(['text', 'audio']),
  title: z.string(),
  category: z.union([StoryCategory, z.literal('')]),
  content: z.string(),
  caption: z.string(),
})
export type StoryDraft = z.infer<typeof StoryDraft>

export const STORY_FIELDS = StoryDraft.keyof().options

export const EMPTY_STORY: StoryDraft = {
  mode: 'text',
  title: '',
  category: '',
  content: '',
  caption: '',
}

/** A reply that is being written, and the reply it answers. */
export const ReplyDraft = z.object({ content: z.string(), targetId: z.int().nullable() })
export type ReplyDraft = z.infer<typeof ReplyDraft>

/** Drafts belong to one member: another who signs in on the same device does not see them. */
export function storyDraftKey(memberId: string, storyId?: number): string {
  return `story:${memberId}:${storyId ?? 'new'}`
}

export function replyDraftKey(memberId: string, storyId: number): string {
  return `reply:${memberId}:${storyId}`
}

/** What the form of a stored story starts with. */
export function draftOfStory(story: Story): StoryDraft {
  return {
    mode: story.content === null ? 'audio' : 'text',
    title: story.title,
    category: story.category,
    content: story.content ?? '',
    caption: story.caption ?? '',
  }
}

/** Whether a draft holds nothing worth keeping. One of a recording points to that recording. */
export function isEmptyStory(draft: StoryDraft): boolean {
  if (draft.mode === 'audio') return false
  const { mode: _, ...texts } = draft
  return Object.values(texts).every((text) => !text.trim())
}
