import type { Changes } from '#server/db/changes.ts'
import { createMemory, type Memory } from '#server/db/memory.ts'
import { ownBytes } from '#server/domain/own-bytes.ts'

/** A finished JSON answer. */
export interface Answer {
  /** As it is sent, so that an answer from memory is not encoded again. */
  body: Buffer
  /** Of an answer that can be asked for again. */
  etag: string | undefined
  /** The whole count of a list. */
  total: number | undefined
  /** The stories that it shows. */
  storyIds: readonly number[]
}

const CACHE_BYTES = 16 * 1024 * 1024

/**
 * Keeps answers in memory per caller and address while nothing that they show has changed, so that a
 * page that asks again costs no query.
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
