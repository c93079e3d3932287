/** For speech (member document, section 9). */
const SPEECH: MediaTrackConstraints = {
  channelCount: 1,
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
}

const QUIETEST_DB = -60
const LOUDEST_DB = -10

const MICROPHONE_DENIED =
  'Microphone access denied. Please check your browser settings and try again.'
export const MICROPHONE_MISSING =
  'Unable to access microphone. Please ensure your device has a working microphone.'

/** Recording is not possible; the message is a sentence for the member. */
export class RecordingError extends Error {
  override name = 'RecordingError'
}

/** Whether the microphone couldn't be opened because the device that was asked for is gone. */
export function isDeviceGone({ cause }: RecordingError): boolean {
  const name =
    cause instanceof Error || cause instanceof DOMException ? cause.name : 'OverconstrainedError'
  return name === 'OverconstrainedError' || name === 'NotFoundError'
}

/**
 * Opens the microphone, for recording unless `options` say otherwise; the browser asks for permission
 * if needed. Throws `RecordingError`.
 */
export async function openMicrophone(
  options: MediaTrackConstraints = { sampleRate: 44_100 },
): Promise<MediaStream> {
  try {
    // Browsers provide `mediaDevices` only on secure (https) pages.
    return await navigator.mediaDevices.getUserMedia({ audio: { ...SPEECH, ...options } })
  } catch (cause) {
    throw new RecordingError(sentenceFor(cause), { cause })
  }
}

function sentenceFor(cause: unknown): string {
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : ''
  return name === 'NotAllowedError' || name === 'SecurityError'
    ? MICROPHONE_DENIED
    : MICROPHONE_MISSING
}

export function closeMicrophone(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

export interface LevelMeter {
  /** The current loudness from 0 to 1, on a scale that suits speech. */
  read: () => number
  close: () => void
}

/** Measures the loudness of a microphone stream. */
export function createLevelMeter(stream: MediaStream): LevelMeter {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 1024
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    read: () => {
      analyser.getFloatTimeDomainData(samples)
      return speechLevel(samples)
    },
    close: () => void context.close(),
  }
}

/** The loudness of samples (from -1 to 1), from 0 to 1 within the loudness range of speech. */
export function speechLevel(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  const decibels = 10 * Math.log10(power + 1e-12)
  return Math.max(0, Math.min(1, (decibels - QUIETEST_DB) / (LOUDEST_DB - QUIETEST_DB)))
}
