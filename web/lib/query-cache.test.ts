import { DAY_MS } from '#contract/durations.ts'
import { forgetAnswers } from '#web/lib/device-database.ts'
import 'fake-indexeddb/auto'
import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDevice } from '#web/lib/device-database.ts'
import {
  claimAnswers,
  keepAnswers,
  readAnswers,
  refreshRestored,
  restoreAnswers,
  writeAnswers,
} from '#web/lib/query-cache.ts'
import { createQueryClient } from '#web/lib/query-client.ts'

const anna = crypto.randomUUID()
const ben = crypto.randomUUID()
const user = (id: string): { id: string; username: string } => ({ id, username: 'login' })

let client: QueryClient
const opened: QueryClient[] = []
const stops: (() => void)[] = []

beforeEach(async () => {
  // There is no page in this test; `visibilitychange` is not tested here.
  vi.stubGlobal('document', new EventTarget())
  await forgetAnswers()
  client = newPage()
})

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  for (const page of opened.splice(0)) page.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function newPage(): QueryClient {
  const page = createQueryClient()
  opened.push(page)
  return page
}

/** Reads these answers as a member and waits until the kept ones are written. */
async function read(
  memberId: string,
  answers: [unknown[], unknown][],
  page = client,
): Promise<void> {
  await claimAnswers(memberId)
  const stop = keepAnswers(page, memberId)
  for (const [queryKey, data] of answers) page.setQueryData(queryKey, data)
  stop()
  await vi.waitFor(async () => {
    const kept = await readAnswers(memberId, 0)
    expect(kept.some(({ queryKey }) => queryKey[0] === '/api/user')).toBe(true)
  })
}

const keptPaths = async (memberId: string): Promise<unknown[]> =>
  (await readAnswers(memberId, 0)).map(({ queryKey }) => queryKey[0]).toSorted()

test('answers are restored on the next visit', async () => {
  const list = [{ actionType: 'prayer', completed: true }]
  await read(anna, [
    [['/api/daily-actions', '2026-03-03'], list],
    [['/api/stories/7/replies'], [{ id: 1 }]],
    [['/api/user'], user(anna)],
  ])
  const next = newPage()
  expect(await restoreAnswers(next, anna)).toEqual(user(anna))
  expect(next.getQueryData(['/api/daily-actions', '2026-03-03'])).toEqual(list)
  expect(next.getQueryData(['/api/stories/7/replies'])).toEqual([{ id: 1 }])
})

test('without the server the last member is restored, but not after a sign-out', async () => {
  await read(anna, [[['/api/user'], user(anna)]])
  expect(await restoreAnswers(newPage(), undefined)).toEqual(user(anna))
  await forgetAnswers()
  expect(await restoreAnswers(newPage(), undefined)).toBeUndefined()
})

test('only answers of listed paths are kept', async () => {
  await read(anna, [
    [['/api/admin/outbox', {}], ['mail']],
    [['/api/user/sessions'], ['phone']],
    [['availability', 'email', 'a@example.org'], true],
    [['/api/stories', { page: 1, q: 'my sister' }], { items: [], total: 0 }],
    [['/api/stories', { page: 1 }], { items: [], total: 0 }],
    [['/api/products'], []],
    [['/api/purchases', { page: 1, pageSize: 4 }], { items: [], total: 0 }],
    [['/api/checkouts/:id', 'a-secret'], { status: 'complete' }],
    [['/api/till/sessions/:session', 'a-secret'], { status: 'open' }],
    [['/api/user'], user(anna)],
  ])
  expect(await keptPaths(anna)).toEqual([
    '/api/products',
    '/api/purchases',
    '/api/stories',
    '/api/user',
  ])
})

test('a member does not get another member’s answers, which are removed', async () => {
  await read(anna, [
    [['/api/stories', {}], ['of anna']],
    [['/api/user'], user(anna)],
  ])
  const next = newPage()
  expect(await restoreAnswers(next, ben)).toBeUndefined()
  expect(next.getQueryCache().getAll()).toEqual([])
  await read(ben, [[['/api/user'], user(ben)]], next)
  expect(await readAnswers(anna, 0)).toEqual([])
  expect(await keptPaths(ben)).toEqual(['/api/user'])
})

test('after a sign-out in another tab, a page no longer writes answers', async () => {
  await claimAnswers(anna)
  const answer = { hash: 'a', queryKey: ['/api/stories'], data: [], updatedAt: Date.now() }
  await writeAnswers(anna, [answer])
  expect(await readAnswers(anna, 0)).toHaveLength(1)
  await forgetAnswers()
  await writeAnswers(anna, [answer])
  expect(await (await openDevice()).count('answer')).toBe(0)
})

test('moods are kept only if the journal is known to have no lock', async () => {
  const moods = [
    ['/api/moods', { to: '2026-03-03' }],
    { items: [{ notes: 'Rain.' }], total: 1 },
  ] as [unknown[], unknown]
  const lock = (minutes: number | null): [unknown[], unknown] => [
    ['/api/moods/lock'],
    { minutes, isLocked: false },
  ]
  const me: [unknown[], unknown] = [['/api/user'], user(anna)]
  await read(anna, [moods, me])
  expect(await keptPaths(anna)).toEqual(['/api/user'])
  await read(anna, [lock(null), me])
  await vi.waitFor(async () =>
    expect(await keptPaths(anna)).toEqual(['/api/moods', '/api/moods/lock', '/api/user']),
  )
  await read(anna, [lock(15), me])
  await vi.waitFor(async () =>
    expect(await keptPaths(anna)).toEqual(['/api/moods/lock', '/api/user']),
  )
})

test('answers older than a week are not restored', async () => {
  await claimAnswers(anna)
  await writeAnswers(anna, [
    { hash: 'old', queryKey: ['/api/tags'], data: ['old'], updatedAt: Date.now() - 8 * DAY_MS },
    { hash: 'new', queryKey: ['/api/stories'], data: ['new'], updatedAt: Date.now() - 6 * DAY_MS },
  ])
  await restoreAnswers(client, anna)
  expect(client.getQueryData(['/api/tags'])).toBeUndefined()
  expect(client.getQueryData(['/api/stories'])).toEqual(['new'])
})

test('a device keeps the newest fifty answers and always the user', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  client.setQueryData(['/api/user'], user(anna))
  for (let id = 1; id <= 60; id++) {
    vi.setSystemTime(Date.now() + 1_000)
    client.setQueryData([`/api/stories/${id}`], { id })
  }
  await claimAnswers(anna)
  const stop = keepAnswers(client, anna)
  client.setQueryData(['/api/tags'], ['Hope'])
  // Comes after the claim that `keepAnswers` began.
  await claimAnswers(anna)
  stop()
  await vi.waitFor(async () => expect(await readAnswers(anna, 0)).toHaveLength(51))
  const paths = await keptPaths(anna)
  expect(paths).toContain('/api/user')
  expect(paths).toContain('/api/stories/60')
  expect(paths).not.toContain('/api/stories/1')
})

test('restored answers are refetched, and stay if the server is unreachable', async () => {
  await read(anna, [
    [['/api/tags'], ['kept']],
    [['/api/user'], user(anna)],
  ])
  const next = newPage()
  await restoreAnswers(next, anna)
  stops.push(keepAnswers(next, anna))
  let isReachable = false
  let asked = 0
  const queryFn = async (): Promise<string[]> => {
    asked += 1
    if (!isReachable) throw new Error('network')
    return ['fresh']
  }
  const { QueryObserver } = await import('@tanstack/react-query')
  const observer = new QueryObserver(next, { queryKey: ['/api/tags'], queryFn })
  stops.push(observer.subscribe(() => undefined))
  await refreshRestored(next)
  expect(next.getQueryData(['/api/tags'])).toEqual(['kept'])
  isReachable = true
  await refreshRestored(next)
  expect(next.getQueryData(['/api/tags'])).toEqual(['fresh'])
  await refreshRestored(next)
  expect(asked).toBe(2)
})
