import { stat } from 'node:fs/promises'
import { DAY_MS } from '#contract/durations.ts'
import { LIVE_LIMITS } from '#contract/live.ts'
import type { Context } from '#server/context.ts'
import type { JobData } from '#server/db/jobs.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { ConvertedRecording } from '#server/ports/recordings/port.ts'
import { discardFile, isUnconvertible, keepFile, withConverted } from '../../files/service.ts'
import { getLiveSettings } from '../settings.ts'
import { findRecording, type RecordingRow, updateFinalizing } from './store.ts'

type Conversion = JobData['convert-live-recording']

/** A little more than the limit, because a recording is not stopped at the exact second. */
const MAX_SECONDS = LIVE_LIMITS.recordingHours * 3_600 + 600

/**
 * Converts a recording to the format that every browser can play. Safe to repeat: the result is
 * stored only while the recording is waiting for it.
 */
export async function convertLiveRecording(
  context: Context,
  conversion: Conversion,
  isLastTry: boolean,
): Promise<void> {
  const row = await findRecording(context.db, conversion.liveRecordingId)
  if (row?.status !== 'finalising' || row.fileKey !== conversion.uploadKey) return
  // Nobody can send it again, so what there is of it is kept.
  const upload = { key: conversion.uploadKey, maxSeconds: MAX_SECONDS, acceptsIncomplete: true }
  try {
    await withConverted(context, upload, (converted) =>
      finish(context, { conversion, converted, row }),
    )
  } catch (error) {
    if (!isLastTry && !isUnconvertible(error)) throw error
    context.log.error({ err: error }, 'a recording of the live room could not be converted')
    await failLiveRecording(context, conversion)
  }
}

/** Marks a recording as failed and deletes its upload. */
export async function failLiveRecording(
  context: Context,
  { liveRecordingId, uploadKey }: JobData['fail-live-recording'],
): Promise<void> {
  await inTransaction(context.db, async (trx) => {
    const failed = { status: 'failed', fileKey: null } as const
    if (!(await updateFinalizing(trx, { liveRecordingId, fileKey: uploadKey }, failed))) return
    await context.jobs.send(trx, 'remove-file', { key: uploadKey })
  })
  context.changes.announce({ kind: 'topic', topic: 'live' })
}

async function finish(
  context: Context,
  input: { conversion: Conversion; converted: ConvertedRecording; row: RecordingRow },
): Promise<void> {
  const { conversion, converted, row } = input
  const { liveRecordingId, uploadKey } = conversion
  const isPartial = conversion.isPartial || row.isInterrupted
  const { path, contentType, durationSeconds: duration, waveform } = converted
  const { size } = await stat(path)
  const fileKey = await keepFile(context, { folder: 'recordings', path, contentType })
  const isTaken = await inTransaction(context.db, async (trx) => {
    const { retentionDays } = await getLiveSettings(trx)
    const isUpdated = await updateFinalizing(
      trx,
      { liveRecordingId, fileKey: uploadKey },
      {
        status: isPartial ? 'partial' : 'ready',
        fileKey,
        duration,
        size: String(size),
        waveform,
        removeAt: new Date(row.startedAt.getTime() + retentionDays * DAY_MS),
        providerRef: null,
      },
    )
    if (isUpdated) await context.jobs.send(trx, 'remove-file', { key: uploadKey })
    return isUpdated
  })
  if (isTaken) context.changes.announce({ kind: 'topic', topic: 'live' })
  else await discardFile(context, fileKey)
}
