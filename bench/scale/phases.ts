import { setTimeout as wait } from 'node:timers/promises'
import { withClient } from '#server/db/with-client.ts'
import { say } from '../workspace.ts'
import { figuresOf, type Ledger, type PhaseFigures } from './ledger.ts'
import type { LivePages } from './live-pages.ts'
import type { OpenPages } from './open-pages.ts'
import { probe } from './probe.ts'
import type { Site } from './site.ts'

/** How long a node is cut off from the database, in seconds. */
const CUT_SECONDS = 20
/** Seconds before a killed node is restarted, as by systemd. */
const RESTART_SECONDS = 3
/** Another node reopens a failed node's room; a page's seat is kept for 20 seconds. */
const ROOM_LIMIT_MS = 60_000

/** The result of a phase. */
export interface PhaseResult extends PhaseFigures {
  name: string
  /** The longest time in seconds that an event stream or a page in the live room was disconnected. */
  streamGap: number
  roomGap: number
  findings: string[]
}

export interface PhaseInput {
  site: Site
  ledger: Ledger
  pages: OpenPages
  room: LivePages
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
    name: 'kill -9 of the node with the live room',
    fault: async (site) => {
      const node = await roomNode(site)
      await node.kill()
      await wait(RESTART_SECONDS * 1_000)
      await node.start()
    },
  },
  {
    name: `a node cut off from the database for ${CUT_SECONDS} s`,
    fault: async (site) => {
      const proxy = site.proxies[site.nodes.indexOf(await roomNode(site))]
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
  { site, ledger, pages, room, seconds }: PhaseInput,
): Promise<PhaseResult> {
  say(`Phase: ${name}`)
  const first = ledger.attempts.length
  const gaps = { streams: pages.gaps.length, room: room.gaps.length }
  const endsAt = performance.now() + seconds * 1_000
  await wait(2_000)
  const faultAt = performance.now()
  await fault(site)
  await wait(Math.max(2_000, endsAt - performance.now()))
  const findings = await probe(site, pages, ledger)
  if (!(await room.allIn(ROOM_LIMIT_MS))) {
    findings.push(`Not everyone is back in the live room: ${room.state()}.`)
  }
  const result = {
    name,
    ...figuresOf(ledger.attempts.slice(first), faultAt),
    streamGap: Math.max(0, ...pages.gaps.slice(gaps.streams)),
    roomGap: Math.max(0, ...room.gaps.slice(gaps.room)),
    findings,
  }
  for (const finding of findings) say(`  ${finding}`)
  return result
}

/** The node that runs the live room. */
async function roomNode({ databases, nodes }: Site): Promise<Site['nodes'][number]> {
  const { rows } = await withClient({ url: databases.primary.adminUrl }, (client) =>
    client.query<{ url: string }>(
      'select node_url as url from live_session where ended_at is null',
    ),
  )
  const node = nodes.find(({ url }) => url === rows[0]?.url)
  if (!node) throw new Error('No node runs the live room.')
  return node
}
