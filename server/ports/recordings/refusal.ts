export type Refusal = 'unreadable' | 'too_long' | 'silent'

/** Thrown when the recording, not the server, is the reason that it cannot be converted. */
export class RefusedRecording extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal, detail = '') {
    super(detail)
    this.refusal = refusal
  }
}
