import { type BareServer, startBareServer } from './bare-process.ts'
import type { Bench, RowGroup } from './bench.ts'
import type { Installation } from './installation.ts'
import { compareLoads, neverAsked, type Request, readyRequests } from './load.ts'
import { LONG_THREAD } from './population.ts'
import { ratioRow } from './ratio-row.ts'
import type { Row } from './table.ts'
import { say } from './workspace.ts'

const CONNECTIONS = 32
/** So many that the server's cache has dropped the first one when a connection returns to it. */
const NEW_ADDRESSES = 1_500
const LIST = '/api/stories?pageSize=6'
/** The scale for answers from the cache. */
const SHORT = 6
/** The scale for answers without a body, which are so cheap that V8's compiling would dominate. */
const SHORTEST = 40
/** The scale for answers with hundreds of replies. */
const LONG = 0.2
const THREAD = `/api/stories/${LONG_THREAD}/replies`

export const listRows: RowGroup = {
  name: 'list',
  measure: (bench) =>
    withBareServer(bench, async (sides) => {
      await requireSameBytes(sides, LIST)
      return [
        await compare(bench, sides, { name: 'list', path: LIST, scale: SHORT, atLeast: 2 }),
        await compare(bench, sides, {
          name: 'list, cold',
          path: LIST,
          isCold: true,
          atLeast: 0.6,
        }),
        await compare(bench, sides, {
          name: 'list, unchanged',
          path: LIST,
          isUnchanged: true,
          scale: SHORTEST,
          atLeast: 0.35,
        }),
      ]
    }),
}

export const threadRows: RowGroup = {
  name: 'thread',
  measure: (bench) =>
    withBareServer(bench, async (sides) => {
      await requireSameBytes(sides, THREAD)
      return [
        await compare(bench, sides, { name: 'thread', path: THREAD, scale: LONG, atLeast: 0.6 }),
        await compare(bench, sides, {
          name: 'thread, cold',
          path: THREAD,
          isCold: true,
          scale: LONG,
          atLeast: 0.6,
        }),
      ]
    }),
}

export interface Sides {
  community: Installation
  bare: BareServer
}

/** Runs `measure` while the bare server runs on the community's database. */
export async function withBareServer(
  bench: Bench,
  measure: (sides: Sides) => Promise<Row[]>,
): Promise<Row[]> {
  const community = await bench.community()
  const bare = await startBareServer(bench.workspace, community)
  try {
    return await measure({ community, bare })
  } finally {
    await bare.stop()
  }
}

/** Throws unless both send the same answer, because otherwise the comparison means nothing. */
async function requireSameBytes({ community, bare }: Sides, path: string): Promise<void> {
  const [ours, theirs] = await Promise.all(
    [community.server.url, bare.url].map(async (url) => {
      const response = await fetch(url + path, { headers: community.viewer })
      return `${response.headers.get('x-total-count')} ${await response.text()}`
    }),
  )
  if (ours !== theirs) {
    throw new Error(
      `The bare server answers ${path} with other bytes; bare-server.ts has to follow the contract.\n${ours?.slice(0, 1_500)}\n${theirs?.slice(0, 1_500)}`,
    )
  }
}

interface Comparable {
  name: string
  path: string
  /** Every URL is new, so that no cached answer fits. */
  isCold?: boolean
  isUnchanged?: boolean
  /** Multiplies the answers of a tiny run: cheap ones need more to be measurable. */
  scale?: number
  atLeast: number
}

async function compare(bench: Bench, { community, bare }: Sides, input: Comparable): Promise<Row> {
  const { name, path, isCold = false, isUnchanged = false, scale = 1, atLeast } = input
  say(name)
  const { databasePid, server } = community
  const headers = { ...community.viewer, ...(isUnchanged && (await ifNoneMatch(community, path))) }
  const { answers, ...rest } = bench.options
  const plan = { ...rest, ...(answers && { answers: Math.ceil(answers * scale) }) }
  const requests = (): Request[] =>
    isCold
      ? Array.from({ length: readyRequests(NEW_ADDRESSES, plan) }, () => ({
          path: neverAsked(path),
          headers,
        }))
      : [{ path, headers }]
  const status = isUnchanged ? 304 : 200
  const load = { databasePid, connections: CONNECTIONS, requests, status }
  const comparison = await compareLoads(
    {
      ours: { ...load, url: server.url, pid: server.pid },
      bare: { ...load, url: bare.url, pid: bare.pid },
    },
    plan,
  )
  return ratioRow(name, comparison, atLeast)
}

async function ifNoneMatch(community: Installation, path: string): Promise<Record<string, string>> {
  const response = await fetch(community.server.url + path, { headers: community.viewer })
  await response.arrayBuffer()
  return { 'if-none-match': response.headers.get('etag') ?? '' }
}
