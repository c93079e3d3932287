/**
 * The process that gives mailings to a mail server that knows no idempotency keys. It ends by itself
 * when there is nothing to send. When the server dies, it still sends and stores what it had begun:
 * so nobody is left out and nobody gets two (docs/decisions/011-mailings.md).
 */
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { createContext } from './context.ts'
import { MailingWorker } from './features/mailings/worker-service.ts'
import { LOG_OPTIONS } from './log.ts'
import type { MailerWork } from './mailer-work.ts'

/** Without anything to send, the process gives its memory back after this long. */
const IDLE_MS = 30_000
const FAILED_TURN_MS = 2_000
/** How often it tries to store what has become of its last messages, while the database is gone. */
const LAST_TRIES = 30

const stop = new AbortController()
for (const event of ['disconnect', 'SIGTERM', 'SIGINT']) {
  process.on(event, () => stop.abort())
}
process.once('message', (work) => {
  // The server sends nothing else.
  run(work as MailerWork).then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`The process that sends mailings ended: ${String(error)}\n`)
      process.exit(1)
    },
  )
})

async function run({ config, databaseUrl }: MailerWork): Promise<void> {
  const log = pino({ ...LOG_OPTIONS, level: config.logLevel })
  const context = await createContext({ config, log, databaseUrl })
  const worker = new MailingWorker(context)
  while (!stop.signal.aborted && worker.idleMs < IDLE_MS) {
    await worker.turn(stop.signal).catch(async (error: unknown) => {
      log.error({ err: error }, 'mailings could not be sent')
      await wait(FAILED_TURN_MS, undefined, { signal: stop.signal }).catch(() => {})
    })
  }
  for (let left = LAST_TRIES; left > 0; left -= 1) {
    const isDone = await worker.end().then(
      () => true,
      () => wait(FAILED_TURN_MS, false),
    )
    if (isDone) break
  }
  await context.close()
}
