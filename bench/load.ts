import autocannon, { type Request } from 'autocannon'
import { type Cpu, cpuPerUnit, type Processes, readCpu, withCpu } from './process-usage.ts'
import { median } from './statistics.ts'
import { say } from './workspace.ts'

export type { Request }

/** A load on one server. */
export interface Load extends Processes {
  url: string
  connections: number
  /** The requests of one connection, which it repeats. Called in each round. */
  requests: (connection: number) => Request[]
  /** The expected status of each answer. */
  status: number
}

/** The result of a load. */
export interface Throughput {
  /** Answers per second. */
  rate: number
  /** Microseconds per answer. Unlike the rate, it depends little on other load on the machine. */
  cpu: Cpu
}

export interface Comparison {
  /** Median of the rounds' ratios. */
  ratio: number
  ours: Throughput
  bare: Throughput
}

/** How long a load lasts: a number of seconds, or of answers if given. */
export interface Span {
  seconds: number
  answers?: number
}

/** How many requests a connection prepares: `most`, or the number it will send if that is lower. */
export function readyRequests(most: number, { answers = most }: Span): number {
  return Math.min(most, answers)
}

/** Puts a load on a server. Throws on any status other than the expected one. */
export async function measureLoad(load: Load, { seconds, answers }: Span): Promise<Throughput> {
  const { url, connections, status } = load
  let connection = 0
  // Measured from the start of the last connection, because preparing the requests takes a while.
  let startedAt = 0
  const before = await readCpu(load)
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(answers && { amount: answers }),
    // autocannon checks only at samples whether its time is over.
    sampleInt: Math.min(1_000, seconds * 250),
    setupClient: (client) => {
      client.setRequests(load.requests(connection++))
      startedAt = performance.now()
    },
  })
  const elapsed = (performance.now() - startedAt) / 1000
  const after = await readCpu(load)
  const count = result.statusCodeStats[status]?.count ?? 0
  const isClean = result.errors === 0 && Object.keys(result.statusCodeStats).length === 1
  if (!isClean || count === 0) {
    const stats = JSON.stringify(result.statusCodeStats)
    throw new Error(`${url} was expected to answer ${status}: ${result.errors} errors, ${stats}`)
  }
  return { rate: count / elapsed, cpu: cpuPerUnit(before, after, count) }
}

/** Loads both servers in alternation, so that anything that slows the machine slows both. */
export async function compareLoads(
  given: { ours: Load; bare: Load },
  plan: Span & { rounds: number },
): Promise<Comparison> {
  await measureLoad(given.ours, plan)
  await measureLoad(given.bare, plan)
  const ours: Throughput[] = []
  const bare: Throughput[] = []
  for (let round = 0; round < plan.rounds; round += 1) {
    ours.push(await measureLoad(given.ours, plan))
    bare.push(await measureLoad(given.bare, plan))
  }
  return summarize({ ours, bare })
}

/** @param rounds the results of each round for both sides */
export function summarize(rounds: { ours: Throughput[]; bare: Throughput[] }): Comparison {
  const { ours, bare } = rounds
  for (const [round, result] of ours.entries()) {
    say(`  ${inWords(result)}; bare ${inWords(bare[round] ?? result)}`)
  }
  return {
    ratio: median(ours.map(({ rate }, round) => rate / (bare[round]?.rate ?? Number.NaN))),
    ours: middle(ours),
    bare: middle(bare),
  }
}

function middle(results: Throughput[]): Throughput {
  return {
    rate: median(results.map(({ rate }) => rate)),
    cpu: {
      server: median(results.map(({ cpu }) => cpu.server)),
      database: median(results.map(({ cpu }) => cpu.database)),
    },
  }
}

/** For example `3,120/s, 290 + 310 µs CPU`, for the server and its database. */
export function inWords({ rate, cpu }: Throughput): string {
  const digits = { maximumFractionDigits: rate < 100 ? 1 : 0 }
  return withCpu(`${rate.toLocaleString('en', digits)}/s`, cpu)
}

let asked = 0

/** A URL that was never requested, so that it isn't in the cache; the server ignores `_`. */
export function neverAsked(path: string): string {
  asked += 1
  return `${path}${path.includes('?') ? '&' : '?'}_=${asked}`
}
