import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { JobData } from '#server/db/jobs.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { announceNotification, notifyAgain } from '../notifications/service.ts'
import { readSettings } from '../settings/service.ts'
import { convertLiveRecording, failLiveRecording } from './recordings/convert.ts'
import { removeOldRecordings } from './recordings/service.ts'

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

/** The progress of notifying members about a session; locks the row until the transaction ends. */
function lockNotificationProgress(
  trx: Queryable,
  liveSessionId: number,
): Promise<
  | { toldThrough: string | null; startedBy: string | null; startedAt: Date; isOver: boolean }
  | undefined
> {
  return trx
    .selectFrom('liveSession')
    .select([
      'toldThrough',
      'startedBy',
      'startedAt',
      sql<boolean>`ended_at is not null`.as('isOver'),
    ])
    .where('liveSessionId', '=', liveSessionId)
    .forUpdate()
    .executeTakeFirst()
}

async function updateNotificationProgress(
  trx: Queryable,
  { liveSessionId, toldThrough }: { liveSessionId: number; toldThrough: string },
): Promise<void> {
  await trx
    .updateTable('liveSession')
    .set({ toldThrough })
    .where('liveSessionId', '=', liveSessionId)
    .execute()
}

/** Members who may join now, ordered by id, starting after `after`. */
async function listWithAccess(
  db: Queryable,
  {
    productId,
    after,
    limit,
    now,
  }: {
    productId: number
    after: string | null
    limit: number
    now: Date
  },
): Promise<string[]> {
  const { rows } = await sql<{ memberId: string }>`
    select m.member_id from member m
    where m.suspended_at is null and (${after}::uuid is null or m.member_id > ${after}::uuid)
      and (m.is_admin or exists (
        select from purchase p where p.member_id = m.member_id and p.product_id = ${productId}
          and (p.access_until is null or p.access_until > ${now})
      ))
    order by m.member_id limit ${limit}`.execute(db)
  return rows.map((row) => row.memberId)
}
