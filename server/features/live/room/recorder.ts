import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { brokenUniqueRule, inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { createSerial } from '#server/domain/serial.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../../audit/service.ts'
import type { Collector } from '../recordings/collect.ts'
import { deleteRecording, updateRecording } from '../recordings/store.ts'
import type { LiveRoom } from './room.ts'

/** How long before its start a recording is announced, in ms. */
const ANNOUNCE_MS = 1_000

/** Starts and stops the recording of a room, one after the other. */
export interface Recorder {
  /** Everyone in the room is told before it starts. Does nothing if a recording is running. */
  start(admin: Admin): Promise<void>
  /** Does nothing if no recording is running. `isInterrupted`: nobody wanted it to end. */
  stop(input?: { isInterrupted: boolean }): Promise<void>
}

export function createRecorder(
  context: Context,
  input: { room: LiveRoom; liveSessionId: number; collector: Collector },
): Recorder {
  const { db, live: engine, log } = context
  const { room, liveSessionId, collector } = input
  let current: number | undefined
  const serially = createSerial()

  const start = async (admin: Admin): Promise<void> => {
    if (room.state.recording.state !== 'idle' || !room.state.isOnAir) return
    const startedAt = context.now()
    const id = await insert({ liveSessionId, startedBy: admin.id, startedAt })
    room.apply({ type: 'recording-started' })
    try {
      await wait(ANNOUNCE_MS)
      if (!room.state.isOnAir) throw new AppError('conflict', 'The room is not on air right now.')
      const providerRef = await engine.startRecording(room.engineRoom)
      await inTransaction(db, async (trx) => {
        await updateRecording(trx, id, { providerRef })
        await recordAudit(trx, admin, { action: 'live-recording-started', subjectId: id })
      })
      current = id
    } catch (error) {
      room.apply({ type: 'recording-stopping' })
      room.apply({ type: 'recording-stopped' })
      await engine.stopRecording(room.engineRoom).catch(() => undefined)
      await deleteRecording(db, id)
      throw error
    }
  }
  const insert = async (values: Parameters<typeof insertRecording>[1]): Promise<number> => {
    try {
      return await insertRecording(db, values)
    } catch (error) {
      if (brokenUniqueRule(error) !== 'live_recording_running') throw error
      const sentence = 'The last recording has not ended yet. Please try again in a moment.'
      throw new AppError('conflict', sentence, { cause: error })
    }
  }

  const stop = async ({ isInterrupted = false } = {}): Promise<void> => {
    const id = current
    if (id === undefined) return
    current = undefined
    room.apply({ type: 'recording-stopping' })
    await engine.stopRecording(room.engineRoom).catch((error: unknown) => {
      // The recording so far can still be collected.
      log.warn({ err: error }, 'the live engine did not stop recording')
    })
    room.apply({ type: 'recording-stopped' })
    const endedAt = context.now()
    await updateRecording(db, id, { status: 'finalising', endedAt, isInterrupted })
    context.changes.announce({ kind: 'topic', topic: 'live' })
    void collector.collect(id)
  }
  return {
    start: (admin) => serially(() => start(admin)),
    stop: (input) => serially(() => stop(input)),
  }
}

/** Inserts a running recording. The unique index `live_recording_running` refuses a second one. */
async function insertRecording(
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
