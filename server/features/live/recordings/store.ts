import type { Selectable } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import type { LiveRecording } from '#server/db/schema.gen.ts'

export const RECORDING = [
  'liveRecordingId',
  'liveSessionId',
  'status',
  'startedAt',
  'endedAt',
  /** Nobody stopped it: its process ended first. */
  'isInterrupted',
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
  input: { liveSessionId: number; now: Date; isInterrupted: boolean },
): Promise<void> {
  const { liveSessionId, now, isInterrupted } = input
  await trx
    .updateTable('liveRecording')
    .set({ status: 'finalising', endedAt: now, isInterrupted })
    .where('liveSessionId', '=', liveSessionId)
    .where('status', '=', 'recording')
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

export async function deleteRecording(trx: Queryable, liveRecordingId: number): Promise<void> {
  await trx.deleteFrom('liveRecording').where('liveRecordingId', '=', liveRecordingId).execute()
}
