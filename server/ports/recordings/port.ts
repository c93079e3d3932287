/** The longest recording that a member can send, in seconds of decoded sound. */
export const MAX_RECORDING_SECONDS = 10 * 60

/** A recording in the one form that every browser plays. */
export interface ConvertedRecording {
  /** AAC in MP4, mono, index first, without metadata. The same as the given `outputPath`. */
  path: string
  durationSeconds: number
  /** How loud each of 120 equal parts is, from 0 to 1. The loudest part is 1. */
  waveform: number[]
  contentType: 'audio/mp4'
}

export interface RecordingConverter {
  /**
   * Converts the file at `path`, whatever it is, and writes `outputPath` whole or not at all.
   * Recordings wait their turn: one is converted at a time.
   *
   * With `maxSeconds` it may be longer than a member's can be; such ones wait for each other alone.
   *
   * @throws AppError `unsupported_media` when the file holds no sound that can be decoded or heard,
   * `too_large` when it is longer than it may be. Any other error (disk full, aborted,
   * closed) says nothing about the recording, and trying again can help.
   */
  convert(input: {
    path: string
    outputPath: string
    /** MAX_RECORDING_SECONDS when left out. */
    maxSeconds?: number
    signal?: AbortSignal
  }): Promise<ConvertedRecording>
  /** Ends the running conversion and refuses those that wait and those to come. */
  close(): Promise<void>
}
