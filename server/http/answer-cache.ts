import { LRUCache } from 'lru-cache'
import type { Topic } from '#contract/endpoint.ts'
import type { Changes } from '#server/db/changes.ts'

/** A finished JSON answer. */
export interface Answer {
  body: string
  /** Of an answer that can be asked for again. */
  etag: string | undefined
  /** The whole count of a list. */
  total: number | undefined
}

interface CachedAnswer extends Answer {
  version: string
}

/** Another node's change that never arrived is noticed after this time at the latest. */
const CACHE_MS = 15_000
const CACHE_BYTES = 16 * 1024 * 1024

/**
 * Keeps answers in memory per caller and address while none of their topics changed, so that a
 * page that asks again costs no query.
 */
export interface AnswerCache {
  answer(input: {
    key: string
    topics: readonly Topic[]
    /** Whose answer it is; undefined for a visitor's. */
    memberId?: string | undefined
    make: () => Promise<Answer>
  }): Promise<Answer>
}

export function createAnswerCache(changes: Changes): AnswerCache {
  const cache = new LRUCache<string, CachedAnswer>({
    maxSize: CACHE_BYTES,
    ttl: CACHE_MS,
    sizeCalculation: (answer, key) => answer.body.length * 2 + key.length * 2 + 200,
  })
  return {
    answer: async ({ key, topics, memberId, make }) => {
      // Read before the database is: a change in between then makes the entry stale at once.
      const version = topics.map((topic) => changes.version(topic, memberId)).join('.')
      const cached = cache.get(key)
      if (cached?.version === version) return cached
      const answer = await make()
      cache.set(key, { ...answer, version })
      return answer
    },
  }
}
