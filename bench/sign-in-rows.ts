import { setTimeout as wait } from 'node:timers/promises'
import { measureBareHash } from './bare-process.ts'
import type { Bench, RowGroup } from './bench.ts'
import type { Installation } from './installation.ts'
import { p99Row, readList } from './latency.ts'
import {
  type Load,
  measureLoad,
  type Request,
  readyRequests,
  summarize,
  type Throughput,
} from './load.ts'
import type { Options } from './options.ts'
import { PASSWORD, username } from './population.ts'
import { ratioRow } from './ratio-row.ts'
import type { Row } from './table.ts'
import { say } from './workspace.ts'

const CONNECTIONS = 4
/** Sign-ins that one connection prepares; more than it makes in a round. */
const READY = 500

export const signInRows: RowGroup = {
  name: 'sign-in',
  measure: async (bench) => {
    say('sign-in')
    const { answers, ...rest } = bench.options
    // A tiny run needs only a tenth of its answers here, because hashing a password takes long.
    const few = { ...bench, options: { ...rest, ...(answers && { answers: answers / 10 }) } }
    const load = signIns(await bench.community(), few.options)
    return [await compareRates(few, load), await othersMeanwhile(few, load)]
  },
}

async function compareRates({ workspace, options }: Bench, load: Load): Promise<Row> {
  const { rounds, seconds } = options
  const ours: Throughput[] = []
  const bare: Throughput[] = []
  await measureLoad(load, options)
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await measureLoad(load, options))
    bare.push(await measureBareHash(workspace, { lanes: CONNECTIONS, seconds }))
  }
  return ratioRow('sign-in', summarize({ ours, bare }), 0.65)
}

/** The effect of sign-ins on another member's reads. */
async function othersMeanwhile(bench: Bench, load: Load): Promise<Row> {
  const community = await bench.community()
  const duration = bench.options.rounds * bench.options.seconds
  const idle = await readList(community, wait(duration * 1000))
  const busy = await readList(community, measureLoad(load, { ...bench.options, seconds: duration }))
  return p99Row('sign-in: other calls', { busy, idle, atMost: 3 })
}

/** Many members sign in, each from their own IP address. */
function signIns({ server, population, databasePid }: Installation, options: Options): Load {
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
    url: server.url,
    pid: server.pid,
    databasePid,
    connections: CONNECTIONS,
    status: 200,
    requests: () => Array.from({ length: readyRequests(READY, options) }, next),
  }
}
