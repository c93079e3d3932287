import { expect, test } from 'vitest'
import type { Topic } from '#contract/endpoint.ts'
import type { Change, Changes } from '#server/db/changes.ts'
import { createDataCache, type DataCache } from './data-cache.ts'

interface Value {
  text: string
  storyIds: number[]
}

/** Counts changes like `connectChanges`, but only in this process. */
function localChanges(): Changes {
  const versions = new Map<Topic, number>()
  const moments = new Map<number, number>()
  let moment = 0
  return {
    announce: (...changes: Change[]) => {
      for (const change of changes) {
        if (change.kind === 'story') moments.set(change.storyId, ++moment)
        if (change.kind === 'topic') {
          versions.set(change.topic, (versions.get(change.topic) ?? 0) + 1)
        }
      }
    },
    version: (topic) => versions.get(topic) ?? 0,
    moment: () => moment,
    hasChanged: (storyId, since) => (moments.get(storyId) ?? 0) > since,
    listen: () => () => false,
    close: async () => {},
  }
}

function cacheOf(changes: Changes): DataCache<Value> {
  return createDataCache({
    changes,
    maxBytes: 1_000_000,
    bytesOf: ({ text }) => text.length,
    storyIdsOf: ({ storyIds }) => storyIds,
  })
}

/** Makes numbered values and counts them. */
function counter(storyIds: number[] = []): { make: () => Promise<Value>; made: () => number } {
  let made = 0
  return {
    make: async () => {
      made += 1
      return { text: `value ${made}`, storyIds }
    },
    made: () => made,
  }
}

const list = { key: 'a /api/stories', topics: ['stories'] } as const

test('a value is made once while its topics do not change', async () => {
  const cache = cacheOf(localChanges())
  const { make, made } = counter()
  expect(cache.peek(list)).toBeUndefined()
  const [first, second] = [await cache.get(list, make), await cache.get(list, make)]
  expect(second).toBe(first)
  expect(cache.peek(list)).toBe(first)
  expect(made()).toBe(1)
})

test('a change of one of its topics makes a value stale, a change of another does not', async () => {
  const changes = localChanges()
  const cache = cacheOf(changes)
  const { make, made } = counter()
  const source = { key: 'a /api/stories', topics: ['stories', 'tags'] } as const
  await cache.get(source, make)
  changes.announce({ kind: 'topic', topic: 'settings' })
  await cache.get(source, make)
  expect(made()).toBe(1)
  changes.announce({ kind: 'topic', topic: 'tags' })
  expect(cache.peek(source)).toBeUndefined()
  expect((await cache.get(source, make)).text).toBe('value 2')
})

test('a change of a story that it shows makes a value stale, a change of another does not', async () => {
  const changes = localChanges()
  const cache = cacheOf(changes)
  const { make, made } = counter([3, 4])
  await cache.get(list, make)
  changes.announce({ kind: 'story', storyId: 5 })
  await cache.get(list, make)
  expect(made()).toBe(1)
  changes.announce({ kind: 'story', storyId: 4 })
  expect(cache.peek(list)).toBeUndefined()
  await cache.get(list, make)
  expect(made()).toBe(2)
})

test('one caller never gets the value of another', async () => {
  const cache = cacheOf(localChanges())
  const { make } = counter()
  const one = await cache.get({ ...list, key: 'one /api/stories' }, make)
  const other = await cache.get({ ...list, key: 'other /api/stories' }, make)
  expect(one.text).not.toBe(other.text)
})

test.for<Change>([
  { kind: 'topic', topic: 'stories' },
  { kind: 'story', storyId: 3 },
])('the change %j during the making of a value makes it stale at once', async (change) => {
  const changes = localChanges()
  const cache = cacheOf(changes)
  const { make, made } = counter([3])
  await cache.get(list, () => {
    changes.announce(change)
    return make()
  })
  await cache.get(list, make)
  expect(made()).toBe(2)
})

test('calls at the same moment share one value, unless something changes in between', async () => {
  const changes = localChanges()
  const cache = cacheOf(changes)
  const { make, made } = counter([3])
  const first = [cache.get(list, make), cache.get(list, make)]
  changes.announce({ kind: 'story', storyId: 9 })
  const second = [cache.get(list, make), cache.get(list, make)]
  const texts = (await Promise.all([...first, ...second])).map(({ text }) => text)
  expect(texts).toEqual(['value 1', 'value 1', 'value 2', 'value 2'])
  expect(made()).toBe(2)
})

test('a failure is not remembered', async () => {
  const cache = cacheOf(localChanges())
  const fail = async (): Promise<Value> => {
    throw new Error('the database is away')
  }
  await expect(cache.get(list, fail)).rejects.toThrow('away')
  expect((await cache.get(list, counter().make)).text).toBe('value 1')
})
