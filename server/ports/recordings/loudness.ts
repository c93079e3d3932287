import type { Frame } from 'node-av'

/** Measures according to ITU-R BS.1770 and writes the results into each frame's metadata. */
export const MEASURE = 'ebur128=metadata=1:peak=sample,aformat=sample_fmts=fltp'

/** The target loudness for speech on the web, in LUFS. */
const TARGET_LUFS = -16

/** A higher gain would amplify the hiss of a recording made from across the room. */
const MAX_GAIN_DB = 30

/** The absolute gate of BS.1770: a recording that is never louder counts as silent. */
const SILENCE_LUFS = -70

/** Leaves headroom for the encoder, so that true peaks stay at about -1 dB. */
const CEILING_DB = -1.5

/** A smaller difference cannot be heard. */
const CLOSE_ENOUGH_LU = 0.5

export interface Loudness {
  /** Integrated over all audio so far; pauses do not count. */
  lufs: number
  /** The highest sample so far, in dB below full scale. */
  peakDb: number
}

/**
 * The loudness of all audio up to this frame of the MEASURE filter; undefined for a last frame
 * shorter than 100 ms, which is not measured.
 */
export function loudnessUpTo(frame: Frame): Loudness | undefined {
  const { 'lavfi.r128.I': lufs, 'lavfi.r128.sample_peak': peak } = frame.getMetadata().getAll()
  if (lufs === undefined || peak === undefined) return undefined
  return { lufs: Number(lufs), peakDb: 20 * Math.log10(Number(peak)) }
}

/** Whether no part of a recording can be heard. */
export function isSilent(loudness: Loudness): boolean {
  return loudness.lufs <= SILENCE_LUFS
}

/** The gain in dB that brings a recording, measured at the given gain, to the target. */
export function gainToTarget(measured: { lufs: number; gainDb: number }): number {
  return Math.min(measured.gainDb + TARGET_LUFS - measured.lufs, MAX_GAIN_DB)
}

/**
 * Whether a gain makes peaks that the limiter cuts. The loudness then rises by less than the gain:
 * by much less if it came from a knock on the phone.
 */
export function isLimited(loudness: Loudness, gainDb: number): boolean {
  return loudness.peakDb + gainDb > CEILING_DB
}

/** Whether a recording needs no more correction. */
export function isOnTarget(loudness: Loudness): boolean {
  return Math.abs(loudness.lufs - TARGET_LUFS) <= CLOSE_ENOUGH_LU
}

/** The filter chain that applies a gain and limits peaks that would clip. */
export function levelling(gainDb: number): string {
  const ceiling = 10 ** (CEILING_DB / 20)
  return [
    `volume=${gainDb.toFixed(2)}dB`,
    `alimiter=limit=${ceiling.toFixed(4)}:level=false:latency=true`,
    'aformat=sample_fmts=fltp',
  ].join(',')
}
