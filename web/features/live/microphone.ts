import {
  isDeviceGone,
  MICROPHONE_MISSING,
  openMicrophone as openStream,
  RecordingError,
} from '#web/features/stories/recorder/microphone.ts'
import type { RoomState } from './room-state.ts'
import type { RoomContext, RoomNeeds } from './room-store.ts'

const STORAGE_KEY = 'live-microphone'

/** The chosen microphone was unplugged, for example. */
export const OTHER_MICROPHONE =
  'The microphone you chose isn’t connected, so your device’s default one is used.'

/** It was unplugged, or its permission was taken back. */
const MICROPHONE_STOPPED =
  'Your microphone has stopped. Check that it’s connected and allowed, then press Listening.'

/** An open microphone. Closing it turns off the browser's recording indicator. */
export interface Microphone {
  readonly track: MediaStreamTrack
  /** It isn't the chosen one, because that is gone. */
  readonly isOther: boolean
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
  const { stream, isOther } = await openDevice(deviceId)
  const [track] = stream.getAudioTracks()
  if (!track) throw new Error(MICROPHONE_MISSING)
  return {
    track,
    isOther,
    close: () => track.stop(),
    onGone: (listener) => track.addEventListener('ended', listener, { once: true }),
  }
}

/**
 * With `exact`, because browsers open the default microphone for an `ideal` one. If the chosen one is
 * gone, the default is opened.
 */
async function openDevice(
  deviceId: string | undefined,
): Promise<{ stream: MediaStream; isOther: boolean }> {
  if (!deviceId) return { stream: await openStream({}), isOther: false }
  try {
    return { stream: await openStream({ deviceId: { exact: deviceId } }), isOther: false }
  } catch (error) {
    if (!(error instanceof RecordingError) || !isDeviceGone(error)) throw error
    return { stream: await openStream({}), isOther: true }
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

interface RoomMicrophoneOptions extends Pick<RoomNeeds, 'openMicrophone'> {
  setTrack(track: MediaStreamTrack | null): void
}

/** The person's own microphone in the room. */
export class RoomMicrophone {
  readonly #context: RoomContext
  readonly #options: RoomMicrophoneOptions
  #current: Microphone | undefined

  constructor(context: RoomContext, options: RoomMicrophoneOptions) {
    this.#context = context
    this.#options = options
  }

  /**
   * Closes it, or opens it, asking for permission if needed. The state says why if it can't be opened.
   */
  toggle(): void {
    if (this.#context.state().microphone === 'muted') return void this.#open()
    this.#context.send({ type: 'microphone', isOpen: false })
    this.mute(null)
  }

  /** Switches to another chosen microphone while one is open. */
  async replace(): Promise<void> {
    const opened = await this.#options.openMicrophone()
    if (this.#context.state().microphone !== 'live') return opened.close()
    this.#speakThrough(opened)
    this.#context.dispatch({ type: 'microphone-live', isOther: opened.isOther })
  }

  /** Closes it and shows who muted it. */
  mute(by: RoomState['mutedBy']): void {
    this.close()
    this.#context.dispatch({ type: 'muted', by })
  }

  close(): void {
    this.#options.setTrack(null)
    this.#current?.close()
    this.#current = undefined
  }

  async #open(): Promise<void> {
    const context = this.#context
    const connection = context.connection()
    const isWanted = (): boolean =>
      context.connection() === connection && context.state().microphone === 'opening'
    context.dispatch({ type: 'microphone-opening' })
    let opened: Microphone
    try {
      opened = await this.#options.openMicrophone()
    } catch (error) {
      if (!isWanted()) return
      const problem = error instanceof Error ? error.message : MICROPHONE_MISSING
      return context.dispatch({ type: 'microphone-failed', problem })
    }
    // The person muted or left while the permission prompt was open.
    if (!isWanted()) return opened.close()
    if (!context.send({ type: 'microphone', isOpen: true })) {
      opened.close()
      return context.dispatch({ type: 'microphone-failed', problem: null })
    }
    this.#speakThrough(opened)
    context.dispatch({ type: 'microphone-live', isOther: opened.isOther })
  }

  #speakThrough(opened: Microphone): void {
    this.#current?.close()
    this.#current = opened
    this.#options.setTrack(opened.track)
    opened.onGone(() => {
      if (this.#current !== opened) return
      this.#context.send({ type: 'microphone', isOpen: false })
      this.close()
      this.#context.dispatch({ type: 'microphone-failed', problem: MICROPHONE_STOPPED })
    })
  }
}
