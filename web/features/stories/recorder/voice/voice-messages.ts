import type { Voice } from './disguise.ts'
import type { DecodedRecording, PreparedVoice } from './prepare.ts'

/** The message from the page to the worker. */
export interface VoiceRequest {
  recording: DecodedRecording
  voice: Voice
}

/** The messages from the worker: progress from 0 to 1 several times, then the result once. */
export type VoiceReply =
  | { type: 'progress'; share: number }
  | { type: 'done'; prepared: PreparedVoice }
