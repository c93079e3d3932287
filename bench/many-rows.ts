import { setTimeout as wait } from 'node:timers/promises'
import { REACTION_KINDS } from '#contract/story-limits.ts'
import type { RowGroup } from './bench.ts'
import type { Installation } from './installation.ts'
import { compareLoads, type Request, readyRequests } from './load.ts'
import { cookie, publicStory } from './population.ts'
import { ratioRow } from './ratio-row.ts'
import type { Row } from './table.ts'
import { withBareServer } from './throughput-rows.ts'
import { say } from './workspace.ts'

const CONNECTIONS = 32
const VIEWERS = 500
const PATH = '/api/stories?pageSize=6'
const REACTIONS_PER_SECOND = [0, 1, 10]
/** The rate that the bar is for. */
const BUSY = 10

/** Reads the first page of the list as many different members, while others react to stories. */
export const manyRows: RowGroup = {
  name: 'many',
  measure: (bench) =>
    withBareServer(bench, async ({ community, bare }) => {
      const { server, databasePid, population } = community
      const requests = (connection: number): Request[] =>
        Array.from({ length: readyRequests(VIEWERS, bench.options) }, (_, number) => ({
          path: PATH,
          headers: { cookie: cookie((connection * 16 + number) % VIEWERS, population) },
        }))
      const load = { databasePid, connections: CONNECTIONS, status: 200, requests }
      const sides = {
        ours: { ...load, url: server.url, pid: server.pid },
        bare: { ...load, url: bare.url, pid: bare.pid },
      }
      const react = reactor(community)
      const rows: Row[] = []
      for (const rate of REACTIONS_PER_SECOND) {
        const name = `list, many viewers, ${rate} reactions/s`
        say(name)
        const comparison = await during(compareLoads(sides, bench.options), {
          perSecond: rate,
          repeat: react,
        })
        rows.push(ratioRow(name, comparison, rate === BUSY ? 0.9 : undefined))
      }
      return rows
    }),
}

/** Returns a function that adds a new reaction of a member to a story on each call. */
function reactor({ server, population }: Installation): () => Promise<void> {
  let made = 0
  return async () => {
    const number = made++
    const reaction = REACTION_KINDS[Math.floor(number / population.sessions) % 3]
    const response = await fetch(`${server.url}/api/stories/react`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: server.url,
        cookie: cookie(number, population),
      },
      body: JSON.stringify({ storyId: publicStory(number, population), reaction }),
    })
    if (!response.ok) throw new Error(`A reaction is answered with ${response.status}.`)
    await response.arrayBuffer()
  }
}

/** Calls `repeat` until `work` is over; rejects if either does. */
async function during<T>(
  work: Promise<T>,
  { perSecond, repeat }: { perSecond: number; repeat: () => Promise<void> },
): Promise<T> {
  let isOver = false
  const repeating = (async () => {
    while (perSecond > 0 && !isOver) {
      await repeat()
      await wait(1000 / perSecond)
    }
  })()
  try {
    const [result] = await Promise.all([work.finally(() => (isOver = true)), repeating])
    return result
  } finally {
    isOver = true
  }
}
