import type { Changes } from '#server/db/changes.ts'
import { createDataCache, type DataCache } from '#server/db/data-cache.ts'
import { ownBytes } from '#server/domain/own-bytes.ts'
import type { HttpResponse } from './response.ts'

const CACHE_BYTES = 16 * 1024 * 1024

/**
 * Caches answers in memory, per caller and address, until something they show changes, so a
 * repeated request needs no query.
 */
export type ResponseCache = DataCache<HttpResponse>

export function createResponseCache(changes: Changes): ResponseCache {
  const cache = createDataCache<HttpResponse>({
    changes,
    maxBytes: CACHE_BYTES,
    // Its two compressed forms are kept too (`compress-once.ts`).
    bytesOf: ({ body }) => body.length * 2,
    storyIdsOf: ({ storyIds }) => storyIds,
  })
  return {
    peek: cache.peek,
    get: (source, make) =>
      cache.get(source, async () => {
        const answer = await make()
        return { ...answer, body: ownBytes(answer.body) }
      }),
  }
}
