import { forgetAnswers } from '#web/lib/device-database.ts'
import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#contract/accounts.ts'
import { findFirstUser } from '#web/lib/offline-start.ts'
import { addItem } from '#web/lib/outbox/outbox-items.ts'
import { TestServer } from '#web/lib/outbox/testing/fixtures.ts'
import { claimAnswers, readAnswers, writeAnswers } from '#web/lib/query-cache.ts'
import { createQueryClient } from '#web/lib/query-client.ts'

const anna = member()
const ben = member()
const noLate = (): void => {
  throw new Error('No late answer is expected.')
}

function member(): User {
  return {
    id: crypto.randomUUID(),
    username: 'login',
    email: 'mail@example.org',
    emailVerified: true,
    anonymousUsername: 'Quiet Heron',
    hasPassword: true,
    isAdmin: false,
    rights: [],
    factors: { passkeys: 0, totp: false },
    timeZone: 'America/Chicago',
    neutralName: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    version: '',
  }
}

/** Keeps answers as if this member had used this device before. */
async function wasHere(user: User): Promise<void> {
  await claimAnswers(user.id)
  const updatedAt = Date.now()
  await writeAnswers(user.id, [
    { hash: '["/api/user"]', queryKey: ['/api/user'], data: user, updatedAt },
    { hash: '["/api/tags"]', queryKey: ['/api/tags'], data: ['Hope'], updatedAt },
  ])
}

beforeEach(forgetAnswers)

test('the first user is the one that the server answers, and their kept answers are restored', async () => {
  await wasHere(anna)
  const client = createQueryClient()
  const now = { ...anna, anonymousUsername: 'New Name' }
  expect(await findFirstUser(client, async () => now, noLate)).toEqual(now)
  expect(client.getQueryData(['/api/tags'])).toEqual(['Hope'])
  client.clear()
})

test('another member does not get the last member’s answers', async () => {
  await wasHere(anna)
  const client = createQueryClient()
  expect(await findFirstUser(client, async () => ben, noLate)).toEqual(ben)
  expect(client.getQueryData(['/api/tags'])).toBeUndefined()
})

test('a visitor does not get the last member’s answers, which are removed', async () => {
  await wasHere(anna)
  const client = createQueryClient()
  expect(await findFirstUser(client, async () => null, noLate)).toBeNull()
  expect(client.getQueryData(['/api/tags'])).toBeUndefined()
  expect(await readAnswers(anna.id, 0)).toEqual([])
})

test('if the server is unreachable, the first user is the last member', async () => {
  await wasHere(anna)
  const client = createQueryClient()
  const unreachable = (): Promise<User> => Promise.reject(new Error('network'))
  expect(await findFirstUser(client, unreachable, noLate)).toEqual(anna)
  expect(client.getQueryData(['/api/tags'])).toEqual(['Hope'])
  client.clear()
})

test('without a last member the error of the server is thrown', async () => {
  const unreachable = (): Promise<User> => Promise.reject(new Error('network'))
  await expect(findFirstUser(createQueryClient(), unreachable, noLate)).rejects.toThrow('network')
})

test('a slow server is not waited for, and its late answer is reported', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const answer of [anna, ben, null]) {
    await wasHere(anna)
    const late: unknown[] = []
    let respond: (user: User | null) => void = noLate
    const ask = (): Promise<User | null> =>
      new Promise((resolve) => {
        respond = resolve
      })
    const client = createQueryClient()
    const first = findFirstUser(client, ask, (given) => late.push(given))
    await vi.advanceTimersByTimeAsync(2_500)
    vi.useRealTimers()
    expect(await first).toEqual(anna)
    respond(answer)
    const isSame = answer === anna
    await vi.waitFor(() => expect(late).toEqual([{ user: answer, isSame }]))
    expect((await readAnswers(anna.id, 0)).length > 0).toBe(isSame)
    client.clear()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  }
  vi.useRealTimers()
})

test('waiting calls are sent before the page starts', async () => {
  const server = new TestServer()
  server.memberId = anna.id
  server.install()
  const url = '/api/daily-actions'
  const body = { actionType: 'prayer' }
  await addItem({
    memberId: anna.id,
    key: 'tick',
    method: 'POST',
    url,
    body,
    madeAt: 0,
    failures: 0,
  })
  const client = createQueryClient()
  await findFirstUser(client, async () => anna, noLate)
  expect(server.received).toEqual([{ call: 'POST /api/daily-actions', body }])
})
