import type { Installation } from './installation.ts'
import { neverAsked } from './load.ts'
import { cookie, type Population } from './population.ts'
import { openProbe } from './probe.ts'
import { type Cpu, cpuPerUnit, readCpu, withCpu } from './process-usage.ts'
import { median } from './statistics.ts'

/** Consecutive requests to one side before the other side's turn. */
const TURN = 10

/** One kind of read, by different members for different content. */
export interface Read {
  name: string
  path(number: number, population: Population): string
}

/** Sends one kind of read to one server and records how long each answer took. */
export interface Sampler {
  /** Sends several requests in a row, beginning with this number. */
  takeTurn(first: number): Promise<void>
  milliseconds: number[]
  /** Microseconds of CPU per answer. */
  cpu(): Cpu
  population: Population
}

export function samplerOf(installation: Installation, path: Read['path']): Sampler {
  const { population, server, databasePid } = installation
  const processes = { pid: server.pid, databasePid }
  const probe = openProbe(server.url)
  const milliseconds: number[] = []
  const used: Cpu = { server: 0, database: 0 }
  return {
    takeTurn: async (first) => {
      const before = await readCpu(processes)
      for (let number = first; number < first + TURN; number += 1) {
        const headers = { cookie: cookie(number, population) }
        milliseconds.push(await probe.ask(neverAsked(path(number, population)), headers))
      }
      const turn = cpuPerUnit(before, await readCpu(processes), 1)
      used.server += turn.server
      used.database += turn.database
    },
    milliseconds,
    cpu: () => ({
      server: used.server / milliseconds.length,
      database: used.database / milliseconds.length,
    }),
    population,
  }
}

/** Lets the samplers take turns, so that anything that slows the machine slows all of them. */
export async function inTurns(samplers: Sampler[], samples: number): Promise<void> {
  for (let number = 0; number < samples; number += TURN) {
    for (const sampler of samplers) await sampler.takeTurn(number)
  }
}

/** For example `p50 1.20 ms, 900 + 400 µs CPU`. */
export function p50({ milliseconds, cpu }: Sampler): string {
  return withCpu(`p50 ${median(milliseconds).toFixed(2)} ms`, cpu())
}
