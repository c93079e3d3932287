import type { Context } from '#server/context.ts'
import { runAutomatic } from './automatic-service.ts'
import { mailImages } from './images-service.ts'
import { startDueMailing } from './service.ts'
import { listDueMailings } from './store.ts'
import { MailingWorker } from './worker-service.ts'

const EVERY_MINUTE = '* * * * *'

/** @param hasWorker false if a separate process sends the messages */
export async function startMailingJobs(
  context: Context,
  { hasWorker }: { hasWorker: boolean },
): Promise<void> {
  const { jobs } = context
  await jobs.work('remove-mail-image', ({ key }) => mailImages.removeUnused(context, key))
  await jobs.work('start-mailing', ({ mailingId }) => startDueMailing(context, mailingId))
  await jobs.repeat('run-mailings', EVERY_MINUTE, () => runMailings(context))
  if (!hasWorker) return
  const worker = new MailingWorker(context)
  jobs.loop(async (signal) => {
    await worker.turn(signal)
    if (signal.aborted) await worker.end()
  })
}

/** Starts due mailings, including those that became due while the server was stopped. */
async function runMailings(context: Context): Promise<void> {
  try {
    for (const mailingId of await listDueMailings(context.db, context.now())) {
      await startDueMailing(context, mailingId)
    }
    await runAutomatic(context)
  } catch (error) {
    context.log.error({ err: error }, 'due mailings could not be started')
    throw error
  }
}
