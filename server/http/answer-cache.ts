import type { Changes } from '#server/db/changes.ts'
import { createMemory, type Memory } from '#server/db/memory.ts'
import { ownBytes } from '#server/domain/own-bytes.ts'

/** A finished JSON answer. */
export interface Answer {
  /** Encoded as it is sent, so a cached answer isn't encoded again. */
  body: Buffer
  /** Only for answers to GET. */
  etag: string | undefined
  /** The total count of a list. */
  total: number | undefined
  /** The stories that it shows. */
  storyIds: readonly number[]
}

const CACHE_BYTES = 16 * 1024 * 1024

/**
 * Caches answers in memory, per caller and address, until something they show changes, so a
 * repeated request needs no query.
 */
export type AnswerCache = Memory<Answer>

export function createAnswerCache(changes: Changes): AnswerCache {
  const memory = createMemory<Answer>({
    changes,
    maxBytes: CACHE_BYTES,
    bytesOf: ({ body }) => body.length,
    storyIdsOf: ({ storyIds }) => storyIds,
  })
  return {
    recall: memory.recall,
    get: (source, make) =>
      memory.get(source, async () => {
        const answer = await make()
        return { ...answer, body: ownBytes(answer.body) }
      }),
  }
}
