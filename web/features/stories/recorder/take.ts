import {
  closeMicrophone,
  createLevelMeter,
  type LevelMeter,
  RecordingError,
} from '#web/features/stories/recorder/microphone.ts'
import { CHUNK_INTERVAL_MS } from '#web/features/stories/recorder/recorder-state.ts'

/** In the specification's order (member document, section 4). */
const FORMATS = [
  'audio/webm',
  'audio/webm;codecs=opus',
  'audio/mp4',
  'audio/mpeg',
  'audio/mp3',
  'audio/wav',
]

/** Opus, the codec in WebM recordings, always decodes at this rate. */
const OPUS_RATE = 48_000

const BITS_PER_SECOND = 96_000

const RECORDING_UNSUPPORTED =
  'This browser can’t record sound. Update it, or write your story instead.'

const MICROPHONE_ENDED =
  'The microphone has stopped, so the recording has ended. Everything you said is saved.'

const MICROPHONE_MUTED =
  'The recording is paused because the microphone was interrupted. Resume when you’re ready.'

const RECORDER_BROKE =
  'The recording has stopped because of an error. Everything you said until then is saved.'

/** A part of the recording as the browser delivers it. */
export interface Chunk {
  /** From 0. */
  index: number
  blob: Blob
  /** The length of the recording up to the end of this chunk. */
  elapsedMs: number
}

interface TakeEvents {
  onChunk: (chunk: Chunk) => void
  onTime: (elapsedMs: number) => void
  /** The system took the microphone away for a while, for example for a phone call. */
  onInterrupted: (notice: string) => void
  /** The microphone or the recorder has failed; `onStopped` follows. */
  onBroken: (notice: string) => void
  /** The last chunk has been delivered. */
  onStopped: () => void
}

/** The original recording. It stays on the device unless the natural voice is chosen. */
export interface SourceRecording {
  blob: Blob
  /** The sample rate to decode it at, in hertz. */
  sampleRate: number
  elapsedMs: number
}

/** A stream that is recorded until it is stopped or the microphone ends, and then closed. */
export class Take {
  readonly mimeType: string
  /** In hertz. */
  readonly sampleRate: number
  /** The sound delivered so far. */
  bytes = 0
  #deliveredMs = 0
  readonly #chunks: Blob[] = []
  readonly #stream: MediaStream
  readonly #events: TakeEvents
  readonly #recorder: MediaRecorder
  readonly #meter: LevelMeter
  readonly #stopwatch = createStopwatch()
  readonly #releaseScreen: () => void
  readonly #listening = new AbortController()
  readonly #clock: ReturnType<typeof setInterval>

  /** Starts recording. Throws `RecordingError` if the browser cannot record. */
  constructor(stream: MediaStream, events: TakeEvents) {
    this.#recorder = createMediaRecorder(stream)
    this.#stream = stream
    this.#events = events
    this.#meter = createLevelMeter(stream)
    this.#releaseScreen = keepScreenOn()
    this.#listen()
    this.#clock = setInterval(() => events.onTime(this.#stopwatch.elapsedMs()), CHUNK_INTERVAL_MS)
    this.#recorder.start(CHUNK_INTERVAL_MS)
    this.#stopwatch.resume()
    this.mimeType = this.#recorder.mimeType
    const trackRate = stream.getAudioTracks()[0]?.getSettings().sampleRate
    this.sampleRate = nativeSampleRate(this.mimeType, trackRate)
  }

  /** The loudness right now, from 0 to 1. */
  readLevel(): number {
    return this.#meter.read()
  }

  pause(): void {
    this.#stopwatch.pause()
    if (this.#recorder.state === 'recording') this.#recorder.pause()
  }

  resume(): void {
    if (this.#recorder.state === 'paused') this.#recorder.resume()
    this.#stopwatch.resume()
  }

  stop(): void {
    this.#stopwatch.pause()
    if (this.#recorder.state !== 'inactive') this.#recorder.stop()
  }

  /** The recording up to the last chunk. */
  toSource(): SourceRecording {
    const blob = new Blob(this.#chunks, { type: this.mimeType })
    return { blob, sampleRate: this.sampleRate, elapsedMs: this.#deliveredMs }
  }

  #listen(): void {
    const listening = { signal: this.#listening.signal }
    const recorder = this.#recorder
    recorder.addEventListener('dataavailable', ({ data }) => this.#handleData(data))
    recorder.addEventListener('stop', () => this.#handleStopped())
    recorder.addEventListener('error', () => this.#breakOff(RECORDER_BROKE), listening)
    for (const track of this.#stream.getAudioTracks()) {
      track.addEventListener('ended', () => this.#breakOff(MICROPHONE_ENDED), listening)
      track.addEventListener('mute', () => this.#events.onInterrupted(MICROPHONE_MUTED), listening)
    }
    const flush = (): void => {
      if (recorder.state !== 'inactive') recorder.requestData()
    }
    document.addEventListener('visibilitychange', flush, listening)
    window.addEventListener('pagehide', flush, listening)
  }

  #handleData(blob: Blob): void {
    if (blob.size === 0) return
    const index = this.#chunks.push(blob) - 1
    this.bytes += blob.size
    this.#deliveredMs = this.#stopwatch.elapsedMs()
    this.#events.onChunk({ index, blob, elapsedMs: this.#deliveredMs })
  }

  #breakOff(notice: string): void {
    this.#events.onBroken(notice)
    this.stop()
  }

  #handleStopped(): void {
    this.#listening.abort()
    clearInterval(this.#clock)
    this.#meter.close()
    this.#releaseScreen()
    closeMicrophone(this.#stream)
    this.#events.onStopped()
  }
}

/** Uses the best format that the browser not only reports as supported but accepts. */
function createMediaRecorder(stream: MediaStream): MediaRecorder {
  if (!('MediaRecorder' in window)) throw new RecordingError(RECORDING_UNSUPPORTED)
  const { vendor } = navigator
  const isTypeSupported = (type: string): boolean => MediaRecorder.isTypeSupported(type)
  for (const mimeType of recordingFormats({ vendor, isTypeSupported })) {
    try {
      return new MediaRecorder(stream, { mimeType, audioBitsPerSecond: BITS_PER_SECOND })
    } catch {
      // Reported as supported but refused, so the next format is tried.
    }
  }
  throw new RecordingError(RECORDING_UNSUPPORTED)
}

interface Stopwatch {
  pause: () => void
  resume: () => void
  elapsedMs: () => number
}

function createStopwatch(): Stopwatch {
  let total = 0
  let runningSince: number | null = null
  const elapsedMs = (): number =>
    total + (runningSince === null ? 0 : performance.now() - runningSince)
  return {
    elapsedMs,
    pause: () => {
      total = elapsedMs()
      runningSince = null
    },
    resume: () => {
      runningSince ??= performance.now()
    },
  }
}

/** A phone that locks its screen takes the microphone away. A refusal is harmless. */
function keepScreenOn(): () => void {
  const lock = navigator.wakeLock?.request('screen').catch(() => undefined)
  return () => void lock?.then((sentinel) => sentinel?.release())
}

interface FormatSupport {
  /**
   * `navigator.vendor`, which names Apple on every WebKit, including other brands' browsers on iOS.
   */
  vendor: string
  isTypeSupported: (mimeType: string) => boolean
}

/**
 * The types to record in, the best one first. WebKit reports support for WebM since Safari 18.4,
 * but such recordings often do not play, so MP4 comes first there.
 */
export function recordingFormats({ vendor, isTypeSupported }: FormatSupport): string[] {
  const isWebKit = vendor.startsWith('Apple')
  const ordered = isWebKit
    ? FORMATS.toSorted((a, b) => Number(b === 'audio/mp4') - Number(a === 'audio/mp4'))
    : FORMATS
  return ordered.filter(isTypeSupported)
}

/** The rate at which a recording decodes without being resampled, in hertz. */
export function nativeSampleRate(mimeType: string, trackRate: number | undefined): number {
  return /webm|ogg|opus/.test(mimeType) ? OPUS_RATE : (trackRate ?? OPUS_RATE)
}
