import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** The part of V8's CPU profile that is used here (Chrome DevTools Protocol, `Profiler.Profile`). */
export interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  /** The node of each sample. */
  samples: number[]
  /** Microseconds between each sample and the previous one. */
  timeDeltas: number[]
}

export interface FunctionTime {
  /** The function's name and location: 'answer (server/http/route.ts:96)'. */
  name: string
  /** The share of the time that the process was busy, from 0 to 1. */
  share: number
}

/** How long a server loads and compiles its modules, in microseconds; not part of any row. */
const START_US = 5_000_000

const WAITING = ['(idle)', '(program)', '(root)']

/**
 * The functions by their self time, which excludes the functions they called; longest first.
 *
 * @param skip microseconds at the beginning that don't count
 */
export function selfTimes(
  { nodes, samples, timeDeltas }: CpuProfile,
  skip = START_US,
): FunctionTime[] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]))
  const times = new Map<string, number>()
  let busy = 0
  let now = 0
  for (const [index, id] of samples.entries()) {
    const name = names.get(id) ?? ''
    const time = timeDeltas[index] ?? 0
    now += time
    if (now <= skip || WAITING.includes(name)) continue
    busy += time
    times.set(name, (times.get(name) ?? 0) + time)
  }
  return [...times]
    .map(([name, time]) => ({ name, share: time / busy }))
    .sort((a, b) => b.share - a.share)
}

function nameOf(frame: CpuProfile['nodes'][number]['callFrame']): string {
  const { functionName, url, lineNumber } = frame
  const name = functionName || '(anonymous)'
  if (url === '') return name
  const place = url.replace(/^.*\/node_modules\//, '').replace(/^.*\/(server|contract)\//, '$1/')
  return `${name} (${place}:${lineNumber + 1})`
}

/** The functions with the longest self time in each profile of a folder, as text. */
export async function describeProfiles(folder: string, most = 25): Promise<string> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile')).sort()
  const texts = files.map(async (file) => {
    // V8 wrote it.
    const profile = JSON.parse(await readFile(join(folder, file), 'utf8')) as CpuProfile
    const lines = selfTimes(profile).slice(0, most).map(line)
    return `${basename(file)}\n${lines.join('\n')}\n`
  })
  return (await Promise.all(texts)).join('\n')
}

function line({ name, share }: FunctionTime): string {
  return `${(share * 100).toFixed(1).padStart(5)} %  ${name}`
}
