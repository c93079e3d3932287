import type { Installation } from './installation.ts'
import { neverAsked } from './load.ts'
import { cookie, type Population } from './population.ts'
import { openProbe } from './probe.ts'
import { type Cpu, cpuPerUnit, readCpu, withCpu } from './process-usage.ts'
import { median } from './statistics.ts'

/** Requests in a row to one side, before the other has its turn. */
const TURN = 10

/** One read, asked by different members for different things. */
export interface Read {
  name: string
  path(number: number, population: Population): string
}

/** Asks one server for one kind of thing and remembers how long each answer took. */
export interface Sampler {
  /** Asks some times in a row, beginning with that number. */
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

/** They take turns, so that what slows the machine slows all. */
export async function inTurns(samplers: Sampler[], samples: number): Promise<void> {
  for (let number = 0; number < samples; number += TURN) {
    for (const sampler of samplers) await sampler.takeTurn(number)
  }
}

/** Such as `p50 1.20 ms, 900 + 400 µs CPU`. */
export function p50({ milliseconds, cpu }: Sampler): string {
  return withCpu(`p50 ${median(milliseconds).toFixed(2)} ms`, cpu())
}
