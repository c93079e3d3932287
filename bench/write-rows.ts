import type { RowGroup } from './bench.ts'
import { compareLoads, type Load, type Request, readyRequests } from './load.ts'
import { cookie, memberId, memberNumber, publicStory } from './population.ts'
import { ratioRow } from './ratio-row.ts'
import { withBareServer } from './throughput-rows.ts'
import { say } from './workspace.ts'

const CONNECTIONS = 8
const CONTENT = 'I have stood where you are standing. It passed, slowly, and I was not alone in it.'
/** Replies that one connection prepares; more than it sends in a round. */
const READY = 2_000

/**
 * Replies to many stories by many members, none of them fast enough for the rate limit. Ours is a
 * transaction of seven plain statements, whose rules are TypeScript; the bare server sends one.
 */
export const writeRows: RowGroup = {
  name: 'write',
  measure: (bench) =>
    withBareServer(bench, async ({ community, bare }) => {
      say('write')
      const { server, population, databasePid } = community
      let round = 0
      const loadOf = (url: string, pid: number): Load => ({
        url,
        pid,
        databasePid,
        connections: CONNECTIONS,
        status: 201,
        // The connections take turns, so that all members write equally often.
        requests: (connection) => {
          if (connection === 0) round += 1
          const first = round * 1_237 + connection
          return Array.from({ length: readyRequests(READY, bench.options) }, (_, n) =>
            replyOf(first + n * CONNECTIONS),
          )
        },
      })
      const replyOf = (number: number): Request => ({
        method: 'POST',
        path: '/api/stories/replies',
        headers: {
          'content-type': 'application/json',
          origin: server.url,
          cookie: cookie(number, population),
        },
        body: JSON.stringify({
          storyId: publicStory(number, population),
          content: CONTENT,
          // For the bare server: another member, whose replies don't count toward this member's limit.
          memberId: memberId(memberNumber(number, population) + 1),
        }),
      })
      const sides = { ours: loadOf(server.url, server.pid), bare: loadOf(bare.url, bare.pid) }
      return [ratioRow('write', await compareLoads(sides, bench.options), 0.3)]
    }),
}
