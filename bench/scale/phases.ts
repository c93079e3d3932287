import { setTimeout as wait } from 'node:timers/promises'
import { say } from '../workspace.ts'
import { figuresOf, type Ledger, type PhaseFigures } from './ledger.ts'
import type { OpenPages } from './open-pages.ts'
import { probe } from './probe.ts'
import type { Site } from './site.ts'

/** How long a node is cut off from the database, in seconds. */
const CUT_SECONDS = 20
/** Seconds before a killed node is restarted, as by systemd. */
const RESTART_SECONDS = 3

/** The result of a phase. */
export interface PhaseResult extends PhaseFigures {
  name: string
  /** The longest time in seconds that an event stream was disconnected. */
  streamGap: number
  findings: string[]
}

export interface PhaseInput {
  site: Site
  ledger: Ledger
  pages: OpenPages
  seconds: number
}

/** One fault under load; `fault` resolves when it is over. */
interface Phase {
  name: string
  fault: (site: Site) => Promise<void>
}

const PHASES: Phase[] = [
  { name: 'no fault', fault: async () => {} },
  {
    name: 'kill -9 of a node',
    fault: async ({ nodes: [node] }) => {
      await node?.kill()
      await wait(RESTART_SECONDS * 1_000)
      await node?.start()
    },
  },
  {
    name: `a node cut off from the database for ${CUT_SECONDS} s`,
    fault: async ({ proxies: [proxy] }) => {
      proxy?.cut()
      await wait(CUT_SECONDS * 1_000)
      proxy?.mend()
    },
  },
  {
    name: 'failover to the replica',
    fault: async ({ databases, proxies }) => {
      for (const proxy of proxies) proxy.cut()
      await databases.failOver()
      for (const proxy of proxies) {
        proxy.moveTo(databases.replica.port)
        proxy.mend()
      }
    },
  },
  {
    name: 'all nodes replaced one by one',
    fault: async ({ nodes }) => {
      for (const node of nodes) {
        await node.stop()
        await node.start()
      }
    },
  },
]

export async function runPhases(input: PhaseInput): Promise<PhaseResult[]> {
  const results: PhaseResult[] = []
  for (const phase of PHASES) results.push(await runPhase(phase, input))
  return results
}

async function runPhase(
  { name, fault }: Phase,
  { site, ledger, pages, seconds }: PhaseInput,
): Promise<PhaseResult> {
  say(`Phase: ${name}`)
  const first = ledger.attempts.length
  const gaps = pages.gaps.length
  const endsAt = performance.now() + seconds * 1_000
  await wait(2_000)
  const faultAt = performance.now()
  await fault(site)
  await wait(Math.max(2_000, endsAt - performance.now()))
  const findings = await probe(site, pages, ledger)
  const result = {
    name,
    ...figuresOf(ledger.attempts.slice(first), faultAt),
    streamGap: Math.max(0, ...pages.gaps.slice(gaps)),
    findings,
  }
  for (const finding of findings) say(`  ${finding}`)
  return result
}
