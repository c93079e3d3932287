import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:http'
import { z } from 'zod'
import { eventEndpoints } from '#contract/events.ts'
import type { Ledger } from './ledger.ts'
import { type OpenPages, until } from './open-pages.ts'
import type { Site } from './site.ts'
import { writeReply } from './traffic.ts'

/** Streams reconnect after three seconds, and a node may have just been started. */
const OPEN_LIMIT_MS = 30_000
/** An event takes a tenth of a second, but a change that a node missed is noticed after 15 s. */
const ARRIVAL_LIMIT_MS = 20_000

const Replies = z.array(z.object({ content: z.string() }))

/** Checks that every node and every open page is notified of a change. Returns the problems. */
export async function probe(site: Site, pages: OpenPages, ledger: Ledger): Promise<string[]> {
  const findings: string[] = []
  const [storyId] = site.storyIds
  const [author] = site.members
  if (!storyId || !author) throw new Error('There is nobody.')
  if (!(await pages.allOpen(OPEN_LIMIT_MS))) {
    findings.push(`Only ${pages.open()} event streams are open again.`)
  }
  const ears = await Promise.all(
    site.nodes.map(async (node) => ({ node, ...(await listenAt(node.url, author.cookie)) })),
  )
  const arrivals = pages.watchFor(storyId)
  const text = await writeReply({ client: site.client, ledger }, { author, storyId })
  const count = await arrivals.all(ARRIVAL_LIMIT_MS)
  if (count < pages.count) {
    findings.push(`Only ${count} of ${pages.count} open pages received a reply.`)
  }
  for (const { node, hasHeard, close } of ears) {
    if (!(await until(() => hasHeard(storyId), ARRIVAL_LIMIT_MS))) {
      findings.push(`${node.name} isn’t notified of changes.`)
    }
    close()
    if (!(await showsReply(node.url, { storyId, text, cookie: author.cookie }))) {
      findings.push(`${node.name} doesn’t show a reply that was acknowledged.`)
    }
  }
  return findings
}

/** A node without an answer for this long is stuck. */
const ANSWER_LIMIT_MS = 20_000

/** Opens a stream at one node, bypassing nginx. If it never opens, it receives nothing. */
async function listenAt(
  url: string,
  cookie: string,
): Promise<{ hasHeard: (storyId: number) => boolean; close: () => void }> {
  const outgoing = get(`${url}${eventEndpoints.listen.path}`, {
    headers: { cookie },
    agent: false,
    timeout: ANSWER_LIMIT_MS,
  })
  outgoing.on('timeout', () => outgoing.destroy())
  const answered = once(outgoing, 'response').catch(() => [])
  const [stream]: IncomingMessage[] = await answered
  // From here on, a heartbeat comes every 25 seconds.
  outgoing.setTimeout(0)
  let text = ''
  stream?.on('error', () => {})
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return {
    hasHeard: (storyId) => text.includes(`data: {"id":${storyId}}`),
    close: () => void stream?.destroy(),
  }
}

async function showsReply(
  url: string,
  { storyId, text, cookie }: { storyId: number; text: string; cookie: string },
): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_LIMIT_MS)
  const response = await fetch(`${url}/api/stories/${storyId}/replies`, {
    headers: { cookie },
    signal,
  }).catch(() => undefined)
  if (!response?.ok) return false
  return Replies.parse(await response.json()).some(({ content }) => content === text)
}
