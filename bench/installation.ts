import { join } from 'node:path'
import { findRunningPostgres } from '#server/db/embedded/cluster.ts'
import { clusterPath } from '#server/db/embedded/initialise.ts'
import { findPostmaster } from '#server/db/embedded/postmaster.ts'
import { fillDataFolder } from './fill.ts'
import { type OurServer, startOurServer } from './our-server.ts'
import { cookie, type Population, populationOf, VIEWER } from './population.ts'
import { say, type Workshop } from './workshop.ts'

/** A filled data folder with the server that runs on it. */
export interface Installation {
  population: Population
  dataDir: string
  server: OurServer
  databaseUrl: string
  /** PostgreSQL's first process, the parent of all others. */
  databasePid: number
  /** Headers of the member who looks at lists. */
  viewer: { cookie: string }
  restart(): Promise<void>
  stop(): Promise<void>
}

/** @param environment added to what the server is started with */
export async function openInstallation(
  workshop: Workshop,
  stories: number,
  environment: Record<string, string> = {},
): Promise<Installation> {
  const population = populationOf(stories)
  say(`Filling a database with ${stories.toLocaleString('en')} stories`)
  const dataDir = await workshop.folder('data')
  await fillDataFolder(workshop, dataDir, population)
  const start = async (): Promise<Pick<Installation, 'server' | 'databaseUrl' | 'databasePid'>> => {
    const server = await startOurServer(workshop, dataDir, environment)
    const directory = join(dataDir, 'postgres')
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
