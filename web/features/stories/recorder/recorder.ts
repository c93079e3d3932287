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
  lockRecordingDraft,
  removeRecordingDraft,
  saveDraftVoice,
} from '#web/features/stories/recorder/recording-draft.ts'
import { type SourceRecording, Take } from '#web/features/stories/recorder/take.ts'
import type { Voice } from '#web/features/stories/recorder/voice/voice-change.ts'
import { createListeners } from '#web/lib/listeners.ts'

const OTHER_TAB = 'You are recording in another tab. Please finish it there first.'

export interface RecorderSnapshot {
  state: RecorderState
  /** Set once the recording is finished. */
  source: SourceRecording | null
  voice: Voice
  /** Whether the device keeps no backup copy, because its storage is full or blocked. */
  isUnsaved: boolean
}

/**
 * Connects the state machine to the microphone and saves each chunk on the device as it arrives. A
 * restored draft is finished, because browsers can't append to a recording of an earlier page.
 */
export class Recorder {
  readonly #draftKey: string
  readonly #listeners = createListeners()
  #snapshot: RecorderSnapshot = {
    state: initialState,
    source: null,
    voice: 'natural',
    isUnsaved: false,
  }
  /** Undefined once it is discarded, so that chunks that it still delivers are dropped. */
  #take: Take | undefined
  #writes = Promise.resolve()
  #isClosed = false
  /** Pending while `open` has the draft locked to restore an earlier recording. */
  #restoring: Promise<unknown> = Promise.resolve()

  constructor(draftKey: string) {
    this.#draftKey = draftKey
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.subscribe(listener)

  readonly getSnapshot = (): RecorderSnapshot => this.#snapshot

  /** The current loudness of the microphone, from 0 to 1. */
  readonly readLevel = (): number => this.#take?.readLevel() ?? 0

  /** Starts a recording, or restores an earlier one instead of overwriting it unseen. */
  async start(): Promise<void> {
    if (this.#snapshot.state.status !== 'idle') return
    this.send({ type: 'start' })
    try {
      const release = await this.#lock()
      if (!release) return this.send({ type: 'fail', error: OTHER_TAB })
      if (!this.#isStarting() || (await this.#restore())) return release()
      await this.#record(release).catch((cause: unknown) => {
        release()
        throw cause
      })
    } catch (cause) {
      const error = cause instanceof RecordingError ? cause.message : MICROPHONE_MISSING
      this.send({ type: 'fail', error })
    }
  }

  send(event: RecorderEvent): void {
    const before = this.#snapshot.state
    const state = reduceRecorder(before, event)
    if (state === before) return
    if (event.type === 'discard') this.#write(() => removeRecordingDraft(this.#draftKey))
    this.#update(event.type === 'discard' ? { state, source: null } : { state })
    if (state.status === before.status) return
    if (state.status === 'paused') this.#take?.pause()
    if (state.status === 'recording') this.#take?.resume()
    if (state.status === 'finishing' || state.status === 'idle') this.#take?.stop()
    if (state.status === 'idle') this.#take = undefined
  }

  chooseVoice(voice: Voice): void {
    this.#update({ voice })
    this.#write(() => saveDraftVoice(this.#draftKey, voice))
  }

  /** Restores a recording from an earlier page, if there is one. */
  async open(): Promise<void> {
    this.#isClosed = false
    const release = await lockRecordingDraft(this.#draftKey, { isPatient: true })
    this.#restoring = this.#restore().finally(() => release?.())
    await this.#restoring
  }

  /** Ends a recording in progress; its draft stays, and `open` restores it. */
  close(): void {
    this.#isClosed = true
    this.#take?.stop()
  }

  #update(change: Partial<RecorderSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change }
    this.#listeners.notify()
  }

  /** Runs writes one after the other, so that a removal never overtakes a chunk. */
  #write(work: () => Promise<void>): void {
    this.#writes = this.#writes.then(work).catch(() => this.#update({ isUnsaved: true }))
  }

  #isStarting(): boolean {
    return this.#snapshot.state.status === 'starting'
  }

  /** `release` unlocks the draft; called when the recording is complete. */
  async #record(release: () => void): Promise<void> {
    const stream = await openMicrophone()
    if (this.#isClosed || !this.#isStarting()) {
      closeMicrophone(stream)
      return release()
    }
    try {
      this.#take = this.#startTake(stream, release)
    } catch (cause) {
      closeMicrophone(stream)
      throw cause
    }
    const { mimeType, sampleRate } = this.#take
    const { voice } = this.#snapshot
    const draft = { draftKey: this.#draftKey, mimeType, sampleRate, voice, startedAt: Date.now() }
    this.#write(() => createRecordingDraft(draft))
    this.send({ type: 'started' })
  }

  #startTake(stream: MediaStream, release: () => void): Take {
    const take = new Take(stream, {
      onChunk: (chunk) => {
        if (this.#take !== take) return
        this.#write(() => appendToRecordingDraft(this.#draftKey, chunk))
        this.send({ type: 'tick', elapsedMs: chunk.elapsedMs, bytes: take.bytes })
      },
      onTime: (elapsedMs) => this.send({ type: 'tick', elapsedMs, bytes: take.bytes }),
      onInterrupted: (notice) => this.send({ type: 'pause', notice }),
      onBroken: (notice) => this.send({ type: 'fail', error: notice }),
      onStopped: () => {
        void this.#writes.then(release)
        if (this.#take !== take) return
        this.#take = undefined
        this.#update({ source: take.toSource() })
        this.send({ type: 'finished' })
      },
    })
    return take
  }

  async #lock(): Promise<(() => void) | null> {
    const release = await lockRecordingDraft(this.#draftKey)
    if (release) return release
    await this.#restoring
    return lockRecordingDraft(this.#draftKey)
  }

  /** Restores an earlier draft. False if there is none, or no need for one anymore. */
  async #restore(): Promise<boolean> {
    await this.#writes
    const draft = await findRecordingDraft(this.#draftKey).catch(() => undefined)
    const { status } = this.#snapshot.state
    if (!draft || this.#isClosed || (status !== 'idle' && status !== 'starting')) return false
    const { blob, sampleRate, elapsedMs, voice } = draft
    this.#update({ source: { blob, sampleRate, elapsedMs }, voice })
    this.send({ type: 'restored', elapsedMs, bytes: blob.size })
    return true
  }
}
