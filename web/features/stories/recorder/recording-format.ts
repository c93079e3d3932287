/** In the specification's order (member document, section 4). */
const FORMATS = [
  'audio/webm',
  'audio/webm;codecs=opus',
  'audio/mp4',
  'audio/mpeg',
  'audio/mp3',
  'audio/wav',
]

export interface FormatSupport {
  /**
   * `navigator.vendor`, which names Apple on every WebKit, including other brands' browsers on iOS.
   */
  vendor: string
  isTypeSupported: (mimeType: string) => boolean
}

/**
 * The types to record in, the best one first. WebKit reports support for WebM since Safari 18.4,
 * but such recordings often do not play, so MP4 comes first there.
 */
export function recordingFormats({ vendor, isTypeSupported }: FormatSupport): string[] {
  const isWebKit = vendor.startsWith('Apple')
  const ordered = isWebKit
    ? FORMATS.toSorted((a, b) => Number(b === 'audio/mp4') - Number(a === 'audio/mp4'))
    : FORMATS
  return ordered.filter(isTypeSupported)
}

/** Opus, the codec in WebM recordings, always decodes at this rate. */
const OPUS_RATE = 48_000

/** The rate at which a recording decodes without being resampled, in hertz. */
export function nativeSampleRate(mimeType: string, trackRate: number | undefined): number {
  return /webm|ogg|opus/.test(mimeType) ? OPUS_RATE : (trackRate ?? OPUS_RATE)
}
