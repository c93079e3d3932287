import { LRUCache } from 'lru-cache'
import type { Topic } from '#contract/endpoint.ts'
import type { Changes } from './changes.ts'

/**
 * How long a value is kept. If another node's change was missed, the value is stale for at most
 * this long.
 */
const TTL_MS = 15_000

/** Identifies a value and what makes it stale. */
export interface Source {
  key: string
  topics: readonly Topic[]
  /** The member that the value is for; undefined for everyone. */
  memberId?: string | undefined
}

/** A cache of values made from the database, each kept while nothing that it shows has changed. */
export interface DataCache<T> {
  /** The cached value; undefined if there is none or it is stale. */
  peek(source: Source): T | undefined
  /** The cached value or a new one. Concurrent calls share the one being made. */
  get(source: Source, make: () => Promise<T>): Promise<T>
}

interface Entry<T> {
  value: T
  version: number
  moment: number
  storyIds: readonly number[]
}

interface Making<T> {
  value: Promise<T>
  version: number
  moment: number
}

/**
 * @param input.bytesOf the approximate memory size of a value
 * @param input.storyIdsOf the stories that a value shows
 */
export function createDataCache<T>(input: {
  changes: Changes
  maxBytes: number
  bytesOf: (value: T) => number
  storyIdsOf: (value: T) => readonly number[]
}): DataCache<T> {
  const { changes, bytesOf, storyIdsOf } = input
  const entries = new LRUCache<string, Entry<T>>({
    maxSize: input.maxBytes,
    ttl: TTL_MS,
    // How long the cache reuses the current time; it sets a timer each time it reads the clock.
    ttlResolution: 500,
    sizeCalculation: ({ value }, key) => bytesOf(value) + key.length * 2 + 200,
  })
  const making = new Map<string, Making<T>>()
  const versionOf = ({ topics, memberId }: Source): number =>
    topics.reduce((sum, topic) => sum + changes.version(topic, memberId), 0)

  const peek: DataCache<T>['peek'] = (source) => {
    const entry = entries.get(source.key)
    if (!entry || entry.version !== versionOf(source)) return undefined
    const { moment } = entry
    // Most of the time no story has changed at all.
    if (moment !== changes.moment() && entry.storyIds.some((id) => changes.hasChanged(id, moment)))
      return undefined
    return entry.value
  }
  const load = async (source: Source, make: () => Promise<T>): Promise<T> => {
    // Read before the database is queried, so that a change in between makes the value stale.
    const [version, moment] = [versionOf(source), changes.moment()]
    const shared = making.get(source.key)
    if (shared?.version === version && shared.moment === moment) return shared.value
    const value = make()
    const own = { value, version, moment }
    making.set(source.key, own)
    try {
      const made = await value
      entries.set(source.key, { value: made, version, moment, storyIds: storyIdsOf(made) })
      return made
    } finally {
      if (making.get(source.key) === own) making.delete(source.key)
    }
  }
  return { peek, get: async (source, make) => peek(source) ?? load(source, make) }
}
