import { STORY_LIMITS } from '#contract/story-limits.ts'

/** How often the recorder delivers a chunk, in milliseconds (member document, section 9). */
export const CHUNK_INTERVAL_MS = 250

export const LIMIT_SECONDS: number = STORY_LIMITS.audioSeconds

/** A recording ends automatically here, so that its last chunk stays within the limits. */
export const END_AT_MS: number = STORY_LIMITS.audioSeconds * 1000 - 1000

export const END_AT_BYTES: number = STORY_LIMITS.audioBytes - 512 * 1024

/** When the remaining time is announced to screen readers, in seconds, longest first. */
const MOMENTS = [
  { seconds: 300, text: '5 minutes are left.' },
  { seconds: 60, text: '1 minute is left.' },
  { seconds: 30, text: '30 seconds are left.' },
  { seconds: 10, text: '10 seconds are left.' },
] as const

/** How much has been recorded so far. */
export interface Extent {
  elapsedMs: number
  bytes: number
}

/**
 * The state of a recording. `starting` waits for permission to use the microphone, `finishing` for
 * the last chunk. `notice` tells the member about something they didn't do themselves.
 */
export type RecorderState =
  | { status: 'idle'; error: string | null }
  | { status: 'starting' }
  | ({ status: 'recording' } & Extent)
  | ({ status: 'paused'; notice: string | null } & Extent)
  | ({ status: 'finishing'; notice: string | null } & Extent)
  | ({ status: 'finished'; notice: string | null } & Extent)

export type RecorderEvent =
  | { type: 'start' }
  | { type: 'started' }
  | { type: 'pause'; notice?: string }
  | { type: 'resume' }
  /** Has a notice if the member did not finish it themselves. */
  | { type: 'finish'; notice?: string }
  /** The last chunk has arrived. */
  | { type: 'finished' }
  | { type: 'discard' }
  | { type: 'fail'; error: string }
  | ({ type: 'tick' } & Extent)
  | ({ type: 'restored' } & Extent)

export const TIME_LIMIT_NOTICE =
  'You’ve reached the limit of 10 minutes, so the recording has ended. Everything you said is saved.'

export const SIZE_LIMIT_NOTICE =
  'The recording has reached the limit of 25 MB, so it has ended. Everything you said is saved.'

export const RESTORED_NOTICE =
  'We saved this recording when the page was closed. Listen to it, then keep it or record again.'

export const initialState: RecorderState = { status: 'idle', error: null }

/** The next state. An event that does not fit the state changes nothing. */
export function reduceRecorder(state: RecorderState, event: RecorderEvent): RecorderState {
  switch (event.type) {
    case 'start':
      return state.status === 'idle' ? { status: 'starting' } : state
    case 'started':
      return state.status === 'starting' ? { status: 'recording', elapsedMs: 0, bytes: 0 } : state
    case 'pause':
      return state.status === 'recording'
        ? { ...extentOf(state), status: 'paused', notice: event.notice ?? null }
        : state
    case 'resume':
      return state.status === 'paused' ? { ...extentOf(state), status: 'recording' } : state
    case 'finish':
      return isOpen(state)
        ? { ...extentOf(state), status: 'finishing', notice: event.notice ?? null }
        : state
    case 'finished':
      return finished(state)
    case 'discard':
      return state.status === 'idle' ? state : initialState
    case 'fail':
      return failed(state, event.error)
    case 'tick':
      return ticked(state, event)
    case 'restored':
      return (state.status === 'idle' || state.status === 'starting') && event.bytes > 0
        ? { ...extentOf(event), status: 'finished', notice: RESTORED_NOTICE }
        : state
  }
}

/** Whether there is a recording to send. */
export function hasRecording(state: RecorderState): boolean {
  return state.status === 'finished' && state.bytes > 0
}

type WithExtent = Extract<RecorderState, Extent>

function isOpen(
  state: RecorderState,
): state is Extract<WithExtent, { status: 'recording' | 'paused' }> {
  return state.status === 'recording' || state.status === 'paused'
}

function extentOf({ elapsedMs, bytes }: Extent): Extent {
  return { elapsedMs, bytes }
}

/** Also finishes a recording whose recorder ended without the member stopping it. */
function finished(state: RecorderState): RecorderState {
  if (!isOpen(state) && state.status !== 'finishing') return state
  if (state.bytes === 0) return { status: 'idle', error: 'Nothing was recorded. Please try again.' }
  const notice = 'notice' in state ? state.notice : null
  return { ...extentOf(state), status: 'finished', notice }
}

/** A failure never loses the recorded part. */
function failed(state: RecorderState, error: string): RecorderState {
  if (state.status === 'idle' || state.status === 'starting') return { status: 'idle', error }
  if (state.status === 'finished') return { ...state, notice: error }
  return { ...extentOf(state), status: 'finishing', notice: error }
}

function ticked(state: RecorderState, { elapsedMs, bytes }: Extent): RecorderState {
  if (!isOpen(state) && state.status !== 'finishing') return state
  const next = {
    ...state,
    elapsedMs: Math.max(state.elapsedMs, elapsedMs),
    bytes: Math.max(state.bytes, bytes),
  }
  if (next.status === 'finishing') return next
  if (next.elapsedMs >= END_AT_MS) return reduceRecorder(next, timeLimit)
  if (next.bytes >= END_AT_BYTES) return reduceRecorder(next, sizeLimit)
  return next
}

const timeLimit: RecorderEvent = { type: 'finish', notice: TIME_LIMIT_NOTICE }

const sizeLimit: RecorderEvent = { type: 'finish', notice: SIZE_LIMIT_NOTICE }

/** Whole seconds that can still be recorded. */
export function secondsLeft(elapsedMs: number): number {
  return Math.max(0, Math.ceil(LIMIT_SECONDS - elapsedMs / 1000))
}

/** The announcement of the remaining time. It changes at a few moments only. */
export function timeLeftText(elapsedMs: number): string {
  const left = secondsLeft(elapsedMs)
  return MOMENTS.findLast(({ seconds }) => left <= seconds)?.text ?? ''
}
