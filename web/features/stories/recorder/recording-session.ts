import { createLevelMeter, type LevelMeter } from '#web/features/stories/recorder/level-meter.ts'
import { closeMicrophone, RecordingError } from '#web/features/stories/recorder/microphone.ts'
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

interface SessionEvents {
  onChunk: (chunk: Blob, elapsedMs: number) => void
  onTime: (elapsedMs: number) => void
  /** The system took the microphone away for a while, for example for a phone call. */
  onInterrupted: (notice: string) => void
  /** The microphone or the recorder has failed; `onStopped` follows. */
  onBroken: (notice: string) => void
  /** The last chunk has been delivered. */
  onStopped: () => void
}

export interface RecordingSession {
  mimeType: string
  /** In hertz. */
  sampleRate: number
  meter: LevelMeter
  pause: () => void
  resume: () => void
  stop: () => void
}

/**
 * Records a stream until it is stopped or the microphone ends, then closes the stream. Throws
 * `RecordingError` if the browser cannot record.
 */
export function startRecordingSession(
  stream: MediaStream,
  events: SessionEvents,
): RecordingSession {
  const recorder = createMediaRecorder(stream)
  const stopwatch = createStopwatch()
  const meter = createLevelMeter(stream)
  const releaseScreen = keepScreenOn()
  const cleanup = new AbortController()
  const listening = { signal: cleanup.signal }

  const stop = (): void => {
    stopwatch.pause()
    if (recorder.state !== 'inactive') recorder.stop()
  }
  const breakOff = (notice: string): void => {
    events.onBroken(notice)
    stop()
  }
  const flush = (): void => {
    if (recorder.state !== 'inactive') recorder.requestData()
  }

  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) events.onChunk(data, stopwatch.elapsedMs())
  })
  recorder.addEventListener('error', () => breakOff(RECORDER_BROKE), listening)
  recorder.addEventListener('stop', () => {
    cleanup.abort()
    clearInterval(clock)
    meter.close()
    releaseScreen()
    closeMicrophone(stream)
    events.onStopped()
  })
  for (const track of stream.getAudioTracks()) {
    track.addEventListener('ended', () => breakOff(MICROPHONE_ENDED), listening)
    track.addEventListener('mute', () => events.onInterrupted(MICROPHONE_MUTED), listening)
  }
  document.addEventListener('visibilitychange', flush, listening)
  window.addEventListener('pagehide', flush, listening)
  const clock = setInterval(() => events.onTime(stopwatch.elapsedMs()), CHUNK_INTERVAL_MS)

  recorder.start(CHUNK_INTERVAL_MS)
  stopwatch.resume()
  const trackRate = stream.getAudioTracks()[0]?.getSettings().sampleRate
  return {
    mimeType: recorder.mimeType,
    sampleRate: nativeSampleRate(recorder.mimeType, trackRate),
    meter,
    pause: () => {
      stopwatch.pause()
      if (recorder.state === 'recording') recorder.pause()
    },
    resume: () => {
      if (recorder.state === 'paused') recorder.resume()
      stopwatch.resume()
    },
    stop,
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
