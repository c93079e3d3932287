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
  /** `navigator.vendor`: Apple's on every WebKit, also in other browsers' names on iOS. */
  vendor: string
  isTypeSupported: (mimeType: string) => boolean
}

/**
 * The types to record in, the best one first. WebKit says that it supports WebM since Safari 18.4,
 * but such recordings often do not play: there MP4 comes first.
 */
export function recordingFormats({ vendor, isTypeSupported }: FormatSupport): string[] {
  const isWebKit = vendor.startsWith('Apple')
  const ordered = isWebKit
    ? FORMATS.toSorted((a, b) => Number(b === 'audio/mp4') - Number(a === 'audio/mp4'))
    : FORMATS
  return ordered.filter(isTypeSupported)
}

/** Opus, which WebM carries, always decodes at this rate. */
const OPUS_RATE = 48_000

/** The rate at which a recording decodes without being resampled, in hertz. */
export function nativeSampleRate(mimeType: string, trackRate: number | undefined): number {
  return /webm|ogg|opus/.test(mimeType) ? OPUS_RATE : (trackRate ?? OPUS_RATE)
}
