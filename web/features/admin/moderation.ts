import type { Story } from '#contract/stories.ts'

/** Templates for a kind rejection. The author sees the text exactly as it is sent. */
export const REASON_TEMPLATES = [
  {
    label: 'More detail',
    text: 'Thank you for sharing this. Could you say a little more about what happened and what it changed for you? We’d love to read it again.',
  },
  {
    label: 'Names and places',
    text: 'Thank you for trusting us with this. It includes names or details that could identify someone. Please take them out and submit it again, so everyone stays safe.',
  },
  {
    label: 'Links and offers',
    text: 'Thank you for writing. What we share here is personal, without links or offers. Please take them out and submit it again.',
  },
] as const

interface Approval {
  approved: true
  tags?: string[]
  submittedAt?: string
}

/**
 * Includes the tags, unless the story has none and had none, and the version that was read, so
 * that no unread text is published.
 */
export function approvalOf(input: {
  story: Pick<Story, 'tags' | 'submittedAt'>
  tags: string[]
}): Approval {
  const { story, tags } = input
  const isUntagged = tags.length === 0 && story.tags.length === 0
  return { approved: true, ...(isUntagged ? {} : { tags }), ...versionOf(story) }
}

/** The version of a story that a decision is about. */
export function versionOf({ submittedAt }: Pick<Story, 'submittedAt'>): { submittedAt?: string } {
  return submittedAt ? { submittedAt } : {}
}

/** A voice story can be approved once it can be played. */
export function canBeApproved(story: Pick<Story, 'audioState'>): boolean {
  return story.audioState === null || story.audioState === 'ready'
}

const LONG_CHARACTERS = 700
const LONG_LINES = 10

/** Whether a text is long enough to collapse. */
export function isLongText(text: string): boolean {
  return text.length > LONG_CHARACTERS || text.split('\n').length > LONG_LINES
}

/** All tags to choose from: the stored ones, then selected ones that are not stored (anymore). */
export function tagChoices(stored: readonly string[], selected: readonly string[]): string[] {
  return [...new Set([...stored, ...selected])]
}

/** The tag that matches a typed name, ignoring case and extra whitespace. */
export function findTag(tags: readonly string[], typed: string): string | undefined {
  const wanted = foldedName(typed)
  return tags.find((tag) => foldedName(tag) === wanted)
}

function foldedName(name: string): string {
  return name.trim().replace(/\s+/gu, ' ').toLowerCase()
}

export function withTag(tags: readonly string[], tag: string): string[] {
  return tags.includes(tag) ? [...tags] : [...tags, tag]
}

export function toggledTag(tags: readonly string[], tag: string): string[] {
  return tags.includes(tag) ? tags.filter((other) => other !== tag) : [...tags, tag]
}

/** '1 report', '12 reports'. */
export function reportCountLabel(count: number): string {
  return count === 1 ? '1 report' : `${count} reports`
}
