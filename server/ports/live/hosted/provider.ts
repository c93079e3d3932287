import type { MediaGrant } from '#contract/live.ts'
import type { CollectedRecording, Seat } from '../port.ts'

/**
 * What an adapter of a provider does; `createHostedEngine` does the rest. Rooms are named as the
 * port names them. Errors are thrown as they come, and spoken of in our words further up.
 */
export interface HostedProvider {
  readonly name: 'livekit' | 'daily'
  /**
   * Makes the room, empty or as it is. A recording of it that still runs is ended: this process
   * knows nothing of it, so nobody in the room is told of it.
   */
  openRoom(room: string): Promise<void>
  /** Sends everyone out and ends the recording; fine when there is no such room. */
  closeRoom(room: string): Promise<void>
  /** What a browser needs to come in, with the right to listen, and to speak if `isOpen`. */
  grant(seat: Seat & { isOpen: boolean; seconds: number }): Promise<MediaGrant>
  /** Gives or takes the right to send sound. False for who is not connected (yet). */
  allowSpeaking(seat: Seat & { isOpen: boolean }): Promise<boolean>
  /** Ends the connection; fine when there is none. */
  sendOut(seat: Seat): Promise<void>
  /** @throws AppError that says what is missing where recording is not set up. */
  startRecording(room: string): Promise<string>
  /** Ends whatever is recorded of the room; fine when nothing is. */
  stopRecording(room: string): Promise<void>
  /** `signal` ends a download that takes too long. */
  collect(input: {
    recordingRef: string
    folder: string
    signal: AbortSignal
  }): Promise<CollectedRecording>
  discard(recordingRef: string): Promise<void>
  /** Resolves when the provider answers and takes our key. */
  check(): Promise<void>
  /** What is known of an error without the provider's own words, which can hold anything. */
  describe(error: unknown): string
}

/** Of an error of `fetch`, which hides the reason in its cause. */
export function describeFetchError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const { cause } = error
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return error.name
}
