import type { Context } from '#server/context.ts'
import type { JobData } from '#server/db/jobs.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { announceNotification, notifyAgain } from '../notifications/service.ts'
import { readSettings } from '../settings/service.ts'
import { convertLiveRecording, failLiveRecording } from './recordings/convert.ts'
import { removeOldRecordings } from './recordings/service.ts'
import { listWithAccess, lockNotificationProgress, updateNotificationProgress } from './store.ts'

/** How many members are notified in one transaction. */
const BATCH = 200

/**
 * Notifies a batch of the members who may join that the room is on air, and queues a job for the next
 * batch. Each member is notified once, even if a job runs twice. Off air, nobody else is notified.
 */
export async function notifyOnAir(
  context: Context,
  { liveSessionId, after }: JobData['tell-on-air'],
): Promise<void> {
  const { membershipProductId: productId } = await readSettings(context.db)
  const now = context.now()
  const notified = await inTransaction(context.db, async (trx) => {
    const progress = await lockNotificationProgress(trx, liveSessionId)
    if (!progress || progress.isOver || progress.toldThrough !== after) return []
    const members = await listWithAccess(trx, { productId, after, limit: BATCH, now })
    const toldThrough = members.at(-1)
    if (toldThrough === undefined) return []
    await updateNotificationProgress(trx, { liveSessionId, toldThrough })
    const others = members.filter((memberId) => memberId !== progress.startedBy)
    const event = { kind: 'live-on-air', subjectId: null, since: progress.startedAt } as const
    for (const memberId of others) await notifyAgain(context, trx, { ...event, memberId })
    await context.jobs.send(trx, 'tell-on-air', { liveSessionId, after: toldThrough })
    return others
  })
  for (const memberId of notified) announceNotification(context, memberId)
}

/** Once a day. */
const NIGHTLY = '20 9 * * *'

export async function startLiveJobs(context: Context): Promise<void> {
  await context.jobs.work('tell-on-air', (job) => notifyOnAir(context, job))
  await context.jobs.work('convert-live-recording', (job, { isLastTry }) =>
    convertLiveRecording(context, job, isLastTry),
  )
  await context.jobs.work('fail-live-recording', (job) => failLiveRecording(context, job))
  await context.jobs.repeat('remove-old-recordings', NIGHTLY, () => removeOldRecordings(context))
}
