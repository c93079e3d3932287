import { AsyncLocalStorage } from 'node:async_hooks'
import { expect } from 'vitest'
import { guidanceEndpoints as calls } from '#contract/guidance.ts'
import type { Context } from '#server/context.ts'
import { buildApp } from '#server/http/app.ts'
import { TestApi } from '#server/testing/api.ts'
import type { TestMember } from '#server/testing/population.ts'
import { test as base } from '#server/testing/world.ts'
import { memberKeyCache } from '../private-text/service.ts'

interface Fixture {
  admin: TestMember
  /** Visible requests: waiting ones oldest first, answered ones newest first. */
  waiting: number[]
  answered: number[]
  /** Hidden requests in the same order. */
  hiddenWaiting: number[]
  hiddenAnswered: number[]
}

/** Only this fixture creates requests in this file, so that whole lists can be compared. */
const test = base.extend<{ $file: { fixture: Fixture } }>({
  fixture: [
    async ({ api, world, time }, use) => {
      const admin = await world.admin()
      const team = api.as(admin)
      const ids: number[] = []
      for (let index = 0; index < 16; index++) {
        time.advance({ minutes: 1 })
        const body = { content: `Request ${index}`, category: 'mindset' } as const
        const requester = api.as(await world.member())
        const { id } = await requester.call(calls.ask, { body })
        ids.push(id)
      }
      const answer = async (id: number): Promise<void> => {
        time.advance({ minutes: 1 })
        const body = { responseContent: 'Peace.' }
        await team.call(calls.respond, { params: { id }, body })
      }
      const hide = (id: number) => team.call(calls.toggleVisibility, { params: { id } })
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, ...waiting] = ids
      for (const id of [d, a, c, b]) await answer(id)
      for (const id of [f, e]) await answer(id)
      const hidden = [f, e, g, ...waiting.slice(-2)]
      for (const id of hidden) await hide(id)
      time.reset()
      await use({
        admin,
        waiting: waiting.slice(0, -2),
        answered: [b, c, a, d],
        hiddenWaiting: [g, ...waiting.slice(-2)],
        hiddenAnswered: [e, f],
      })
    },
    { scope: 'file' },
  ],
})

test('waiting requests come first, oldest first, then answered ones, newest first', async ({
  api,
  fixture,
}) => {
  const team = api.as(fixture.admin)
  const list = async (query: { hidden?: 'true' | 'false'; state?: 'waiting' | 'answered' }) => {
    const { items, total } = await team.call(calls.listAll, { query })
    expect(total).toBe(items.length)
    return items.map(({ id }) => id)
  }
  const { waiting, answered, hiddenWaiting, hiddenAnswered } = fixture
  expect([waiting.length, answered.length]).toEqual([7, 4])
  expect(await list({})).toEqual([...waiting, ...answered])
  expect(await list({ hidden: 'false' })).toEqual([...waiting, ...answered])
  expect(await list({ state: 'waiting' })).toEqual(waiting)
  expect(await list({ state: 'answered' })).toEqual(answered)
  expect(await list({ hidden: 'true' })).toEqual([...hiddenWaiting, ...hiddenAnswered])
  expect(await list({ hidden: 'true', state: 'waiting' })).toEqual(hiddenWaiting)
  expect(await list({ hidden: 'true', state: 'answered' })).toEqual(hiddenAnswered)
})

test('pages of every size contain the whole list once, with its count', async ({
  api,
  fixture,
}) => {
  const team = api.as(fixture.admin)
  const lists = [
    [{}, [...fixture.waiting, ...fixture.answered]],
    [{ state: 'waiting' }, fixture.waiting],
    [{ state: 'answered' }, fixture.answered],
    [{ hidden: 'true' }, [...fixture.hiddenWaiting, ...fixture.hiddenAnswered]],
  ] as const
  for (const [filter, expected] of lists) {
    for (let pageSize = 1; pageSize <= expected.length + 1; pageSize++) {
      const found: number[] = []
      // A page past the end has the count as well.
      for (let page = 1; page <= Math.ceil(expected.length / pageSize) + 1; page++) {
        const query = { ...filter, page, pageSize }
        const { items, total } = await team.call(calls.listAll, { query })
        expect(total).toBe(expected.length)
        found.push(...items.map(({ id }) => id))
      }
      expect(found).toEqual(expected)
    }
  }
  const query = { page: 10_000_000, pageSize: 100 }
  expect(await team.call(calls.listAll, { query })).toEqual({ items: [], total: 11 })
})

test('each request can be read alone, also a hidden one, and none that doesn’t exist', async ({
  api,
  fixture,
}) => {
  const team = api.as(fixture.admin)
  const query = { hidden: 'true' } as const
  const lists = [await team.call(calls.listAll, {}), await team.call(calls.listAll, { query })]
  for (const listed of lists.flatMap(({ items }) => items)) {
    expect(await team.call(calls.read, { params: { id: listed.id } })).toEqual(listed)
  }
  const missing = { params: { id: 2_000_000 } }
  expect(await team.refuse(calls.read, missing)).toMatchObject({ status: 404 })
})

test('invalid filters are refused', async ({ api, fixture }) => {
  const team = api.as(fixture.admin)
  for (const query of [{ hidden: 'yes' }, { state: 'open' }, { pageSize: 101 }, { page: 0 }]) {
    // The contract does not allow these.
    const input = { query } as object
    expect(await team.refuse(calls.listAll, input)).toMatchObject({ status: 400 })
  }
})

test('a long page takes as many queries as a short one, and reads few files at a time', async ({
  context,
  fixture,
}) => {
  const measure = async (pageSize: number) => {
    const counts = { queries: 0, reads: 0, atOnce: 0 }
    const app = await buildApp(counting(context, counts))
    await app.ready()
    const team = new TestApi(app).as(fixture.admin)
    await team.call(calls.listAll, { query: { pageSize: 1, page: 99 } })
    const { items } = await measured.run(true, () =>
      team.call(calls.listAll, { query: { pageSize } }),
    )
    await app.close()
    return { ...counts, items: items.length }
  }
  const short = await measure(2)
  const long = await measure(100)
  expect([short.items, long.items]).toEqual([2, 11])
  expect([short.reads, long.reads]).toEqual([2, 11])
  expect(long.queries).toBe(short.queries)
  expect(long.queries).toBeGreaterThan(0)
  expect(long.queries).toBeLessThanOrEqual(6)
  expect(long.atOnce).toBeGreaterThan(1)
  expect(long.atOnce).toBeLessThanOrEqual(8)
})

/** Set while the measured call runs: the application has queries of its own after its start. */
const measured = new AsyncLocalStorage<true>()

/** A context with an empty cache that counts a measured call's queries, and file reads. */
function counting(
  context: Context,
  counts: { queries: number; reads: number; atOnce: number },
): Context {
  let reading = 0
  const db = context.db.withPlugin({
    transformQuery: ({ node }) => {
      if (measured.getStore()) counts.queries += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const read: Context['files']['read'] = async (key, range) => {
    counts.reads += 1
    reading += 1
    counts.atOnce = Math.max(counts.atOnce, reading)
    // Slow enough for reads to overlap.
    await new Promise((resolve) => setTimeout(resolve, 20))
    reading -= 1
    return context.files.read(key, range)
  }
  return { ...context, db, files: { ...context.files, read }, memberKeys: memberKeyCache() }
}
