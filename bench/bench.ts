import { type Installation, openInstallation } from './installation.ts'
import type { Options } from './options.ts'
import type { Row } from './table.ts'
import type { Workshop } from './workshop.ts'

/** What the groups of rows are given. */
export interface Bench {
  options: Options
  workshop: Workshop
  /** The installation of the list, thread, write, memory, sign-in and upload rows. */
  community(): Promise<Installation>
}

export interface RowGroup {
  name: string
  measure(bench: Bench): Promise<Row[]>
}

export function createBench(options: Options, workshop: Workshop): Bench {
  let community: Promise<Installation> | undefined
  return {
    options,
    workshop,
    community: () => {
      community ??= openInstallation(workshop, options.stories)
      return community
    },
  }
}
