import {
  DataFolders,
  type Installation,
  type InstallationExtras,
  openInstallation,
} from './installation.ts'
import type { Options } from './options.ts'
import { populationOf } from './population.ts'
import type { Row } from './table.ts'
import type { Workspace } from './workspace.ts'

/** The input of the row groups. */
export interface Bench {
  options: Options
  workspace: Workspace
  /** Creates an installation with that many stories. */
  install(stories: number, extras?: InstallationExtras): Promise<Installation>
  /** The installation of the list, thread, write, memory, sign-in and upload rows. */
  community(): Promise<Installation>
}

export interface RowGroup {
  name: string
  measure(bench: Bench): Promise<Row[]>
}

export function createBench(options: Options, workspace: Workspace): Bench {
  const dataFolders = new DataFolders(workspace)
  let community: Promise<Installation> | undefined
  const install: Bench['install'] = async (stories, extras = {}) => {
    const population = populationOf(stories)
    const dataDir = await dataFolders.take(population)
    return openInstallation(workspace, { population, dataDir, ...extras })
  }
  return {
    options,
    workspace,
    install,
    community: () => {
      community ??= install(options.stories)
      return community
    },
  }
}
