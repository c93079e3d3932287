import type { MediaGrant } from '#contract/live.ts'
import { AppError } from '#server/domain/app-error.ts'

/** How the browser's connection travels; `tcp` is for networks that block UDP. */
export type LiveTransport = 'udp' | 'tcp'

/** A person in a room, by ids that say nothing about who they are. */
export interface Seat {
  /** The id of one session on air; a later session has another. */
  room: string
  /** The id of one person's visit, `[A-Za-z0-9_-]{1,64}`. */
  participantId: string
}

/**
 * What an engine says of itself. Events of one room come in order. Engines of others tell their
 * clients about levels and connections directly, and announce only `gone`, `crashed` and
 * `restarted` where they know of them.
 */
export type LiveEvent =
  /**
   * How loud each person with an open microphone is, from 0 to 1: at most five times a second, and
   * not while nobody's changes. Who is missing is silent.
   */
  | { type: 'levels'; room: string; levels: Record<string, number> }
  /** Sound can flow between this person and the room. */
  | { type: 'connected'; room: string; participantId: string }
  /**
   * Nothing was heard of this person's connection for a while, or it failed. The seat and the
   * microphone's place stay until `remove` or `setMicrophone`.
   */
  | { type: 'gone'; room: string; participantId: string }
  /** All connections have ended. `restarted` follows, or `failed`. */
  | { type: 'crashed'; room: string }
  /** The engine is back with the same seats, open microphones and recording: all connect anew. */
  | { type: 'restarted'; room: string }
  /** The engine has given up; the room is closed. A recording can still be collected. */
  | { type: 'failed'; room: string }

/** What became of asking for a microphone. `full`: all places are taken, it stays closed. */
export type MicrophoneOutcome = 'open' | 'closed' | 'full'

/** A recording at the engine, after it was stopped or broke off. */
export type CollectedRecording =
  /** Being recorded, or made ready by the provider; ask again later. */
  | { state: 'pending' }
  /** At `path`, in a form that the recordings' converter reads (embedded: Opus in Ogg). */
  | {
      state: 'ready'
      path: string
      durationSeconds: number
      /** It broke off without being stopped; what there is until then is whole. */
      isPartial: boolean
    }
  /** There is nothing to be had: unknown, empty, or failed at the provider. */
  | { state: 'missing' }

/** What an administrator reads in the health answer. */
export interface LiveHealth {
  isReady: boolean
  /** For an administrator; without secrets. */
  sentence: string
  /** Of the embedded engine: where browsers send sound. */
  network: {
    /** Listening now, or the one that would be taken; null when none of the range is free. */
    port: number | null
    announcedAddresses: string[]
    hasTurn: boolean
  } | null
}

/**
 * Carries the sound of live rooms and records it. It knows rooms and people by opaque ids; who may
 * do what is decided before it is asked. All methods throw `provider_unavailable` when the engine
 * cannot be reached or does not answer in time.
 */
export interface LiveEngine {
  readonly name: 'embedded' | 'livekit' | 'daily'

  /** Makes the room on the engine; open already: changes nothing. */
  open(room: string): Promise<void>

  /** Ends every connection and the recording, if one runs; closed already: changes nothing. */
  close(room: string): Promise<void>

  /**
   * Gives a person a seat and what their browser needs to connect. Again for the same person:
   * a fresh grant for the same seat.
   *
   * @throws AppError `conflict` when the room is not open or all seats are taken.
   */
  admit(seat: Seat & { canSpeak: boolean }): Promise<MediaGrant>

  /**
   * Answers a browser's offer; undefined for engines whose clients connect to the provider. A
   * newer connection replaces the person's older one at once and keeps seat and microphone.
   *
   * @throws AppError `invalid_input` for an offer that cannot be answered, `not_found` without a
   * seat, `provider_unavailable` while the engine starts again.
   */
  readonly connect:
    | ((seat: Seat & { offer: string; transport: LiveTransport }) => Promise<{ answer: string }>)
    | undefined

  /**
   * Lets a person be heard, or not. Closed: what their browser still sends reaches nobody. Engines
   * of others open no microphone of somebody who does not connect within a moment.
   *
   * @throws AppError `not_found` without a seat.
   */
  setMicrophone(seat: Seat & { isOpen: boolean }): Promise<MicrophoneOutcome>

  /** Ends a person's connection and frees seat and microphone; without a seat: changes nothing. */
  remove(seat: Seat): Promise<void>

  /**
   * Starts to record everything that is heard in the room. Keep the answer: it names the recording
   * beyond a restart of this process. One runs already: that one's name.
   *
   * @throws AppError `conflict` when the room is not open.
   */
  startRecording(room: string): Promise<string>

  /** Stops the room's recording; none runs: changes nothing. `collectRecording` brings it. */
  stopRecording(room: string): Promise<void>

  /**
   * Brings a recording to this machine. `folder` is for providers that keep it elsewhere: a file is
   * made there, the caller's to delete.
   */
  collectRecording(recordingRef: string, folder: string): Promise<CollectedRecording>

  /** Deletes a recording at the engine, when it was collected or is not wanted. */
  discardRecording(recordingRef: string): Promise<void>

  /** Calls `listener` with every event until the returned function is called. */
  subscribe(listener: (event: LiveEvent) => void): () => void

  health(): Promise<LiveHealth>

  /** Closes all rooms and lets go of everything. The engine is not used afterwards. */
  shutDown(): Promise<void>
}

/** How long a call to an engine may take, in milliseconds, unless an adapter is told otherwise. */
export const LIVE_LIMIT_MS = 8_000

export function liveUnavailable(cause?: unknown): AppError {
  const sentence = 'We can’t reach the live room right now. Please try again in a moment.'
  return new AppError('provider_unavailable', sentence, { cause })
}

export function roomNotOpen(): AppError {
  return new AppError('conflict', 'The room is not on air.')
}

export function roomFull(): AppError {
  return new AppError('conflict', 'The room is full. Please try again later.')
}

export function noSeat(): AppError {
  return new AppError('not_found', 'You are not in the room. Please join again.')
}

export function badOffer(cause?: unknown): AppError {
  return new AppError('invalid_input', 'Your browser can’t join with this connection.', { cause })
}
