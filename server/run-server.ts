import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { finishSwap } from './backup/swap.ts'
import { findBackupProblem } from './checks/backup-place.ts'
import { type Config, proxyWarning, readConfig } from './config.ts'
import { type Context, createContext } from './context.ts'
import { openDataFolder } from './db/data-folder.ts'
import { guardEmbeddedPostgres } from './db/embedded/guardian.ts'
import { prepareDatabase, requireReachable, requireRolling, requireUpgraded } from './db/prepare.ts'
import { createEmbeddedRoles, type DatabaseUrls } from './db/roles.ts'
import { offerFirstAdminLink } from './features/accounts/first-admin.ts'
import { claimEmbeddedRoom } from './features/live/service.ts'
import { checkAtStart, forgetResults } from './features/maintenance/checks.ts'
import { buildApp } from './http/app.ts'
import { listenError } from './http/listen-error.ts'
import { readLibrary } from './library/library.ts'
import { createLog } from './log.ts'
import { reportFailure, say } from './report-failure.ts'
import { requireNoLostDatabase } from './site-parts.ts'
import { stopSignal, untilStop } from './stop-signal.ts'
import { warnOfUnknownVariables } from './unknown-variables.ts'
import { tidyKeptSites } from './upgrade/kept.ts'
import { startJobWorkers } from './workers.ts'

const WEB_DIR = join(import.meta.dirname, '../dist/web')
/** How long open requests and background work may take to end. Then the database is stopped anyway. */
const STOP_LIMIT_MS = 20_000

/**
 * Everything that a start takes and a stop releases, in reverse order. The lock of the data folder
 * is not among it: the end of the process releases it, when nothing else can touch the folder.
 */
interface Owned {
  /** Released within the time limit. */
  services: AsyncDisposableStack
  /** Released after the services, however long it takes: it must not outlive the server. */
  database: AsyncDisposableStack
  /** Fails when the database could not be kept running. */
  failed: PromiseWithResolvers<never>
}

/** Starts the server and runs until a signal or a failure stops it; then ends the process. */
export async function runServer(): Promise<never> {
  const owned: Owned = {
    services: new AsyncDisposableStack(),
    database: new AsyncDisposableStack(),
    failed: Promise.withResolvers(),
  }
  let isFailed = false
  try {
    await start(owned)
    await untilStop(owned.failed.promise)
  } catch (error) {
    // After a signal, what was under way fails because it was cut off.
    isFailed = !stopSignal.aborted
    if (isFailed) reportFailure(error)
  }
  const isClosed = await Promise.race([
    owned.services.disposeAsync().then(() => true, reportFailure),
    wait(STOP_LIMIT_MS, false),
  ])
  await owned.database.disposeAsync().catch(reportFailure)
  process.exit(isFailed || isClosed === false ? 1 : 0)
}

/** Throws when the process is asked to stop. */
async function start(owned: Owned): Promise<void> {
  const { services, failed } = owned
  /** Waits for a step of the start, which is cut off by a stop or a failure of the database. */
  const step = <T>(work: Promise<T>): Promise<T> => untilStop(Promise.race([work, failed.promise]))

  // First, because a misnamed variable may be why the next line fails.
  warnOfUnknownVariables()
  const config = readConfig(process.env)
  const log = createLog(config, process.stdout)
  readLibrary()
  await openDataFolder(config.dataDir)
  await finishSwap(config.dataDir)
  await tidyKeptSites(config.dataDir, new Date())
  stopSignal.throwIfAborted()

  const urls = await startDatabase(config, { owned, log, step })
  const role = await step(prepareDatabase(urls))
  if (role.isSuperuser) {
    say(
      'DATABASE_URL connects as a superuser, so a mistake in the server could reach the whole database system. Create an owner and an application role as docs/operations.md describes.',
    )
  }
  const databaseUrl = urls.url

  const context = await step(createContext({ config, log, databaseUrl, signal: stopSignal }))
  services.defer(() => context.close())
  await step(claimEmbeddedRoom(context))
  await step(startJobWorkers(context))

  const app = await step(buildApp(context, WEB_DIR))
  // Finishes open requests before anything that they use closes.
  services.defer(() => app.close())
  // Before the first page: they may belong to an earlier configuration.
  await step(forgetResults(context.db))
  await step(listen(app, config))

  announce(context)
  const link = await step(offerFirstAdminLink(context))
  if (link)
    say(`There is no administrator yet. Make one with this link, which works once:\n  ${link}`)
  // In the background: a start never waits for a provider.
  void checkAtStart(context).catch((error) => {
    if (!stopSignal.aborted) log.error({ err: error }, 'the checks at the start failed')
  })
}

/** Says where Folx is, and what a start can know to be missing. */
function announce(context: Context): void {
  const { config } = context
  say(`Folx is ready at ${config.publicUrl}`)
  const warning = proxyWarning(config)
  if (warning) say(warning)
  if (context.isUnconfirmed) {
    say(
      'This site was restored from a backup. It sends no email, takes no payments and makes no backups until you confirm that it is the live one: npm run restore -- --confirm, then start it again.',
    )
  } else void warnAboutBackups(context)
  if (config.mail.provider === 'outbox') {
    const isReadable = !config.isPublic || config.environment.email
    say(
      isReadable
        ? 'No email service is connected: emails stay under Unsent emails, where administrators can read them. Connect one on the page Connections.'
        : 'No email service is connected: nobody gets any email. Connect one on the page Connections.',
    )
  }
  if (config.payments.provider === 'till') {
    say(
      config.isPublic
        ? 'No payment service is connected: nothing can be bought. Connect one on the page Connections.'
        : 'No payment service is connected: purchases are tests that charge nobody. Connect one on the page Connections.',
    )
  }
}

/** Says what will keep backups from being made. Nobody waits for a slow bucket. */
async function warnAboutBackups({ config, db, log }: Context): Promise<void> {
  try {
    const problem = await findBackupProblem(config, { db, mayWrite: true })
    if (!problem) return
    const sentence = `${problem.finding} ${problem.action ?? ''}`
    log.warn(sentence)
    say(sentence)
  } catch (error) {
    log.warn({ err: error }, 'The settings of backups could not be checked.')
  }
}

async function startDatabase(
  config: Config,
  { owned, log, step }: { owned: Owned; log: Logger; step: <T>(work: Promise<T>) => Promise<T> },
): Promise<DatabaseUrls> {
  if (config.database.provider === 'url') {
    await step(requireReachable(config.database))
    await step(requireNoLostDatabase(config))
    await step(requireRolling(config.database))
    return config.database
  }
  await step(requireNoLostDatabase(config))
  // Not cut off: it obeys the signal itself and leaves no process behind.
  const postgres = await guardEmbeddedPostgres({
    options: { directory: join(config.dataDir, 'postgres'), signal: stopSignal },
    onCrash: (sentence) => log.error(sentence),
    onFailure: (error) => {
      log.fatal({ err: error }, 'The database could not be kept running. The server stops.')
      owned.failed.reject(error)
    },
  })
  owned.database.defer(() => postgres.stop())
  const urls = await step(createEmbeddedRoles(postgres.url))
  await step(requireUpgraded(urls.ownerUrl))
  return urls
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw listenError(error, { host, port })
  }
}
