import { appendFile, constants, cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Right } from '#contract/rights.ts'
import { findRunningPostgres } from '#server/db/embedded/cluster.ts'
import { clusterPath } from '#server/db/embedded/initialize.ts'
import { findPostmaster } from '#server/db/embedded/postmaster.ts'
import { withClient } from '#server/db/with-client.ts'
import { fillDataFolder } from './fill.ts'
import { type OurServer, startOurServer } from './our-server.ts'
import { cookie, memberId, memberNumber, type Population, VIEWER } from './population.ts'
import { say, type Workspace } from './workspace.ts'

export interface InstallationExtras {
  /** Additional environment variables for the server. */
  environment?: Record<string, string>
  /** A line of PostgreSQL's configuration. */
  databaseSetting?: string
}

interface InstallationInput extends InstallationExtras {
  population: Population
  /** A folder that is already filled. */
  dataDir: string
}

/** A filled data folder and the server that runs on it. */
export interface Installation {
  population: Population
  dataDir: string
  server: OurServer
  databaseUrl: string
  /** PostgreSQL's main process, the parent of all others. */
  databasePid: number
  /** Headers of the member who reads lists. */
  viewer: { cookie: string }
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Above this many stories, filling again is cheaper than the disk space of a copy. */
const MOST_COPIED = 200_000

/** Creates filled data folders. Each size is filled once and copied for later installations. */
export class DataFolders {
  readonly #workspace: Workspace
  readonly #filled = new Map<number, Promise<string>>()

  constructor(workspace: Workspace) {
    this.#workspace = workspace
  }

  async take(population: Population): Promise<string> {
    const { stories } = population
    if (stories > MOST_COPIED) return this.#fill(population)
    const filled = this.#filled.get(stories) ?? this.#fill(population)
    this.#filled.set(stories, filled)
    const copy = await this.#workspace.folder('data')
    await cp(await filled, copy, { recursive: true, mode: constants.COPYFILE_FICLONE })
    return copy
  }

  async #fill(population: Population): Promise<string> {
    say(`Filling a database with ${population.stories.toLocaleString('en')} stories`)
    const folder = await this.#workspace.folder('filled')
    await fillDataFolder(this.#workspace, folder, population)
    return folder
  }
}

export async function openInstallation(
  workspace: Workspace,
  { population, dataDir, environment = {}, databaseSetting = '' }: InstallationInput,
): Promise<Installation> {
  const directory = join(dataDir, 'postgres')
  await appendFile(join(clusterPath(directory), 'postgresql.auto.conf'), `${databaseSetting}\n`)
  const start = async (): Promise<Pick<Installation, 'server' | 'databaseUrl' | 'databasePid'>> => {
    const server = await startOurServer(workspace, dataDir, environment)
    const databaseUrl = await findRunningPostgres(directory)
    const postmaster = await findPostmaster(clusterPath(directory))
    if (!databaseUrl || !postmaster) throw new Error('The database of the server is not running.')
    return { server, databaseUrl, databasePid: postmaster.pid }
  }
  const installation: Installation = {
    ...(await start()),
    population,
    dataDir,
    viewer: { cookie: cookie(VIEWER, population) },
    restart: async () => {
      await installation.server.stop()
      Object.assign(installation, await start())
    },
    stop: () => installation.server.stop(),
  }
  return installation
}

/** Gives the holder of a session a right of the team; returns the headers for their calls. */
export async function giveRight(
  { databaseUrl, population, server }: Installation,
  { session, right }: { session: number; right: Right },
): Promise<{ cookie: string; origin: string }> {
  const id = memberId(memberNumber(session, population))
  await withClient({ url: databaseUrl }, (client) =>
    client.query('update member set rights = $2 where member_id = $1', [id, [right]]),
  )
  return { cookie: cookie(session, population), origin: server.url }
}
