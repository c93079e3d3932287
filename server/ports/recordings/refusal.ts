export type Refusal =
  | 'unreadable'
  | 'incomplete'
  | 'several_tracks'
  | 'too_long'
  | 'too_short'
  | 'silent'

/** Thrown when the recording, not the server, is the reason that it cannot be converted. */
export class RefusedRecording extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal, detail = '') {
    super(detail)
    this.refusal = refusal
  }
}
