import { join } from 'node:path'
import { findRunningPostgres } from '#server/db/embedded/cluster.ts'
import { fillDataFolder } from './fill.ts'
import { type OurServer, startOurServer } from './our-server.ts'
import { cookie, type Population, populationOf, VIEWER } from './population.ts'
import { say, type Workshop } from './workshop.ts'

/** A filled data folder with the server that runs on it. */
export interface Installation {
  population: Population
  server: OurServer
  databaseUrl: string
  /** Headers of the member who looks at lists. */
  viewer: { cookie: string }
  restart(): Promise<void>
  stop(): Promise<void>
}

export async function openInstallation(workshop: Workshop, stories: number): Promise<Installation> {
  const population = populationOf(stories)
  say(`Filling a database with ${stories.toLocaleString('en')} stories`)
  const dataDir = await workshop.folder('data')
  await fillDataFolder(workshop, dataDir, population)
  const start = async (): Promise<Pick<Installation, 'server' | 'databaseUrl'>> => {
    const server = await startOurServer(workshop, { dataDir })
    const databaseUrl = await findRunningPostgres(join(dataDir, 'postgres'))
    if (!databaseUrl) throw new Error('The database of the server is not running.')
    return { server, databaseUrl }
  }
  const installation: Installation = {
    ...(await start()),
    population,
    viewer: { cookie: cookie(VIEWER, population) },
    restart: async () => {
      await installation.server.stop()
      Object.assign(installation, await start())
    },
    stop: () => installation.server.stop(),
  }
  return installation
}
