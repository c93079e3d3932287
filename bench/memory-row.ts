import { mean } from './statistics.ts'
import { judge, type Row } from './table.ts'

/** Memory counts as flat if the last quarter's mean is at most this many times the second's. */
const FLAT = 1.1

/** @param megabytes the memory of a process, sampled at regular intervals */
export function flatRow(name: string, megabytes: readonly number[]): Row {
  const [second, last] = [quarter(megabytes, 1), quarter(megabytes, 3)]
  return judge(
    {
      name,
      ours: `last quarter ${last.toFixed(0)} MB`,
      peer: `second quarter ${second.toFixed(0)} MB`,
    },
    { value: last / second, atMost: FLAT },
  )
}

/** A row with an amount of memory, in megabytes. */
export function memoryRow(
  row: { name: string; ours: string; peer?: string },
  figure: { value: number; atMost?: number },
): Row {
  return judge({ peer: '', ...row }, { ...figure, unit: ' MB', digits: 0 })
}

/** A row with the growth of a server's memory. */
export function growthRow(name: string, ours: string, megabytes: readonly number[]): Row {
  const [first = 0] = megabytes
  const figure = { value: Math.max(...megabytes) - first, atMost: 32 }
  return memoryRow({ name, ours, peer: before(megabytes) }, figure)
}

/** The memory before some work, in words. */
export function before([first = 0]: readonly number[]): string {
  return `${first.toFixed(0)} MB before`
}

function quarter(values: readonly number[], n: number): number {
  const [from, to] = [values.length * n, values.length * (n + 1)]
  return mean(values.slice(Math.floor(from / 4), Math.ceil(to / 4)))
}
