/** The longest recording that a member can send, in seconds of decoded audio. */
export const MAX_RECORDING_SECONDS = 10 * 60

/** A recording in the format that every browser can play. */
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
   * Converts the file at `path`, in any supported format, and writes `outputPath` completely or not at
   * all. Recordings are converted one at a time.
   *
   * With `maxSeconds`, recordings can be longer than a member's; they wait only for each other.
   *
   * @throws AppError `unsupported_media` if the file contains no audio that can be decoded or heard,
   * less than it states, or several tracks; `too_large` if it is too long. Any other error (disk full, aborted, closed) is not the
   * recording's fault, and a retry can help.
   */
  convert(input: {
    path: string
    outputPath: string
    /** MAX_RECORDING_SECONDS by default. */
    maxSeconds?: number
    /** Converts what can be read of a file that is cut off or damaged. */
    acceptsIncomplete?: boolean
    signal?: AbortSignal
  }): Promise<ConvertedRecording>
  /** Stops running conversions and refuses waiting and later ones. */
  close(): Promise<void>
}
