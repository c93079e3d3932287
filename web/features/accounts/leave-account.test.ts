import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendRequest, setTransport } from '#web/lib/api.ts'
import { onBeforeSignOut } from '#web/lib/before-sign-out.ts'
import { leaveAccount } from './leave-account.ts'

/** The steps that happened, in order. */
let steps: string[] = []

async function send(url: string): Promise<Response> {
  steps.push(url)
  return new Response()
}

beforeEach(() => {
  steps = []
  setTransport(send)
  const location = { assign: (url: string) => steps.push(`open ${url}`) }
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  // Test files share a process, and later ones send by `fetch`.
  setTransport((url, init) => fetch(url, init))
})

test('unsent work is sent before the session ends, and nothing after it', async () => {
  const stop = onBeforeSignOut(async () => void (await sendRequest('/api/decision', {})))
  await leaveAccount(undefined, () => sendRequest('/api/logout', {}))
  void sendRequest('/api/poll', {})
  stop()
  expect(steps).toEqual(['/api/decision', '/api/logout', 'open /'])
})

test('a page whose session could not be ended keeps making calls', async () => {
  const refusal = new Error('Wrong password.')
  await expect(leaveAccount(undefined, () => Promise.reject(refusal))).rejects.toBe(refusal)
  await sendRequest('/api/poll', {})
  expect(steps).toEqual(['/api/poll'])
})
