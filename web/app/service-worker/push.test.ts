import { beforeEach, expect, test, vi } from 'vitest'
import { openMessage } from './push.ts'
import type { WorkerScope } from './scope.ts'

const ORIGIN = 'https://folx.example'

beforeEach(() => {
  vi.stubGlobal('location', { origin: ORIGIN })
  return () => vi.unstubAllGlobals()
})

/** Presses a message that leads to `data`, with pages open at `paths`; answers what happened. */
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
  // Nothing else of either is used.
  await openMessage({ clients } as WorkerScope, { notification } as never)
  return happened
}

test('a page that is open there already comes to the front', async () => {
  const happened = await press('/dashboard', ['/flow', '/dashboard?page=2'])
  expect(happened).toEqual(['close', 'focus /dashboard?page=2'])
})

test('otherwise it opens, and a page where something is being written stays as it is', async () => {
  expect(await press('/dashboard', ['/flow?tab=exit'])).toEqual([
    'close',
    `open ${ORIGIN}/dashboard`,
  ])
})

test.each([['https://other.example/trap'], ['//other.example'], [undefined]])(
  '%s leads to our own page',
  async (data) => {
    expect(await press(data, [])).toEqual(['close', `open ${ORIGIN}/dashboard`])
  },
)
