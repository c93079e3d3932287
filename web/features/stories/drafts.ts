import type { Story, StoryCategory } from '#contract/stories.ts'
import { STORY_CATEGORIES } from '#contract/story-limits.ts'
import { TRANSCRIPT_CHOICES, type TranscriptChoice } from '#contract/transcript-choices.ts'
import { keepDraft, readDraft } from '#web/lib/drafts.ts'
import { aText, aWholeNumber, fieldsOf, oneOf, orNull } from '#web/lib/shape.ts'

/** A story as entered in its form; may be incomplete. */
export interface StoryDraft {
  /** With another voice, only `content` is sent, and each listener's device reads it aloud. */
  mode: 'text' | 'audio' | 'another-voice'
  title: string
  category: StoryCategory | ''
  content: string
  caption: string
  /** The choice for the transcript of a recording; `write` means it is typed into the form. */
  transcript: 'write' | TranscriptChoice
}

export const StoryDraft = fieldsOf<StoryDraft>({
  mode: oneOf(['text', 'audio', 'another-voice']),
  title: aText,
  category: oneOf([...STORY_CATEGORIES, '']),
  content: aText,
  caption: aText,
  // Drafts from earlier releases lack this field.
  transcript: {
    safeParse: (value) => ({ data: TRANSCRIPT_CHOICES.find((one) => one === value) ?? 'write' }),
  },
})

/** The words of a story that was written or sent. */
export type StoryWords = Pick<Story, 'title'> & Partial<Pick<Story, 'content' | 'caption'>>

/** A draft with the time of its last change, ISO 8601. */
export type KeptStoryDraft = StoryDraft & { savedAt: string | null }

const KeptStoryDraft = fieldsOf<{ savedAt: string | null }>({
  savedAt: { safeParse: (value) => ({ data: typeof value === 'string' ? value : null }) },
})

/** The unfinished story of this key, if there is one. */
export function readStoryDraft(draftKey: string): KeptStoryDraft | undefined {
  const draft = readDraft(draftKey, StoryDraft)
  const kept = readDraft(draftKey, KeptStoryDraft)
  return draft && kept && { ...draft, ...kept }
}

/** Saves the draft on this device, or removes it if it is empty. */
export function keepStoryDraft(draftKey: string, draft: StoryDraft): void {
  keepDraft(draftKey, draft, STORY_DRAFT)
}

/** How a story that is being written is kept. */
export const STORY_DRAFT = { isEmpty: isEmptyStory, isDated: true }

export const STORY_FIELDS = [
  'mode',
  'title',
  'category',
  'content',
  'caption',
  'transcript',
] as const

export const EMPTY_STORY: StoryDraft = {
  mode: 'text',
  title: '',
  category: '',
  content: '',
  caption: '',
  transcript: 'write',
}

/** A reply being written, and the reply it answers. */
export interface ReplyDraft {
  content: string
  targetId: number | null
}

export const ReplyDraft = fieldsOf<ReplyDraft>({ content: aText, targetId: orNull(aWholeNumber) })

/** Drafts belong to one member, so another member on the same device does not see them. */
export function storyDraftKey(memberId: string, storyId?: number): string {
  return `story:${memberId}:${storyId ?? 'new'}`
}

export function replyDraftKey(memberId: string, storyId: number): string {
  return `reply:${memberId}:${storyId}`
}

/** The initial form values for editing a stored story. */
export function draftOfStory(story: Story): StoryDraft {
  return {
    mode: story.content === null ? 'audio' : story.anotherVoice ? 'another-voice' : 'text',
    title: story.title,
    category: story.category,
    content: story.content ?? '',
    caption: story.caption ?? '',
    transcript: 'write',
  }
}

/**
 * Whether a draft is not worth keeping. In audio mode it is kept, because it belongs to a
 * recording.
 */
export function isEmptyStory(draft: StoryDraft): boolean {
  return draft.mode !== 'audio' && !hasWords(draft)
}

/** Whether anything was written or chosen. */
export function hasWords({ title, category, content, caption }: StoryDraft): boolean {
  return [title, category, content, caption].some((text) => text.trim() !== '')
}

export interface UnfinishedStory {
  /** Undefined if nothing was written or chosen. */
  draft: StoryDraft | undefined
  hasRecording: boolean
}

/** The unfinished written or spoken story of this key. */
export async function findUnfinishedStory(draftKey: string): Promise<UnfinishedStory> {
  const draft = readStoryDraft(draftKey)
  const recording = await import('#web/features/stories/recorder/recording-draft.ts')
    .then(({ measureRecordingDraft }) => measureRecordingDraft(draftKey))
    // A browser without storage has no recordings.
    .catch(() => undefined)
  return {
    draft: draft && hasWords(draft) ? draft : undefined,
    hasRecording: recording !== undefined,
  }
}
