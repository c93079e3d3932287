import { MICROPHONE_DENIED, MICROPHONE_MISSING } from '#web/features/stories/recorder/microphone.ts'

const STORAGE_KEY = 'live-microphone'

/** An open microphone. Closing it puts out the browser's mark that it is heard. */
export interface Microphone {
  readonly track: MediaStreamTrack
  close(): void
  /** Calls `listener` when the device goes away by itself. */
  onGone(listener: () => void): void
}

export interface MicrophoneChoice {
  deviceId: string
  label: string
}

/**
 * Opens the microphone that was chosen on this device, or the system's own. Rejects with a sentence
 * for the person (administrator document, section 9: echo, noise and loudness are dealt with).
 */
export async function openMicrophone(deviceId = chosenMicrophone()): Promise<Microphone> {
  const stream = await openStream(deviceId)
  const [track] = stream.getAudioTracks()
  if (!track) throw new Error(MICROPHONE_MISSING)
  return {
    track,
    close: () => track.stop(),
    onGone: (listener) => track.addEventListener('ended', listener, { once: true }),
  }
}

async function openStream(deviceId: string | undefined): Promise<MediaStream> {
  // Only pages that travel safely have it.
  if (!navigator.mediaDevices) throw new Error(MICROPHONE_MISSING)
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: {
        // One that is gone gives way to another.
        ...(deviceId && { deviceId: { ideal: deviceId } }),
        channelCount: 1,
        echoCancellation: true,
        noiseSuppression: true,
        autoGainControl: true,
      },
    })
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : ''
    const isDenied = name === 'NotAllowedError' || name === 'SecurityError'
    throw new Error(isDenied ? MICROPHONE_DENIED : MICROPHONE_MISSING, { cause })
  }
}

/** What the device has; browsers tell names only once a microphone was allowed. */
export async function listMicrophones(): Promise<MicrophoneChoice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices
    .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
    .map(({ deviceId, label }, index) => ({
      deviceId,
      label: label || `Microphone ${index + 1}`,
    }))
}

/** The id of the microphone that was chosen on this device. */
function chosenMicrophone(): string | undefined {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? undefined
  } catch {
    return undefined
  }
}

export function chooseMicrophone(deviceId: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, deviceId)
  } catch {
    // Storage can be forbidden; the system's own microphone is used then.
  }
}
