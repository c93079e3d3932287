import { expect, test } from 'vitest'
import type { Topic } from '#contract/endpoint.ts'
import type { Change, Changes } from '#server/db/changes.ts'
import { type Answer, createAnswerCache } from './answer-cache.ts'

/** Counts changes as `connectChanges` does, in this process alone. */
function localChanges(): Changes {
  const versions = new Map<Topic, number>()
  return {
    announce: (...changes: Change[]) => {
      for (const change of changes) {
        if (change.kind !== 'topic') continue
        versions.set(change.topic, (versions.get(change.topic) ?? 0) + 1)
      }
    },
    version: (topic) => versions.get(topic) ?? 0,
    listen: () => () => false,
    close: async () => {},
  }
}

/** Makes answers that tell how often one was made. */
function counter(): { make: () => Promise<Answer>; made: () => number } {
  let made = 0
  return {
    make: async () => {
      made += 1
      return { body: `answer ${made}`, etag: `"${made}"`, total: undefined }
    },
    made: () => made,
  }
}

test('an answer is made once while its topics stay as they are', async () => {
  const cache = createAnswerCache(localChanges())
  const { make, made } = counter()
  const input = { key: 'a /api/stories', topics: ['stories'], make } as const
  const [first, second] = [await cache.answer(input), await cache.answer(input)]
  expect(second.body).toBe(first.body)
  expect(made()).toBe(1)
})

test('a change of any of its topics makes it anew, a change of another does not', async () => {
  const changes = localChanges()
  const cache = createAnswerCache(changes)
  const { make, made } = counter()
  const input = { key: 'a /api/stories', topics: ['stories', 'tags'], make } as const
  await cache.answer(input)
  changes.announce({ kind: 'topic', topic: 'settings' })
  await cache.answer(input)
  expect(made()).toBe(1)
  changes.announce({ kind: 'topic', topic: 'tags' })
  expect((await cache.answer(input)).body).toBe('answer 2')
})

test('one caller never gets the answer of another', async () => {
  const cache = createAnswerCache(localChanges())
  const topics = ['stories'] as const
  const { make } = counter()
  const one = await cache.answer({ key: 'one /api/stories', topics, make })
  const other = await cache.answer({ key: 'other /api/stories', topics, make })
  expect(one.body).not.toBe(other.body)
})

test('a change while the answer is made makes it stale at once', async () => {
  const changes = localChanges()
  const cache = createAnswerCache(changes)
  const { make, made } = counter()
  const input = { key: 'a /api/stories', topics: ['stories'] as const }
  await cache.answer({
    ...input,
    make: () => {
      changes.announce({ kind: 'topic', topic: 'stories' })
      return make()
    },
  })
  await cache.answer({ ...input, make })
  expect(made()).toBe(2)
})

test('a failure is not remembered', async () => {
  const cache = createAnswerCache(localChanges())
  const input = { key: 'a /api/stories', topics: ['stories'] as const }
  const fail = async (): Promise<Answer> => {
    throw new Error('the database is away')
  }
  await expect(cache.answer({ ...input, make: fail })).rejects.toThrow('away')
  expect((await cache.answer({ ...input, make: counter().make })).body).toBe('answer 1')
})
