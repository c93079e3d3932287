import { STORY_LIMITS } from '#contract/story-limits.ts'

/** How often the recorder delivers a chunk, in milliseconds (member document, section 9). */
export const CHUNK_INTERVAL_MS = 250

export const LIMIT_SECONDS: number = STORY_LIMITS.audioSeconds

/** A recording ends automatically here, so that its last chunk stays within the limits. */
export const END_AT_MS: number = STORY_LIMITS.audioSeconds * 1000 - 1000
export const END_AT_BYTES: number = STORY_LIMITS.audioBytes - 512 * 1024
