import { z } from 'zod'
import { type Story, StoryCategory } from '#contract/stories.ts'

const PREFIX = 'folx:draft:'

/** Where drafts are kept: the browser's storage, or memory where that is refused. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A story as it stands in its form: possibly incomplete. */
export const StoryDraft = z.object({
  mode: z.enum(['text', 'audio']),
  title: z.string(),
  category: z.union([StoryCategory, z.literal('')]),
  content: z.string(),
  caption: z.string(),
})
export type StoryDraft = z.infer<typeof StoryDraft>

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
  return [draft.title, draft.category, draft.content, draft.caption].every((text) => !text.trim())
}

/** The kept draft, or undefined when there is none or it cannot be read. */
export function readDraft<T>(
  key: string,
  schema: z.ZodType<T>,
  storage: DraftStorage = browserStorage,
): T | undefined {
  try {
    return schema.safeParse(JSON.parse(storage.getItem(PREFIX + key) ?? 'null')).data
  } catch {
    return undefined
  }
}

export function writeDraft(
  key: string,
  draft: unknown,
  storage: DraftStorage = browserStorage,
): void {
  storage.setItem(PREFIX + key, JSON.stringify(draft))
}

export function clearDraft(key: string, storage: DraftStorage = browserStorage): void {
  storage.removeItem(PREFIX + key)
}

const memory = new Map<string, string>()

/** The browser's storage with memory behind it, for when it is full or switched off. */
const browserStorage: DraftStorage = {
  getItem: (key) => memory.get(key) ?? attempt(() => localStorage.getItem(key)) ?? null,
  setItem: (key, value) => {
    memory.set(key, value)
    attempt(() => localStorage.setItem(key, value))
  },
  removeItem: (key) => {
    memory.delete(key)
    attempt(() => localStorage.removeItem(key))
  },
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
