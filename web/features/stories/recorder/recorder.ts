import {
  closeMicrophone,
  MICROPHONE_MISSING,
  openMicrophone,
  RecordingError,
} from '#web/features/stories/recorder/microphone.ts'
import {
  initialState,
  type RecorderEvent,
  type RecorderState,
  reduceRecorder,
} from '#web/features/stories/recorder/recorder-state.ts'
import {
  appendToRecordingDraft,
  createRecordingDraft,
  findRecordingDraft,
  removeRecordingDraft,
  saveDraftVoice,
} from '#web/features/stories/recorder/recording-draft.ts'
import {
  type RecordingSession,
  startRecordingSession,
} from '#web/features/stories/recorder/recording-session.ts'
import type { Voice } from '#web/features/stories/recorder/voice/disguise.ts'
import { createListeners } from '#web/lib/listeners.ts'

const OTHER_TAB = 'You are recording in another tab. Please finish it there first.'

/** The original recording. It stays on the device unless the natural voice is chosen. */
export interface SourceRecording {
  blob: Blob
  /** The sample rate to decode it at, in hertz. */
  sampleRate: number
  elapsedMs: number
}

export interface RecorderSnapshot {
  state: RecorderState
  /** Set once the recording is finished. */
  source: SourceRecording | null
  voice: Voice
  /** Whether the device keeps no backup copy, because its storage is full or blocked. */
  isUnsaved: boolean
}

export interface Recorder {
  subscribe: (listener: () => void) => () => void
  getSnapshot: () => RecorderSnapshot
  /** The current loudness of the microphone, from 0 to 1. */
  readLevel: () => number
  start: () => Promise<void>
  send: (event: RecorderEvent) => void
  chooseVoice: (voice: Voice) => void
  /** Restores a recording from an earlier page, if there is one. */
  open: () => Promise<void>
  /** Ends a recording in progress; its draft stays, and `open` restores it. */
  close: () => void
}

/**
 * Connects the state machine to the microphone and saves each chunk on the device as it arrives. A
 * restored draft is finished, because browsers can't append to a recording of an earlier page.
 */
export function createRecorder(draftKey: string): Recorder {
  let snapshot: RecorderSnapshot = {
    state: initialState,
    source: null,
    voice: 'natural',
    isUnsaved: false,
  }
  let session: RecordingSession | null = null
  let writes = Promise.resolve()
  let isClosed = false
  /** Pending while `open` has the draft locked to restore an earlier recording. */
  let restoring: Promise<unknown> = Promise.resolve()
  const listeners = createListeners()

  function update(change: Partial<RecorderSnapshot>): void {
    snapshot = { ...snapshot, ...change }
    listeners.notify()
  }

  /** Runs writes one after the other, so that a removal never overtakes a chunk. */
  function write(work: () => Promise<void>): void {
    writes = writes.then(work).catch(() => update({ isUnsaved: true }))
  }

  function send(event: RecorderEvent): void {
    const before = snapshot.state
    const state = reduceRecorder(before, event)
    if (state === before) return
    if (event.type === 'discard') write(() => removeRecordingDraft(draftKey))
    update(event.type === 'discard' ? { state, source: null } : { state })
    if (state.status === before.status) return
    if (state.status === 'paused') session?.pause()
    if (state.status === 'recording') session?.resume()
    if (state.status === 'finishing' || state.status === 'idle') session?.stop()
    if (state.status === 'idle') session = null
  }

  function isStarting(): boolean {
    return snapshot.state.status === 'starting'
  }

  async function start(): Promise<void> {
    if (snapshot.state.status !== 'idle') return
    send({ type: 'start' })
    try {
      const release = await claim()
      if (!release) return send({ type: 'fail', error: OTHER_TAB })
      if (!isStarting()) return release()
      if (await restore()) return release()
      await record(release).catch((cause: unknown) => {
        release()
        throw cause
      })
    } catch (cause) {
      const error = cause instanceof RecordingError ? cause.message : MICROPHONE_MISSING
      send({ type: 'fail', error })
    }
  }

  async function record(release: () => void): Promise<void> {
    const stream = await openMicrophone()
    if (isClosed || !isStarting()) {
      closeMicrophone(stream)
      return release()
    }
    try {
      session = startSession(stream, release)
    } catch (cause) {
      closeMicrophone(stream)
      throw cause
    }
    const { mimeType, sampleRate } = session
    const { voice } = snapshot
    write(() =>
      createRecordingDraft({ draftKey, mimeType, sampleRate, voice, startedAt: Date.now() }),
    )
    send({ type: 'started' })
  }

  /** A discarded session is no longer `session`, so chunks that it still delivers are dropped. */
  function startSession(stream: MediaStream, release: () => void): RecordingSession {
    const chunks: Blob[] = []
    let elapsedMs = 0
    let bytes = 0
    const own = startRecordingSession(stream, {
      onChunk: (blob, at) => {
        if (session !== own) return
        const index = chunks.push(blob) - 1
        elapsedMs = at
        bytes += blob.size
        write(() => appendToRecordingDraft(draftKey, { index, blob, elapsedMs: at }))
        send({ type: 'tick', elapsedMs, bytes })
      },
      onTime: (at) => send({ type: 'tick', elapsedMs: at, bytes }),
      onInterrupted: (notice) => send({ type: 'pause', notice }),
      onBroken: (notice) => send({ type: 'fail', error: notice }),
      onStopped: () => {
        void writes.then(release)
        if (session !== own) return
        session = null
        const blob = new Blob(chunks, { type: own.mimeType })
        update({ source: { blob, sampleRate: own.sampleRate, elapsedMs } })
        send({ type: 'finished' })
      },
    })
    return own
  }

  async function open(): Promise<void> {
    isClosed = false
    const release = await claimDraft(draftKey, { isPatient: true })
    restoring = restore().finally(() => release?.())
    await restoring
  }

  async function claim(): Promise<(() => void) | null> {
    const release = await claimDraft(draftKey)
    if (release) return release
    await restoring
    return claimDraft(draftKey)
  }

  /** Restores an earlier draft, if there is one, because starting must not overwrite it unseen. */
  async function restore(): Promise<boolean> {
    await writes
    const draft = await findRecordingDraft(draftKey).catch(() => undefined)
    const isFree = snapshot.state.status === 'idle' || snapshot.state.status === 'starting'
    if (!draft || isClosed || !isFree) return false
    const { blob, sampleRate, elapsedMs, voice } = draft
    update({ source: { blob, sampleRate, elapsedMs }, voice })
    send({ type: 'restored', elapsedMs, bytes: blob.size })
    return true
  }

  return {
    subscribe: listeners.subscribe,
    getSnapshot: () => snapshot,
    readLevel: () => session?.meter.read() ?? 0,
    start,
    send,
    chooseVoice: (voice) => {
      update({ voice })
      write(() => saveDraftVoice(draftKey, voice))
    },
    open,
    close: () => {
      isClosed = true
      session?.stop()
    },
  }
}

/**
 * Locks a draft for this page, so that two tabs do not write into one recording. Resolves with a
 * function that releases the lock, or with null if another tab has it; a patient claim waits for
 * it.
 */
function claimDraft(draftKey: string, { isPatient = false } = {}): Promise<(() => void) | null> {
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
