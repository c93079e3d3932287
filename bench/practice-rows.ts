import type { Bench, RowGroup } from './bench.ts'
import { fillPractice } from './fill-practice.ts'
import type { Installation } from './installation.ts'
import { type Cpu, withCpu } from './process-usage.ts'
import { inTurns, p50, type Read, type Sampler, samplerOf } from './samplers.ts'
import { median } from './statistics.ts'
import { judge, type Row } from './table.ts'
import { say } from './workspace.ts'

/** The size of both databases in stories, which the daily practice doesn't read. */
const STORIES_PER_MEMBER = 10

/** The requests of a member's page for today. */
const READS: Read[] = [
  { name: 'daily word', path: () => '/api/daily' },
  { name: 'mood panel', path: () => '/api/moods?pageSize=6' },
  { name: 'actions', path: () => '/api/daily-actions' },
  { name: 'personal actions', path: () => '/api/daily-myactions' },
  { name: 'week', path: () => '/api/daily-actions/week' },
  { name: 'trivia', path: () => '/api/trivia/today' },
]

/** Today's page where all members have written for a year, against one where nobody has. */
export const practiceRows: RowGroup = {
  name: 'practice',
  measure: async (bench) => {
    const { install, options } = bench
    const stories = options.journals.members * STORIES_PER_MEMBER
    const empty = await install(stories)
    const full = await install(stories)
    await fillPractice(full, options.journals.days)
    const parts: Part[] = []
    for (const read of READS) parts.push(await compare(bench, { empty, full, read }))
    await empty.stop()
    await full.stop()
    return [...parts.map(partRow), pageRow(parts)]
  },
}

/** One of the page's reads, on both sides. */
interface Part {
  name: string
  ours: Sampler
  peer: Sampler
}

async function compare(
  { options }: Bench,
  given: { empty: Installation; full: Installation; read: Read },
): Promise<Part> {
  const { name, path } = given.read
  say(`practice: ${name}`)
  const part = { name, ours: samplerOf(given.full, path), peer: samplerOf(given.empty, path) }
  await inTurns([part.ours, part.peer], options.samples)
  return part
}

/** Has no bar: an empty list is always faster than a full one. */
function partRow({ name, ours, peer }: Part): Row {
  return judge(
    { name: `practice: ${name}`, ours: `${p50(ours)} full`, peer: `${p50(peer)} empty` },
    { value: median(ours.milliseconds) / median(peer.milliseconds) },
  )
}

function pageRow(parts: readonly Part[]): Row {
  const sum = (side: 'ours' | 'peer'): number =>
    parts.reduce((total, part) => total + median(part[side].milliseconds), 0)
  const cpu = (side: 'ours' | 'peer', of: keyof Cpu): number =>
    parts.reduce((total, part) => total + part[side].cpu()[of], 0)
  const inWords = (side: 'ours' | 'peer'): string =>
    withCpu(`${sum(side).toFixed(2)} ms`, {
      server: cpu(side, 'server'),
      database: cpu(side, 'database'),
    })
  return judge(
    { name: 'practice: the whole page', ours: inWords('ours'), peer: inWords('peer') },
    { value: sum('ours') / sum('peer'), atMost: 1.3 },
  )
}
