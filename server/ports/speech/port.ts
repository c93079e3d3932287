/** A part of a transcript, and when it begins in the recording. */
export interface TimedLine {
  startMs: number
  text: string
}

export interface SpokenWords {
  text: string
  /** Its parts in order; null where the provider gives no times that can be used. */
  lines: TimedLine[] | null
}

/** Writes down what a recording says. */
export interface SpeechToText {
  /** Where recordings go, for people: the host of the provider. */
  readonly host: string
  /**
   * Throws `SpeechError`, whose message repeats neither the key nor words of the recording.
   *
   * @param recording a file of at most `MOST_BYTES`
   */
  transcribe(recording: { path: string; contentType: string }): Promise<SpokenWords>
  /** Whether the provider answers and knows the key. */
  check(): Promise<'ok' | 'refused' | 'unreachable'>
}

/** What the provider takes; ten minutes of sound are a fifth of it. */
export const MOST_BYTES = 25 * 1024 * 1024

export class SpeechError extends Error {
  override readonly name = 'SpeechError'
  /** Whether the same recording may succeed later. */
  readonly isPassing: boolean

  constructor(message: string, { isPassing }: { isPassing: boolean }) {
    super(message)
    this.isPassing = isPassing
  }
}
