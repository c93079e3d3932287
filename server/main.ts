import { join } from 'node:path'
import { pino } from 'pino'
import { type Config, ConfigError, readConfig } from './config.ts'
import { createContext } from './context.ts'
import { type DataFolder, openDataFolder } from './db/data-folder.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './db/embedded/cluster.ts'
import { migrate } from './db/migrate.ts'
import { offerFirstAdminLink } from './features/accounts/service.ts'
import { buildApp } from './http/app.ts'
import { startJobWorkers } from './workers.ts'

const WEB_DIR = join(import.meta.dirname, '../dist/web')
/** A stop that takes longer than this is cut short. */
const STOP_LIMIT_MS = 20_000

type Cleanup = () => Promise<void>

/** Starts the product and stays until a signal ends it. What was started is stopped in reverse. */
async function main(): Promise<void> {
  const cleanups: Cleanup[] = []
  const stop = stopper(cleanups)
  process.on('SIGINT', () => void stop(0))
  process.on('SIGTERM', () => void stop(0))
  try {
    await start(readConfig(process.env), cleanups, stop)
  } catch (error) {
    reportStartFailure(error)
    await stop(1)
  }
}

async function start(
  config: Config,
  cleanups: Cleanup[],
  stop: (code: number) => Promise<void>,
): Promise<void> {
  const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime })
  const folder: DataFolder = await openDataFolder(config.dataDir)
  cleanups.push(() => folder.release())

  const databaseUrl = await startDatabase(config, cleanups, (message) => {
    log.fatal(message)
    void stop(1)
  })
  await migrate(databaseUrl)

  const context = await createContext({ config, log, databaseUrl })
  cleanups.push(() => context.close())
  await startJobWorkers(context)

  const app = await buildApp(context, WEB_DIR)
  // Answers what is under way before anything below it closes.
  cleanups.push(() => app.close())
  await app.listen({ host: config.host, port: config.port })

  say(`Folx is ready at ${config.publicUrl}`)
  if (config.mail.provider === 'outbox') {
    say('No mail provider is set up: mails stay in the outbox, which administrators can read.')
  }
  const link = await offerFirstAdminLink(context)
  if (link)
    say(`There is no administrator yet. Make one with this link, which works once:\n  ${link}`)
}

async function startDatabase(
  config: Config,
  cleanups: Cleanup[],
  onDeath: (message: string) => void,
): Promise<string> {
  if (config.database.provider === 'url') return config.database.url
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({
    directory: join(config.dataDir, 'postgres'),
  })
  let isStopping = false
  cleanups.push(async () => {
    isStopping = true
    await postgres.stop()
  })
  void postgres.exited.then(() => {
    if (!isStopping) onDeath('The embedded database ended unexpectedly.')
  })
  return postgres.url
}

function stopper(cleanups: Cleanup[]): (code: number) => Promise<void> {
  let stopping: Promise<void> | undefined
  return (code) => {
    stopping ??= (async () => {
      setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
      for (const cleanup of cleanups.reverse()) {
        await cleanup().catch((error: unknown) => reportStartFailure(error))
      }
      process.exitCode = code
    })()
    return stopping
  }
}

/** For the person at the terminal; everything else goes to the log. */
function say(message: string): void {
  process.stderr.write(`\n${message}\n`)
}

function reportStartFailure(error: unknown): void {
  if (error instanceof ConfigError) return say(`Configuration: ${error.message}`)
  say(error instanceof Error ? (error.stack ?? error.message) : String(error))
}

await main()
