import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR_MS } from '#contract/durations.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { CollectedRecording } from '#server/ports/live/port.ts'
import { discardFile, keepFile } from '../../files/service.ts'
import {
  deleteRecording,
  findRecording,
  RECORDING,
  type RecordingRow,
  updateFinalizing,
} from './store.ts'

/** How long a recording that the engine doesn't have may still appear there. */
const PATIENCE_MS = HOUR_MS

/** Fetches finished recordings from the engine and queues their conversion, one at a time. */
export interface Collector {
  /** `madeHere`: a recording that this process made, so it is lost if the engine doesn't have it. */
  collect(madeHere?: number): Promise<void>
  /** Resolves when nothing is being collected any more. */
  idle(): Promise<void>
}

export function createCollector(context: Context): Collector {
  let running: Promise<void> = Promise.resolve()
  const sweep = async (madeHere: number | undefined): Promise<void> => {
    for (const row of await listUncollected(context.db)) {
      await collectOne(context, row, { isHere: row.liveRecordingId === madeHere })
    }
  }
  return {
    collect: (madeHere) => {
      running = running
        .then(() => sweep(madeHere))
        .catch((error: unknown) =>
          context.log.error({ err: error }, 'recordings of the live room could not be collected'),
        )
      return running
    },
    idle: () => running,
  }
}

async function collectOne(
  context: Context,
  row: RecordingRow,
  { isHere }: { isHere: boolean },
): Promise<void> {
  const { liveRecordingId, providerRef } = row
  // The process died before the engine started recording.
  if (!providerRef) return deleteRecording(context.db, liveRecordingId)
  const folder = await mkdtemp(join(context.workDir, 'live-'))
  try {
    const found = await context.live.collectRecording(providerRef, folder)
    if (found.state === 'ready') await take(context, { liveRecordingId, providerRef, found })
    if (found.state !== 'missing') return
    const endedAt = row.endedAt?.getTime() ?? 0
    if (isHere || endedAt + PATIENCE_MS < context.now().getTime()) {
      context.log.warn({ liveRecordingId }, 'a recording of the live room is lost')
      await updateFinalizing(context.db, { liveRecordingId, fileKey: null }, { status: 'failed' })
      context.changes.announce({ kind: 'topic', topic: 'live' })
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function take(
  context: Context,
  input: {
    liveRecordingId: number
    providerRef: string
    found: Extract<CollectedRecording, { state: 'ready' }>
  },
): Promise<void> {
  const { liveRecordingId, providerRef, found } = input
  const file = { path: found.path, contentType: 'application/octet-stream' }
  const uploadKey = await keepFile(context, { folder: 'uploads', ...file })
  const isTaken = await inTransaction(context.db, async (trx) => {
    const which = { liveRecordingId, fileKey: null }
    if (!(await updateFinalizing(trx, which, { fileKey: uploadKey }))) return false
    const { isPartial } = found
    await context.jobs.send(trx, 'convert-live-recording', {
      liveRecordingId,
      uploadKey,
      isPartial,
    })
    return true
  })
  if (!isTaken) await discardFile(context, uploadKey)
  if (!isTaken && (await findRecording(context.db, liveRecordingId))?.fileKey === null) return
  await context.live.discardRecording(providerRef)
}

/** Ended recordings that are still at the engine. */
function listUncollected(db: Queryable): Promise<RecordingRow[]> {
  return db
    .selectFrom('liveRecording')
    .select(RECORDING)
    .where('status', '=', 'finalising')
    .where('fileKey', 'is', null)
    .orderBy('liveRecordingId')
    .execute()
}
