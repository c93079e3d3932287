import autocannon, { type Request } from 'autocannon'
import { cpuSeconds } from './process-usage.ts'
import { median } from './statistics.ts'
import { say } from './workshop.ts'

export type { Request }

/** What is asked of one server. */
export interface Load {
  url: string
  pid: number
  connections: number
  /** The requests of one connection, which it repeats when it is through; asked for in each round. */
  requests: (connection: number) => Request[]
  /** The only status that counts as an answer. */
  status: number
}

/** What came of it. */
export interface Throughput {
  /** Answers per second. */
  rate: number
  /** CPU time of the server's process per answer, where the system tells. */
  microseconds: number | undefined
}

export interface Comparison {
  /** Median of the rounds' ratios. */
  ratio: number
  ours: Throughput
  bare: Throughput
}

/** Keeps a server busy for some seconds. Throws when anything but the expected status comes back. */
export async function measureLoad(load: Load, seconds: number): Promise<Throughput> {
  const { url, pid, connections, status } = load
  let connection = 0
  // Counts from the last connection's start: it takes a while to write the requests.
  let startedAt = 0
  const before = await cpuSeconds(pid)
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    setupClient: (client) => {
      client.setRequests(load.requests(connection++))
      startedAt = performance.now()
    },
  })
  const elapsed = (performance.now() - startedAt) / 1000
  const after = await cpuSeconds(pid)
  const count = result.statusCodeStats[status]?.count ?? 0
  const isClean = result.errors === 0 && Object.keys(result.statusCodeStats).length === 1
  if (!isClean || count === 0) {
    const stats = JSON.stringify(result.statusCodeStats)
    throw new Error(`${url} was expected to answer ${status}: ${result.errors} errors, ${stats}`)
  }
  const used = before !== undefined && after !== undefined ? after - before : undefined
  return {
    rate: count / elapsed,
    microseconds: used === undefined ? undefined : (used / count) * 1e6,
  }
}

/** Loads both servers in turn, round after round, so that what slows the machine slows both. */
export async function compareLoads(
  given: { ours: Load; bare: Load },
  plan: { rounds: number; seconds: number },
): Promise<Comparison> {
  await measureLoad(given.ours, plan.seconds)
  await measureLoad(given.bare, plan.seconds)
  const rounds: { ours: Throughput; bare: Throughput }[] = []
  for (let round = 0; round < plan.rounds; round += 1) {
    const ours = await measureLoad(given.ours, plan.seconds)
    const bare = await measureLoad(given.bare, plan.seconds)
    say(`  ${inWords(ours)}, bare ${inWords(bare)}`)
    rounds.push({ ours, bare })
  }
  return {
    ratio: median(rounds.map(({ ours, bare }) => ours.rate / bare.rate)),
    ours: middle(rounds.map(({ ours }) => ours)),
    bare: middle(rounds.map(({ bare }) => bare)),
  }
}

function middle(results: Throughput[]): Throughput {
  const used = results.flatMap(({ microseconds }) => microseconds ?? [])
  return {
    rate: median(results.map(({ rate }) => rate)),
    microseconds: used.length > 0 ? median(used) : undefined,
  }
}

/** Such as `3,120/s, 290 µs CPU`. */
export function inWords({ rate, microseconds }: Throughput): string {
  const perSecond = `${Math.round(rate).toLocaleString('en')}/s`
  return microseconds === undefined ? perSecond : `${perSecond}, ${Math.round(microseconds)} µs CPU`
}

let asked = 0

/** An address that was never asked for, so that no answer in memory fits; the server ignores `_`. */
export function neverAsked(path: string): string {
  asked += 1
  return `${path}${path.includes('?') ? '&' : '?'}_=${asked}`
}
