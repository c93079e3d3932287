import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { triviaQuery } from './queries.ts'

test('on waking, the question is refetched', async () => {
  const ask = vi.fn(async () => Response.json({ id: 7, date: '2026-03-06', answered: null }))
  vi.stubGlobal('fetch', ask)
  const client = new QueryClient()
  client.mount()
  const stop = new QueryObserver(client, triviaQuery('2026-03-06')).subscribe(() => undefined)
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect(ask).toHaveBeenCalledTimes(1)
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2))
  stop()
  client.unmount()
  client.clear()
  focusManager.setFocused(undefined)
  vi.unstubAllGlobals()
})
