export type Refusal = 'unreadable' | 'too_long' | 'silent'

/** Says that a recording, and not the server, is the reason why it is not converted. */
export class RefusedRecording extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal, detail = '') {
    super(detail)
    this.refusal = refusal
  }
}
