import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, readConfig } from '#server/config.ts'
import { openDataFolder } from '#server/db/data-folder.ts'
import { findRunningPostgres, startEmbeddedPostgres } from '#server/db/embedded/cluster.ts'
import { isOlder, prepareDatabase, requireReachable, requireUpgraded } from '#server/db/prepare.ts'
import { createEmbeddedRoles, type DatabaseUrls, embeddedUrls } from '#server/db/roles.ts'
import { untilAborted } from '#server/domain/within.ts'
import { requireNoLostDatabase } from '#server/site-parts.ts'
import { StartError } from '#server/start-error.ts'

interface Allowances {
  /** Whether the site may be created or migrated, as for the demo; otherwise that is an error. */
  mayCreate?: boolean
  /** Whether the database may belong to an older release, and isn't migrated; otherwise an error. */
  mayBeOlder?: boolean
  /** Cuts the work off, and throws the signal's reason once the database has stopped. */
  signal?: AbortSignal
}

/**
 * Runs `work` with the URL of the configured database. If no server is running, starts the embedded
 * database for the duration of the work. Throws `StartError` if there is no site.
 */
export function withDatabase<T>(
  work: (url: string) => Promise<T>,
  allowances?: Allowances,
): Promise<T> {
  return withDatabaseUrls(({ url }) => work(url), allowances)
}

/** Like `withDatabase`, with the URLs for both database roles. */
export async function withDatabaseUrls<T>(
  work: (urls: DatabaseUrls) => Promise<T>,
  { mayCreate = false, mayBeOlder = false, signal }: Allowances = {},
): Promise<T> {
  const config = readConfig(process.env)
  if (config.database.provider === 'url') {
    await requireReachable(config.database)
    return work(config.database)
  }
  const running = await findRunningPostgres(join(config.dataDir, 'postgres'))
  if (running) return work(embeddedUrls(running))
  if (!mayCreate) await requireSite(config)
  await using cleanups = new AsyncDisposableStack()
  const folder = await openDataFolder(config.dataDir)
  cleanups.defer(() => folder.release())
  const urls = await openDatabase(config, cleanups, signal)
  const done = makeReady(urls, { mayCreate, mayBeOlder }).then(() => work(urls))
  return await (signal ? untilAborted(signal, done) : done)
}

/** The URLs of the configured database. An embedded one runs until the cleanups. */
export async function openDatabase(
  { database, dataDir }: Config,
  cleanups: AsyncDisposableStack,
  signal?: AbortSignal,
): Promise<DatabaseUrls> {
  if (database.provider === 'url') return database
  const directory = join(dataDir, 'postgres')
  if (!signal) return createEmbeddedRoles(await startOwnDatabase(directory, cleanups))
  const postgres = await startEmbeddedPostgres({ directory, signal })
  cleanups.defer(() => postgres.stop())
  return createEmbeddedRoles(postgres.url)
}

const interruption = new AbortController()

/** Aborts when a signal ends this command; its work then fails, because its database stops. */
export const interrupted: AbortSignal = interruption.signal

/**
 * Starts an embedded database until the cleanups, and returns the superuser's URL. At Ctrl-C or
 * SIGTERM, it stops before the command ends: it runs in a session of its own, so it would go on.
 */
export async function startOwnDatabase(
  directory: string,
  cleanups: AsyncDisposableStack,
): Promise<string> {
  const started = startEmbeddedPostgres({ directory, signal: interrupted })
  const stop = (): void => {
    if (interrupted.aborted) return
    interruption.abort()
    const stopped = started.then((postgres) => postgres.stop()).catch(() => {})
    void stopped.finally(() => {
      console.error('Stopped.')
      process.exit(130)
    })
  }
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, stop)
    cleanups.defer(() => void process.off(name, stop))
  }
  const postgres = await started
  cleanups.defer(() => postgres.stop())
  return postgres.url
}

async function makeReady(
  urls: DatabaseUrls,
  { mayCreate, mayBeOlder }: { mayCreate: boolean; mayBeOlder: boolean },
): Promise<void> {
  if (mayBeOlder && (await isOlder(urls.ownerUrl))) return
  if (!mayCreate) await requireUpgraded(urls.ownerUrl)
  await prepareDatabase(urls)
}

/** Throws `StartError` if this data folder has no site's database. */
export async function requireSite(config: Config): Promise<void> {
  await requireNoLostDatabase(config)
  const { dataDir } = config
  await access(join(dataDir, 'postgres')).catch((cause: unknown) => {
    const sentence = `There is no site in ${dataDir}. Run this where the server runs, or set DATA_DIR.`
    throw new StartError(sentence, { cause })
  })
}
