import type { Voice } from './disguise.ts'
import type { DecodedRecording, PreparedVoice } from './prepare.ts'

/** What the page asks of the worker. */
export interface VoiceRequest {
  recording: DecodedRecording
  voice: Voice
}

/** What the worker answers: its progress from 0 to 1 several times, then the result once. */
export type VoiceReply =
  | { type: 'progress'; share: number }
  | { type: 'done'; prepared: PreparedVoice }
