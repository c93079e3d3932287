import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { runAutomatic } from './automatic.ts'
import { mailImages } from './images.ts'
import { continueMailings, sendBatch } from './sending.ts'
import { startDueMailing } from './service.ts'

const EVERY_MINUTE = '* * * * *'
/** The jobs of a node that send at the same time. They leave connections for other emails. */
const AT_ONCE = 2

export async function startMailingJobs(context: Context): Promise<void> {
  const { jobs } = context
  await jobs.work('remove-mail-image', ({ key }) => mailImages.removeUnused(context, key))
  await jobs.work('start-mailing', ({ mailingId }) => startDueMailing(context, mailingId))
  await jobs.work('send-mailing', (batch, { signal }) => sendBatch(context, batch, signal), {
    concurrency: AT_ONCE,
  })
  await jobs.repeat('run-mailings', EVERY_MINUTE, () => runMailings(context))
}

/** Starts due mailings, including those that became due while the server was stopped. */
async function runMailings(context: Context): Promise<void> {
  try {
    for (const mailingId of await listDueMailings(context.db, context.now())) {
      await startDueMailing(context, mailingId)
    }
    await runAutomatic(context)
    await continueMailings(context)
  } catch (error) {
    context.log.error({ err: error }, 'mailings could not be continued')
    throw error
  }
}

/** Scheduled mailings whose time has come. */
async function listDueMailings(db: Queryable, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('mailing')
    .select('mailingId')
    .where('status', '=', 'scheduled')
    .where('sendAt', '<=', now)
    .orderBy('sendAt')
    .execute()
  return rows.map((row) => row.mailingId)
}
