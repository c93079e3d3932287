const CONSTRAINTS: MediaStreamConstraints = {
  audio: {
    sampleRate: 44_100,
    channelCount: 1,
    echoCancellation: true,
    noiseSuppression: true,
    autoGainControl: true,
  },
}

export const MICROPHONE_DENIED =
  'Microphone access denied. Please check your browser settings and try again.'
export const MICROPHONE_MISSING =
  'Unable to access microphone. Please ensure your device has a working microphone.'

/** Recording is not possible; the message is a sentence for the member. */
export class RecordingError extends Error {
  override name = 'RecordingError'
}

/** Opens the microphone; the browser asks for permission if needed. Throws `RecordingError`. */
export async function openMicrophone(): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia(CONSTRAINTS)
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
