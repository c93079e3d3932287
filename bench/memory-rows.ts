import type { RowGroup } from './bench.ts'
import { type Load, measureLoad, neverAsked, readyRequests } from './load.ts'
import { flatRow, memoryRow } from './memory-row.ts'
import { middleThread, publicStory, tagName } from './population.ts'
import { residentMegabytes, watchMemory } from './process-usage.ts'
import { say } from './workspace.ts'

const CONNECTIONS = 32

/** Memory of the server's process in megabytes: idle, after a load, and during minutes of reading. */
export const memoryRows: RowGroup = {
  name: 'memory',
  measure: async ({ community, options }) => {
    say('memory')
    const installation = await community()
    await installation.restart()
    const { server, population, viewer, databasePid } = installation
    const { pid, url } = server
    const list: Load = {
      url,
      pid,
      databasePid,
      connections: CONNECTIONS,
      status: 200,
      requests: () => [{ path: '/api/stories?pageSize=6', headers: viewer }],
    }
    const atStart = await residentMegabytes(pid)
    await measureLoad(list, { ...options, seconds: options.rounds * options.seconds })
    const afterList = await residentMegabytes(pid)
    const paths = (number: number): string[] => [
      '/api/stories?pageSize=6',
      `/api/stories?tag=${encodeURIComponent(tagName(number))}`,
      `/api/stories/${publicStory(number, population)}`,
      `/api/stories/${middleThread(number, population)}/replies`,
    ]
    const reading: Load = {
      ...list,
      requests: (connection) =>
        Array.from({ length: readyRequests(200, options) }, (_, n) => paths(connection * 200 + n))
          .flat()
          .map((path) => ({ path: neverAsked(path), headers: viewer })),
    }
    const { megabytes } = await watchMemory(pid, () =>
      measureLoad(reading, { ...options, seconds: options.minutes * 60 }),
    )
    const most = Math.max(...megabytes)
    const span = `${options.minutes} min of reading`
    return [
      memoryRow(
        { name: 'memory at rest', ours: 'server process' },
        { value: atStart, atMost: 200 },
      ),
      memoryRow(
        { name: 'memory after list', ours: 'server process' },
        { value: afterList, atMost: 260 },
      ),
      memoryRow({ name: 'memory, most', ours: span }, { value: most, atMost: 260 }),
      flatRow('memory, flat', megabytes),
    ]
  },
}
