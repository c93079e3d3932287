import type { Installation } from './installation.ts'
import { neverAsked } from './load.ts'
import { cookie, type Population } from './population.ts'
import { openProbe } from './probe.ts'
import { median } from './statistics.ts'

/** Requests in a row to one side, before the other has its turn. */
const TURN = 10

/** One read, asked by different members for different things. */
export interface Read {
  name: string
  path(number: number, population: Population): string
}

/** Asks one server for one kind of thing and remembers how long each answer took. */
export interface Asker {
  ask(number: number): Promise<void>
  milliseconds: number[]
  population: Population
}

export function askerOf({ population, server }: Installation, path: Read['path']): Asker {
  const probe = openProbe(server.url)
  const milliseconds: number[] = []
  return {
    ask: async (number) => {
      const headers = { cookie: cookie(number, population) }
      milliseconds.push(await probe.ask(neverAsked(path(number, population)), headers))
    },
    milliseconds,
    population,
  }
}

/** They take turns, so that what slows the machine slows all. */
export async function inTurns(askers: Asker[], samples: number): Promise<void> {
  for (let number = 0; number < samples; number += TURN) {
    for (const asker of askers) {
      for (let turn = 0; turn < TURN; turn += 1) await asker.ask(number + turn)
    }
  }
}

export function p50({ milliseconds }: Asker): string {
  return `p50 ${median(milliseconds).toFixed(2)} ms`
}
