import {
  DataFolders,
  type Installation,
  type InstallationExtras,
  openInstallation,
} from './installation.ts'
import type { Options } from './options.ts'
import { populationOf } from './population.ts'
import type { Row } from './table.ts'
import type { Workshop } from './workshop.ts'

/** What the groups of rows are given. */
export interface Bench {
  options: Options
  workshop: Workshop
  /** A new installation with that many stories. */
  install(stories: number, extras?: InstallationExtras): Promise<Installation>
  /** The installation of the list, thread, write, memory, sign-in and upload rows. */
  community(): Promise<Installation>
}

export interface RowGroup {
  name: string
  measure(bench: Bench): Promise<Row[]>
}

export function createBench(options: Options, workshop: Workshop): Bench {
  const dataFolders = new DataFolders(workshop)
  let community: Promise<Installation> | undefined
  const install: Bench['install'] = async (stories, extras = {}) => {
    const population = populationOf(stories)
    const dataDir = await dataFolders.take(population)
    return openInstallation(workshop, { population, dataDir, ...extras })
  }
  return {
    options,
    workshop,
    install,
    community: () => {
      community ??= install(options.stories)
      return community
    },
  }
}
