import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { DAY_MS } from '#contract/durations.ts'
import { DRAFT_DATABASES } from '#web/lib/drafts.ts'
import type { Chunk } from './take.ts'
import { VOICES, type Voice } from './voice/voice-change.ts'

interface DraftRow {
  draftKey: string
  mimeType: string
  /** In hertz. */
  sampleRate: number
  voice: Voice
  startedAt: number
}

interface ChunkRow {
  draftKey: string
  index: number
  /** Bytes rather than a Blob: older WebKit loses stored Blobs. */
  data: ArrayBuffer
  elapsedMs: number
}

interface DraftSchema extends DBSchema {
  draft: { key: string; value: DraftRow }
  chunk: { key: [string, number]; value: ChunkRow }
}

export interface RecordingDraft {
  blob: Blob
  sampleRate: number
  voice: Voice
  elapsedMs: number
}

/** An abandoned recording is removed from the device after two weeks. */
const KEPT_MS = 14 * DAY_MS

let opened: Promise<IDBPDatabase<DraftSchema>> | undefined

function open(): Promise<IDBPDatabase<DraftSchema>> {
  opened ??= openDB<DraftSchema>(DRAFT_DATABASES.recording, 1, {
    upgrade: (db) => {
      db.createObjectStore('draft', { keyPath: 'draftKey' })
      db.createObjectStore('chunk', { keyPath: ['draftKey', 'index'] })
    },
    terminated: forget,
  })
  opened.catch(forget)
  return opened
}

function forget(): void {
  opened = undefined
}

function chunksOf(draftKey: string): IDBKeyRange {
  return IDBKeyRange.bound([draftKey, 0], [draftKey, Number.MAX_SAFE_INTEGER])
}

/** Creates a draft, replacing an older one with the same key. */
export async function createRecordingDraft(row: DraftRow): Promise<void> {
  const transaction = (await open()).transaction(['draft', 'chunk'], 'readwrite')
  await Promise.all([
    transaction.objectStore('draft').put(row),
    transaction.objectStore('chunk').delete(chunksOf(row.draftKey)),
    transaction.done,
  ])
}

export async function appendToRecordingDraft(draftKey: string, chunk: Chunk): Promise<void> {
  const data = await chunk.blob.arrayBuffer()
  const { index, elapsedMs } = chunk
  await (await open()).put('chunk', { draftKey, index, data, elapsedMs })
}

/** Saves the chosen voice, so that a reload does not fall back to the natural one. */
export async function saveDraftVoice(draftKey: string, voice: Voice): Promise<void> {
  const transaction = (await open()).transaction('draft', 'readwrite')
  const row = await transaction.store.get(draftKey)
  if (row) await transaction.store.put({ ...row, voice })
  await transaction.done
}

/** The recording under this key that was neither submitted nor discarded. */
export async function findRecordingDraft(draftKey: string): Promise<RecordingDraft | undefined> {
  const db = await open()
  await removeOldDrafts(db, Date.now() - KEPT_MS)
  const row = await db.get('draft', draftKey)
  const chunks = await db.getAll('chunk', chunksOf(draftKey))
  const last = chunks.at(-1)
  if (!row || !last) return undefined
  return {
    blob: new Blob(
      chunks.map((chunk) => chunk.data),
      { type: row.mimeType },
    ),
    sampleRate: row.sampleRate,
    // Earlier releases had another name for it.
    voice: VOICES.includes(row.voice) ? row.voice : 'different',
    elapsedMs: last.elapsedMs,
  }
}

/** The length of the recording under this key; undefined if there is none. */
export async function measureRecordingDraft(
  draftKey: string,
): Promise<{ elapsedMs: number; startedAt: number } | undefined> {
  const db = await open()
  await removeOldDrafts(db, Date.now() - KEPT_MS)
  const row = await db.get('draft', draftKey)
  const last = await db.transaction('chunk').store.openCursor(chunksOf(draftKey), 'prev')
  return row && last ? { elapsedMs: last.value.elapsedMs, startedAt: row.startedAt } : undefined
}

/** Removes the recording from this device. Returns a function that restores it. */
export async function takeRecordingDraft(draftKey: string): Promise<() => Promise<void>> {
  const db = await open()
  const row = await db.get('draft', draftKey)
  const chunks = await db.getAll('chunk', chunksOf(draftKey))
  await removeRecordingDraft(draftKey)
  return async () => {
    const transaction = (await open()).transaction(['draft', 'chunk'], 'readwrite')
    if (row) await transaction.objectStore('draft').put(row)
    for (const chunk of chunks) await transaction.objectStore('chunk').put(chunk)
    await transaction.done
  }
}

/** Removes the recording from this device, after it was submitted or discarded. */
export async function removeRecordingDraft(draftKey: string): Promise<void> {
  const transaction = (await open()).transaction(['draft', 'chunk'], 'readwrite')
  await Promise.all([
    transaction.objectStore('draft').delete(draftKey),
    transaction.objectStore('chunk').delete(chunksOf(draftKey)),
    transaction.done,
  ])
}

async function removeOldDrafts(db: IDBPDatabase<DraftSchema>, before: number): Promise<void> {
  for (const row of await db.getAll('draft')) {
    if (row.startedAt < before) await removeRecordingDraft(row.draftKey)
  }
}

/**
 * Locks a draft for this page, so that two tabs do not write into one recording. Resolves with a
 * function that releases the lock, or with null if another tab has it; a patient call waits
 * for it.
 */
export function lockRecordingDraft(
  draftKey: string,
  { isPatient = false } = {},
): Promise<(() => void) | null> {
  return new Promise((resolve, reject) => {
    const hold = (lock: Lock | null): Promise<void> => {
      if (lock) return new Promise((release) => resolve(release))
      resolve(null)
      return Promise.resolve()
    }
    const options = isPatient ? {} : { ifAvailable: true }
    navigator.locks.request(`story-recording:${draftKey}`, options, hold).catch(reject)
  })
}
