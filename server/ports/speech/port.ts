/** A part of a transcript, and the time at which it begins in the recording. */
export interface TimedLine {
  startMs: number
  text: string
}

export interface SpokenWords {
  text: string
  /** The parts of the text in order; null if the provider gives no usable times. */
  lines: TimedLine[] | null
}

/** Transcribes recordings. */
export interface SpeechToText {
  /** Host of the provider that recordings are sent to, for display. */
  readonly host: string
  /**
   * Throws `SpeechError`, whose message repeats neither the key nor words of the recording.
   *
   * @param recording a file of at most `MOST_BYTES`
   */
  transcribe(recording: { path: string; contentType: string }): Promise<SpokenWords>
}

/** The largest file that the provider accepts; ten minutes of audio are a fifth of it. */
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
