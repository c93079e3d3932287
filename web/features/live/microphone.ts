import {
  MICROPHONE_MISSING,
  openMicrophone as openStream,
} from '#web/features/stories/recorder/microphone.ts'

const STORAGE_KEY = 'live-microphone'

/** An open microphone. Closing it turns off the browser's recording indicator. */
export interface Microphone {
  readonly track: MediaStreamTrack
  close(): void
  /** Calls `listener` once when the device stops without `close`, such as when it is unplugged. */
  onGone(listener: () => void): void
}

export interface MicrophoneChoice {
  deviceId: string
  label: string
}

/**
 * Opens the microphone chosen on this device, or the system's default. Uses echo cancellation,
 * noise suppression and auto gain (administrator document, section 9). Rejects with a message for
 * the person.
 */
export async function openMicrophone(deviceId = chosenMicrophone()): Promise<Microphone> {
  // `ideal`, so that another microphone is used if this one is missing.
  const stream = await openStream(deviceId ? { deviceId: { ideal: deviceId } } : {})
  const [track] = stream.getAudioTracks()
  if (!track) throw new Error(MICROPHONE_MISSING)
  return {
    track,
    close: () => track.stop(),
    onGone: (listener) => track.addEventListener('ended', listener, { once: true }),
  }
}

/** The microphones of this device. Browsers reveal their names only after access was allowed. */
export async function listMicrophones(): Promise<MicrophoneChoice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices
    .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
    .map(({ deviceId, label }, index) => ({
      deviceId,
      label: label || `Microphone ${index + 1}`,
    }))
}

/** The id of the microphone chosen on this device, if any. */
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
    // If storage is blocked, the system's default microphone is used.
  }
}
