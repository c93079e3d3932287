import type { MediaGrant } from '#contract/live.ts'
import { AppError } from '#server/domain/app-error.ts'

/** The transport of a browser's connection; `tcp` is for networks that block UDP. */
export type LiveTransport = 'udp' | 'tcp'

/** A person in a room, by ids that do not reveal who they are. */
export interface Seat {
  /** The id of one session on air; a later session has another. */
  room: string
  /** The id of one person's visit, `[A-Za-z0-9_-]{1,64}`. */
  participantId: string
}

/**
 * An event of an engine. Events of one room arrive in order. Hosted engines report levels and
 * connections to their clients directly, and send only `gone`, `crashed` and `restarted`, if they know
 * of them.
 */
export type LiveEvent =
  /**
   * How loud each person with an open microphone is, from 0 to 1: at most five times a second, and
   * not while everyone is silent. A person who is missing is silent.
   */
  | { type: 'levels'; room: string; levels: Record<string, number> }
  /** Sound can flow between this person and the room. */
  | { type: 'connected'; room: string; participantId: string }
  /**
   * This person's connection was silent for a while, or it failed. The seat and the microphone's slot
   * stay until `remove` or `setMicrophone`.
   */
  | { type: 'gone'; room: string; participantId: string }
  /** All connections have ended. `restarted` follows, or `failed`. */
  | { type: 'crashed'; room: string }
  /** The engine is back with the same seats, open microphones and recording: everyone has to reconnect. */
  | { type: 'restarted'; room: string }
  /** The engine has given up; the room is closed. A recording can still be collected. */
  | { type: 'failed'; room: string }

/** The result of opening or closing a microphone. `full`: all slots are taken, so it stays closed. */
export type MicrophoneOutcome = 'open' | 'closed' | 'full'

/** A recording at the engine, after it was stopped or broke off. */
export type CollectedRecording =
  /** Still being recorded, or processed by the provider; try again later. */
  | { state: 'pending' }
  /** At `path`, in a form that the recordings' converter reads (embedded: Opus in Ogg). */
  | {
      state: 'ready'
      path: string
      durationSeconds: number
      /** Whether it broke off without being stopped; everything until then is complete. */
      isPartial: boolean
    }
  /** There is no recording: it is unknown, empty, or failed at the provider. */
  | { state: 'missing' }

/** Shown to administrators in the health response. */
export interface LiveHealth {
  isReady: boolean
  /** For an administrator; without secrets. */
  sentence: string
  /** Only for the embedded engine: where browsers send sound. */
  network: {
    /** The port in use, or the one that would be used; null if none in the range is free. */
    port: number | null
    announcedAddresses: string[]
    hasTurn: boolean
  } | null
}

/**
 * Carries the sound of live rooms and records it. It knows rooms and people by opaque ids; callers
 * check permissions before they call it. All methods throw `provider_unavailable` if the engine cannot
 * be reached or does not answer in time.
 */
export interface LiveEngine {
  readonly name: 'embedded' | 'livekit' | 'daily'

  /** Opens the room on the engine. Does nothing if it is open. */
  open(room: string): Promise<void>

  /** Ends every connection and any running recording. Does nothing if the room is closed. */
  close(room: string): Promise<void>

  /**
   * Gives a person a seat and what their browser needs to connect. A person who has a seat gets a new
   * grant for it.
   *
   * @throws AppError `conflict` when the room is not open or all seats are taken.
   */
  admit(seat: Seat & { canSpeak: boolean }): Promise<MediaGrant>

  /**
   * Answers a browser's offer; undefined for engines whose clients connect to the provider. A
   * newer connection replaces the person's older one at once and keeps seat and microphone.
   *
   * @throws AppError `invalid_input` for an offer that cannot be answered, `not_found` without a
   * seat, `provider_unavailable` while the engine restarts.
   */
  readonly connect:
    | ((seat: Seat & { offer: string; transport: LiveTransport }) => Promise<{ answer: string }>)
    | undefined

  /**
   * Opens or closes a person's microphone. While it is closed, nothing that their browser sends reaches
   * anyone. Hosted engines throw `provider_unavailable` if the person does not connect within seconds.
   *
   * @throws AppError `not_found` without a seat.
   */
  setMicrophone(seat: Seat & { isOpen: boolean }): Promise<MicrophoneOutcome>

  /** Ends a person's connection and frees seat and microphone. Does nothing without a seat. */
  remove(seat: Seat): Promise<void>

  /**
   * Starts recording everything that is heard in the room. Store the returned ref: it identifies the
   * recording even after a restart of this process. If one is already running, its ref is returned.
   *
   * @throws AppError `conflict` when the room is not open.
   */
  startRecording(room: string): Promise<string>

  /** Stops the room's recording, if one is running. `collectRecording` fetches it. */
  stopRecording(room: string): Promise<void>

  /**
   * Fetches a recording to this machine. Providers that keep it elsewhere download it to a file in
   * `folder`, which the caller deletes.
   */
  collectRecording(recordingRef: string, folder: string): Promise<CollectedRecording>

  /** Deletes a recording at the engine, once it was collected or is not wanted. */
  discardRecording(recordingRef: string): Promise<void>

  /** Calls `listener` with every event until the returned function is called. */
  subscribe(listener: (event: LiveEvent) => void): () => void

  health(): Promise<LiveHealth>

  /** Closes all rooms and connections. The engine must not be used afterwards. */
  shutDown(): Promise<void>
}

/** Default time limit for a call to an engine, in milliseconds. */
export const LIVE_LIMIT_MS = 8_000

/** Why an engine failed. The message is for the log. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'
  /** In words for a host; undefined if the log alone can say it. */
  readonly reason: string | undefined

  constructor(message: string, { reason }: { reason?: string } = {}) {
    super(message)
    this.reason = reason
  }
}

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
