import { setTimeout as wait } from 'node:timers/promises'
import { measureBareHash } from './bare-process.ts'
import type { Bench, RowGroup } from './bench.ts'
import type { Installation } from './installation.ts'
import { type Load, measureLoad, neverAsked, type Request } from './load.ts'
import { PASSWORD, username } from './population.ts'
import { lookAround, openProbe } from './probe.ts'
import { median, percentile } from './statistics.ts'
import { judge, type Row } from './table.ts'
import { say } from './workshop.ts'

const CONNECTIONS = 4
/** Sign-ins that one connection has ready; more than it makes in a round. */
const READY = 500

export const signInRows: RowGroup = {
  name: 'sign-in',
  measure: async (bench) => {
    say('sign-in')
    const load = signIns(await bench.community())
    return [await compareRates(bench, load), await othersMeanwhile(bench, load)]
  },
}

async function compareRates({ workshop, options }: Bench, load: Load): Promise<Row> {
  const { rounds, seconds } = options
  const results: { ours: number; bare: number }[] = []
  await measureLoad(load, 1)
  for (let round = 0; round < rounds; round += 1) {
    const { rate } = await measureLoad(load, seconds)
    const bare = await measureBareHash(workshop, { lanes: CONNECTIONS, seconds })
    say(`  ${rate.toFixed(1)}/s, bare ${bare.toFixed(1)}/s`)
    results.push({ ours: rate, bare })
  }
  return judge(
    {
      name: 'sign-in',
      ours: `${median(results.map(({ ours }) => ours)).toFixed(1)}/s`,
      peer: `argon2id ${median(results.map(({ bare }) => bare)).toFixed(1)}/s`,
    },
    { value: median(results.map(({ ours, bare }) => ours / bare)), atLeast: 0.85 },
  )
}

/** What somebody else notices who reads while others sign in. */
async function othersMeanwhile(bench: Bench, load: Load): Promise<Row> {
  const community = await bench.community()
  const duration = bench.options.rounds * bench.options.seconds
  const idle = await readList(community, wait(duration * 1000))
  const busy = await readList(community, measureLoad(load, duration))
  return p99Row('sign-in: other calls', { busy, idle })
}

/** Milliseconds of a member's reads of the list, never from memory, until something is over. */
export function readList(community: Installation, until: Promise<unknown>): Promise<number[]> {
  const probe = openProbe(community.server.url)
  const read = (): Promise<number> =>
    probe.ask(neverAsked('/api/stories?pageSize=6'), community.viewer)
  return lookAround(read, until).finally(() => probe.close())
}

export function p99Row(name: string, given: { busy: number[]; idle: number[] }): Row {
  const [busy, idle] = [percentile(given.busy, 0.99), percentile(given.idle, 0.99)]
  return judge(
    { name, ours: `p99 ${busy.toFixed(1)} ms`, peer: `idle ${idle.toFixed(1)} ms` },
    { value: busy / idle, atMost: 2 },
  )
}

/** Many members sign in, each from an address of their own. */
function signIns({ server, population }: Installation): Load {
  let attempts = 0
  const next = (): Request => {
    const number = attempts++
    return {
      method: 'POST',
      path: '/api/login',
      headers: {
        'content-type': 'application/json',
        origin: server.url,
        'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
      },
      body: JSON.stringify({ username: username(number, population), password: PASSWORD }),
    }
  }
  return {
    ...{ url: server.url, pid: server.pid, connections: CONNECTIONS, status: 200 },
    requests: () => Array.from({ length: READY }, next),
  }
}
