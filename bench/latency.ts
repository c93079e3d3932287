import type { Installation } from './installation.ts'
import { neverAsked } from './load.ts'
import { measureUntil, openProbe } from './probe.ts'
import { percentile } from './statistics.ts'
import { judge, type Row } from './table.ts'

/** Durations of a member's uncached list reads until `until` settles, in milliseconds. */
export function readList(community: Installation, until: Promise<unknown>): Promise<number[]> {
  const probe = openProbe(community.server.url)
  const read = (): Promise<number> =>
    probe.ask(neverAsked('/api/stories?pageSize=6'), community.viewer)
  return measureUntil(read, until).finally(() => probe.close())
}

export function p99Row(
  name: string,
  given: { busy: number[]; idle: number[]; atMost?: number },
): Row {
  const [busy, idle] = [percentile(given.busy, 0.99), percentile(given.idle, 0.99)]
  return judge(
    { name, ours: `p99 ${busy.toFixed(1)} ms`, peer: `idle ${idle.toFixed(1)} ms` },
    { value: busy / idle, atMost: given.atMost ?? 2 },
  )
}
