import { beforeEach, expect, test, vi } from 'vitest'
import { openMessage } from './push.ts'
import type { WorkerScope } from './scope.ts'

const ORIGIN = 'https://folx.example'

beforeEach(() => {
  vi.stubGlobal('location', { origin: ORIGIN })
  return () => vi.unstubAllGlobals()
})

/** Clicks a notification that leads to `data`, with pages open at `paths`. Returns what happened. */
async function press(data: unknown, paths: string[]): Promise<string[]> {
  const happened: string[] = []
  const clients: WorkerScope['clients'] = {
    matchAll: async () =>
      paths.map((path) => ({
        url: ORIGIN + path,
        focus: async () => happened.push(`focus ${path}`),
      })),
    openWindow: async (url) => happened.push(`open ${url}`),
  }
  const notification = { data, close: () => happened.push('close') }
  // `openMessage` uses nothing else of either.
  await openMessage({ clients } as WorkerScope, { notification } as never)
  return happened
}

test('a click focuses a page that is already open there', async () => {
  const happened = await press('/dashboard', ['/flow', '/dashboard?page=2'])
  expect(happened).toEqual(['close', 'focus /dashboard?page=2'])
})

test('otherwise a click opens a new page and leaves other open pages alone', async () => {
  expect(await press('/dashboard', ['/flow?tab=exit'])).toEqual([
    'close',
    `open ${ORIGIN}/dashboard`,
  ])
})

test.each([['https://other.example/trap'], ['//other.example'], [undefined]])(
  '%s opens the dashboard instead',
  async (data) => {
    expect(await press(data, [])).toEqual(['close', `open ${ORIGIN}/dashboard`])
  },
)
