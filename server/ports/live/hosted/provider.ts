import { createHash } from 'node:crypto'
import type { MediaGrant } from '#contract/live.ts'
import type { CollectedRecording, Seat } from '../port.ts'

/**
 * The part of an engine that depends on the provider; `createHostedEngine` does the rest. Rooms have
 * the port's names. Errors are thrown unchanged, and translated by the caller.
 */
export interface HostedProvider {
  readonly name: 'livekit' | 'daily'
  /**
   * Creates the room, or keeps an existing one. Stops a recording that is still running: this process
   * does not know about it, so people in the room would not be told.
   */
  openRoom(room: string): Promise<void>
  /** Disconnects everyone and ends the recording. Does nothing if the room does not exist. */
  closeRoom(room: string): Promise<void>
  /** Returns what a browser needs to connect, with the right to listen, and to speak if `isOpen`. */
  grant(seat: Seat & { isOpen: boolean; seconds: number }): Promise<MediaGrant>
  /** Grants or revokes the right to send sound. False if the person is not connected (yet). */
  allowSpeaking(seat: Seat & { isOpen: boolean }): Promise<boolean>
  /** Ends the person's connection, if there is one. */
  sendOut(seat: Seat): Promise<void>
  /** @throws AppError that says what is missing if recording is not set up. */
  startRecording(room: string): Promise<string>
  /** Stops any recording of the room. */
  stopRecording(room: string): Promise<void>
  /** `signal` aborts a download that takes too long. */
  collect(input: {
    recordingRef: string
    folder: string
    signal: AbortSignal
  }): Promise<CollectedRecording>
  discard(recordingRef: string): Promise<void>
  /** Resolves if the provider answers and accepts our key. */
  check(): Promise<void>
  /** Describes an error without the provider's own text, which can contain anything. */
  describe(error: unknown): string
}

/** Describes an error of `fetch`, which has the reason in its cause. */
export function describeFetchError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const { cause } = error
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return error.name
}

/** Keeps our rooms apart from those of another installation that uses the same account. */
export function roomNames(installation: string): (room: string) => string {
  const mark = createHash('sha256').update(installation).digest('hex').slice(0, 12)
  return (room) => `folx-${mark}-${room}`
}
