import type { Candidate } from './answer.ts'
import type { EmbeddedNetwork } from './engine.ts'

/** Settings that the media process gets when it starts, with the best announced address first. */
export type MediaSettings = Pick<EmbeddedNetwork, 'bind' | 'ports' | 'announcedAddresses'>

/** Requests to the media process, each with its input and output. */
export interface MediaRequests {
  start: { input: MediaSettings; output: { port: number } }
  /** Answered while the process is healthy. */
  ping: { input: null; output: null }
  seat: { input: { participantId: string }; output: null }
  connect: {
    input: { participantId: string; offer: string; transport: Candidate['transport'] }
    output: { answer: string } | { refusal: string }
  }
  /** With null, the person is not heard. */
  giveSlot: { input: { participantId: string; slot: number | null }; output: null }
  remove: { input: { participantId: string }; output: null }
  startRecording: { input: { path: string; elapsedMs: number }; output: null }
  stopRecording: { input: null; output: null }
  /** Ends the recording, if one runs, so that the process can be ended. */
  finish: { input: null; output: null }
}

export type MediaMethod = keyof MediaRequests

export type MediaRequest = {
  [M in MediaMethod]: { id: number; method: M; input: MediaRequests[M]['input'] }
}[MediaMethod]

/** Messages that the media process sends without a request. */
export type MediaEvent =
  | { event: 'levels'; levels: Record<string, number> }
  | { event: 'connected'; participantId: string }
  | { event: 'gone'; participantId: string }

export type MediaMessage =
  | { id: number; output: unknown }
  | { id: number; error: string }
  | MediaEvent
