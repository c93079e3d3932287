import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { eventEndpoints } from '#contract/events.ts'
import type { TestMember } from '#server/testing/population.ts'
import type { SiteClient } from './site-client.ts'

/** How long a browser waits before it reconnects, from the server's `retry`. */
const RETRY_MS = 3_000
const POLL_MS = 20

/** Simulated pages that listen to events and reconnect like browsers. */
export interface OpenPages {
  count: number
  /** The number of streams that are open now. */
  open(): number
  /** How many seconds a stream was disconnected, for each time. */
  gaps: number[]
  /** Waits until all streams are open. */
  allOpen(limitMs: number): Promise<boolean>
  /** Starts listening; `all` waits until all streams have received an event about the story. */
  watchFor(storyId: number): { all(limitMs: number): Promise<number> }
  close(): void
}

interface Page {
  stream: IncomingMessage | undefined
  received: string
}

export function openPages(client: SiteClient, members: readonly TestMember[]): OpenPages {
  const stopping = new AbortController()
  const { signal } = stopping
  const gaps: number[] = []
  const pages = members.map((): Page => ({ stream: undefined, received: '' }))
  const keep = async (page: Page, { cookie }: TestMember): Promise<void> => {
    let lostAt: number | undefined
    while (!signal.aborted) {
      const stream = await client.open(eventEndpoints.listen.path, cookie)
      if (stream) {
        if (lostAt !== undefined) gaps.push((performance.now() - lostAt) / 1_000)
        page.stream = stream
        await untilEnded(stream, (text) => {
          page.received = (page.received + text).slice(-20_000)
        })
        page.stream = undefined
        lostAt = performance.now()
      }
      await wait(RETRY_MS, undefined, { signal }).catch(() => {})
    }
  }
  for (const [index, page] of pages.entries()) {
    const member = members[index]
    if (member) void keep(page, member)
  }
  const open = (): number => pages.filter(({ stream }) => stream).length
  return {
    count: pages.length,
    open,
    gaps,
    allOpen: (limitMs) => until(() => open() === pages.length, limitMs),
    watchFor: (storyId) => {
      for (const page of pages) page.received = ''
      const count = (): number =>
        pages.filter(({ received }) => received.includes(`data: {"id":${storyId}}`)).length
      return {
        all: async (limitMs) => {
          await until(() => count() === pages.length, limitMs)
          return count()
        },
      }
    },
    close: () => {
      stopping.abort()
      for (const { stream } of pages) stream?.destroy()
    },
  }
}

async function untilEnded(stream: IncomingMessage, onText: (text: string) => void): Promise<void> {
  const ended = Promise.withResolvers<void>()
  stream.setEncoding('utf8').on('data', onText)
  stream.on('error', () => {})
  stream.on('close', () => ended.resolve())
  await ended.promise
}

/** Polls until a condition is true; false on timeout. */
export async function until(isSo: () => boolean, limitMs: number): Promise<boolean> {
  const end = performance.now() + limitMs
  while (!isSo()) {
    if (performance.now() > end) return false
    await wait(POLL_MS)
  }
  return true
}
