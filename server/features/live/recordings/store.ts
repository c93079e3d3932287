import { type Selectable, sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import { type Listed, listSlice, type Slice } from '#server/db/page.ts'
import type { LiveRecording } from '#server/db/schema.gen.ts'

const RECORDING = [
  'liveRecordingId',
  'liveSessionId',
  'status',
  'startedAt',
  'endedAt',
  'providerRef',
  'duration',
  /** A bigint, which the driver returns as text. */
  'size',
  'waveform',
  'fileKey',
  'title',
  'publishedAt',
  'removeAt',
] as const

export type RecordingRow = Pick<Selectable<LiveRecording>, (typeof RECORDING)[number]>

/** Inserts a running recording. The unique index `live_recording_running` refuses a second one. */
export async function insertRecording(
  db: Queryable,
  values: { liveSessionId: number; startedBy: string; startedAt: Date },
): Promise<number> {
  const row = await db
    .insertInto('liveRecording')
    .values(values)
    .returning('liveRecordingId')
    .executeTakeFirstOrThrow()
  return row.liveRecordingId
}

export async function updateRecording(
  db: Queryable,
  liveRecordingId: number,
  changes: Partial<Omit<RecordingRow, 'liveRecordingId' | 'liveSessionId' | 'startedAt'>>,
): Promise<void> {
  await db
    .updateTable('liveRecording')
    .set(changes)
    .where('liveRecordingId', '=', liveRecordingId)
    .execute()
}

/**
 * Marks a session's running recording as ended, to be collected and converted. The collector deletes
 * one that never started.
 */
export async function finalizeRunning(
  trx: Queryable,
  { liveSessionId, now }: { liveSessionId: number; now: Date },
): Promise<void> {
  await trx
    .updateTable('liveRecording')
    .set({ status: 'finalising', endedAt: now })
    .where('liveSessionId', '=', liveSessionId)
    .where('status', '=', 'recording')
    .execute()
}

/** Ended recordings that are still at the engine. */
export function listUncollected(db: Queryable): Promise<RecordingRow[]> {
  return db
    .selectFrom('liveRecording')
    .select(RECORDING)
    .where('status', '=', 'finalising')
    .where('fileKey', 'is', null)
    .orderBy('liveRecordingId')
    .execute()
}

/**
 * Changes a recording that is being prepared, if it still has this file key. False if another process
 * was faster.
 */
export async function updateFinalizing(
  trx: Queryable,
  { liveRecordingId, fileKey }: { liveRecordingId: number; fileKey: string | null },
  changes: Partial<
    Pick<
      RecordingRow,
      'status' | 'fileKey' | 'duration' | 'size' | 'waveform' | 'removeAt' | 'providerRef'
    >
  >,
): Promise<boolean> {
  const result = await trx
    .updateTable('liveRecording')
    .set(changes)
    .where('liveRecordingId', '=', liveRecordingId)
    .where('status', '=', 'finalising')
    .where('fileKey', 'is not distinct from', fileKey)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export function findRecording(
  db: Queryable,
  liveRecordingId: number,
): Promise<RecordingRow | undefined> {
  return db
    .selectFrom('liveRecording')
    .select(RECORDING)
    .where('liveRecordingId', '=', liveRecordingId)
    .executeTakeFirst()
}

/** Like `findRecording`, but locks the row until the transaction ends. */
export function lockRecording(
  trx: Queryable,
  liveRecordingId: number,
): Promise<RecordingRow | undefined> {
  return trx
    .selectFrom('liveRecording')
    .select(RECORDING)
    .where('liveRecordingId', '=', liveRecordingId)
    .forUpdate()
    .executeTakeFirst()
}

/** One page, newest first, with the total count. */
export function listRecordings(
  db: Queryable,
  { isPublished, ...slice }: Slice & { isPublished?: true },
): Promise<Listed<RecordingRow>> {
  const recordings = db
    .selectFrom('liveRecording')
    .select(RECORDING)
    .$if(isPublished === true, (query) => query.where('publishedAt', 'is not', null))
    .orderBy('startedAt', 'desc')
    .orderBy('liveRecordingId', 'desc')
  return listSlice(recordings, slice)
}

export async function deleteRecording(trx: Queryable, liveRecordingId: number): Promise<void> {
  await trx.deleteFrom('liveRecording').where('liveRecordingId', '=', liveRecordingId).execute()
}

/** Deletes up to `limit` recordings whose retention time is over, and returns the keys of their files. */
export async function deleteOld(
  trx: Queryable,
  { now, limit }: { now: Date; limit: number },
): Promise<(string | null)[]> {
  const { rows } = await sql<{ fileKey: string | null }>`
    delete from live_recording where live_recording_id in (
      select live_recording_id from live_recording where remove_at <= ${now}
      order by remove_at limit ${limit} for update skip locked
    ) returning file_key`.execute(trx)
  return rows.map((row) => row.fileKey)
}

/** Sets the removal time of every recording to this many days after its start. */
export async function moveRemovals(trx: Queryable, retentionDays: number): Promise<void> {
  await sql`
    update live_recording set remove_at = started_at + make_interval(days => ${retentionDays})
    where remove_at is not null`.execute(trx)
}

export async function isFileOfRecording(db: Queryable, fileKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('liveRecording')
    .select('liveRecordingId')
    .where('fileKey', '=', fileKey)
    .executeTakeFirst()
  return row !== undefined
}
