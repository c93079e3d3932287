/**
 * The process that sends mailings by SMTP, which has no idempotency keys. It exits when there is
 * nothing to send. If the server crashes, this process still sends and records the emails it has
 * started, so nobody is skipped and nobody gets a copy twice (docs/decisions/011-mailings.md).
 */
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { createContext } from './context.ts'
import { MailingWorker } from './features/mailings/worker-service.ts'
import { LOG_OPTIONS } from './log.ts'
import type { MailerWork } from './mailer-work.ts'

/** The process exits after this long without anything to send, to free its memory. */
const IDLE_MS = 30_000
const FAILED_TURN_MS = 2_000
/** How many times it tries to record the results of its last emails if the database is down. */
const LAST_TRIES = 30

const stop = new AbortController()
for (const event of ['disconnect', 'SIGTERM', 'SIGINT']) {
  process.on(event, () => stop.abort())
}
process.once('message', (work) => {
  // The server sends no other message.
  run(work as MailerWork).then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`The process that sends mailings failed: ${String(error)}\n`)
      process.exit(1)
    },
  )
})

async function run({ config, databaseUrl }: MailerWork): Promise<void> {
  const log = pino({ ...LOG_OPTIONS, level: config.logLevel })
  const context = await createContext({ config, log, databaseUrl, isMailer: true })
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
