/**
 * `npm run fuzz`: sends generated requests in all roles to its own server, and compares every answer
 * with the OpenAPI document and the error format. `document` reads the calls, `values` and `requests`
 * generate requests, `community` creates members and content, `judge` contains the rules, and `run`
 * finds the smallest request for each problem.
 */
import { fail, readCommandLine } from '../scripts/command-line.ts'
import { fixtureMaker } from './community.ts'
import { operationsOf } from './document.ts'
import { describe, describeFinding, fuzz } from './run.ts'
import { sendTo } from './send.ts'
import { type MemoryUse, startFuzzedServer } from './server.ts'

const HELP = `npm run fuzz -- [--minutes 5] [--seed 1] [--rounds 10] [--lanes 4]

  --minutes  how long to go on
  --seed     makes the same requests again; a new one is taken and named otherwise
  --rounds   stop after so many rounds of 100 requests
  --lanes    how many rounds go on at once

LOG_LEVEL=error shows what the server logs meanwhile.`
/** Rounds after which the server's caches are filled. */
const WARM_UP_ROUNDS = 20
/** Heap growth after the warm-up that doesn't count as a leak, in megabytes. */
const HEAP_SLACK = 24

async function main(): Promise<number> {
  const { values } = readCommandLine({
    help: HELP,
    options: {
      minutes: { type: 'string', default: '5' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
      rounds: { type: 'string', default: 'Infinity' },
      lanes: { type: 'string', default: '4' },
    },
  })
  const [minutes, seed, rounds, lanes] = [
    values.minutes,
    values.seed,
    values.rounds,
    values.lanes,
  ].map(Number)
  const isClear = minutes && Number.isInteger(seed) && rounds && lanes
  if (!isClear || seed === undefined) fail(HELP)
  const server = await startFuzzedServer()
  try {
    console.log(`Seed ${seed}`)
    const { origin, db } = server
    const send = sendTo(origin)
    const document: unknown = await (await fetch(`${origin}/api/openapi.json`)).json()
    const makeFixture = fixtureMaker({ db, origin, send })
    const target = { origin, operations: operationsOf(document), makeFixture, send }
    const end = Date.now() + minutes * 60_000
    const memory: MemoryUse[] = []
    const report = await fuzz(target, {
      seed,
      lanes,
      isOver: (round) => round >= rounds || Date.now() > end || !server.isRunning(),
      afterRound: async (round) => {
        if (round % WARM_UP_ROUNDS === WARM_UP_ROUNDS - 1) memory.push(await server.memory())
      },
      onFinding: (finding) => console.log(`\n${describeFinding(finding)}`),
    })
    console.log(`\n${describe(report)}`)
    return judgeServer(server.isRunning(), memory) && report.findings.length === 0 ? 0 : 1
  } finally {
    await server.stop()
  }
}

/** Whether the server is still running and its heap has not grown. */
function judgeServer(isRunning: boolean, memory: readonly MemoryUse[]): boolean {
  if (!isRunning) {
    console.log('THE SERVER STOPPED')
    return false
  }
  const [first, last] = [memory.at(0), memory.at(-1)]
  if (!first || !last) return true
  const inWords = (uses: number[]): string => uses.map((use) => use.toFixed(0)).join(', ')
  console.log(`Memory in use: ${inWords(memory.map(({ heap }) => heap))} MB`)
  console.log(`Resident: ${inWords(memory.map(({ resident }) => resident))} MB`)
  const hasGrown = last.heap > first.heap + HEAP_SLACK
  if (hasGrown) console.log('THE SERVER KEEPS MEMORY')
  return !hasGrown
}

process.exitCode = await main()
