import { join } from 'node:path'
import { inspect } from 'node:util'
import { finishSwap } from './backup/swap.ts'
import { findBackupProblem } from './checks/backup-place.ts'
import { type Config, ConfigError, proxyWarning, readConfig } from './config.ts'
import { type Context, createContext } from './context.ts'
import { type DataFolder, openDataFolder } from './db/data-folder.ts'
import { guardEmbeddedPostgres } from './db/embedded/guardian.ts'
import { prepareDatabase, requireRolling, requireUpgraded } from './db/prepare.ts'
import { createEmbeddedRoles, type DatabaseUrls } from './db/roles.ts'
import { offerFirstAdminLink } from './features/accounts/service.ts'
import { buildApp } from './http/app.ts'
import { createLog } from './log.ts'
import { startMailer } from './mailer-process.ts'
import { StartError } from './start-error.ts'
import { tidyKeptSites } from './upgrade/kept.ts'
import { startJobWorkers } from './workers.ts'

const WEB_DIR = join(import.meta.dirname, '../dist/web')
/** If stopping takes longer than this, the process exits anyway. */
const STOP_LIMIT_MS = 20_000

type Cleanup = () => Promise<void>

/** Starts the server and runs until a signal stops it. Everything is stopped in reverse order. */
async function main(): Promise<void> {
  const cleanups: Cleanup[] = []
  const stop = stopper(cleanups)
  process.on('SIGINT', () => void stop(0))
  process.on('SIGTERM', () => void stop(0))
  try {
    await start(readConfig(process.env), cleanups, stop)
  } catch (error) {
    reportFailure(error)
    await stop(1)
  }
}

async function start(
  config: Config,
  cleanups: Cleanup[],
  stop: (code: number) => Promise<void>,
): Promise<void> {
  const log = createLog(config, process.stdout)
  const folder: DataFolder = await openDataFolder(config.dataDir)
  cleanups.push(() => folder.release())
  await finishSwap(config.dataDir)
  await tidyKeptSites(config.dataDir, new Date())

  const urls = await startDatabase(config, {
    cleanups,
    onCrash: (sentence) => log.error(sentence),
    onFailure: (error) => {
      log.fatal({ err: error }, 'The database could not be kept running. The server stops.')
      void stop(1)
    },
  })
  const role = await prepareDatabase(urls)
  if (role.isSuperuser) {
    say(
      'DATABASE_URL connects as a superuser, so a mistake in the server could reach the whole database system. Create an owner and an application role as docs/operations.md describes.',
    )
  }
  const databaseUrl = urls.url

  const context = await createContext({ config, log, databaseUrl })
  cleanups.push(() => context.close())
  // SMTP has no idempotency keys: if mailings were sent from here, a crash of the server could lose
  // track of an email that was already sent. So a separate process sends them.
  const hasMailer = config.mail.provider === 'smtp' && !context.isUnconfirmed
  await startJobWorkers(context, { sendsMailings: config.mail.provider !== 'smtp' })
  if (hasMailer) {
    const mailer = startMailer(context, databaseUrl)
    cleanups.push(() => mailer.close())
  }

  const app = await buildApp(context, WEB_DIR)
  // Finishes open requests before anything that they use closes.
  cleanups.push(() => app.close())
  await app.listen({ host: config.host, port: config.port })

  say(`Folx is ready at ${config.publicUrl}`)
  const warning = proxyWarning(config)
  if (warning) say(warning)
  if (context.isUnconfirmed) {
    say(
      'This site was restored from a backup. It sends no email, takes no payments and makes no backups until you confirm that it is the live one: npm run restore -- --confirm, then start it again.',
    )
  } else void warnAboutBackups(context)
  if (config.mail.provider === 'outbox') {
    say('No email provider is set up: emails stay in the outbox, which administrators can read.')
  }
  if (config.payments.provider === 'till') {
    say(
      'No payment provider is set up: a test till is used, which accepts no cards and charges no money.',
    )
  }
  const link = await offerFirstAdminLink(context)
  if (link)
    say(`There is no administrator yet. Make one with this link, which works once:\n  ${link}`)
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
  input: {
    cleanups: Cleanup[]
    onCrash: (sentence: string) => void
    onFailure: (error: Error) => void
  },
): Promise<DatabaseUrls> {
  if (config.database.provider === 'url') {
    await requireRolling(config.database)
    return config.database
  }
  const { cleanups, ...watchers } = input
  const options = { directory: join(config.dataDir, 'postgres') }
  const postgres = await guardEmbeddedPostgres({ options, ...watchers })
  cleanups.push(() => postgres.stop())
  const urls = await createEmbeddedRoles(postgres.url)
  await requireUpgraded(urls.ownerUrl)
  return urls
}

function stopper(cleanups: Cleanup[]): (code: number) => Promise<void> {
  let stopping: Promise<void> | undefined
  return (code) => {
    stopping ??= (async () => {
      setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
      for (const cleanup of cleanups.reverse()) {
        await cleanup().catch((error: unknown) => reportFailure(error))
      }
      process.exitCode = code
    })()
    return stopping
  }
}

/** Prints a message for the operator at the terminal; everything else goes to the log. */
function say(message: string): void {
  process.stderr.write(`\n${message}\n`)
}

/** Prints a sentence for the operator, with a stack only for unexpected errors. */
function reportFailure(error: unknown): void {
  if (error instanceof ConfigError) say(`Configuration: ${error.message}`)
  else if (error instanceof StartError) say(error.message)
  else say(inspect(error))
}

await main()
