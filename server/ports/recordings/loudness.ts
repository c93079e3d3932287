import type { Frame } from 'node-av'

/** Measures after ITU-R BS.1770 and writes what it finds into each frame's metadata. */
export const MEASURE = 'ebur128=metadata=1:peak=sample,aformat=sample_fmts=fltp'

/** What speech on the web is levelled to, in LUFS (decision 19). */
const TARGET_LUFS = -16

/** More would raise the hiss of a recording that was made across the room. */
const MAX_GAIN_DB = 30

/** The absolute gate of BS.1770: what is never louder counts as silence. */
const SILENCE_LUFS = -70

/** Leaves room for what the encoder adds, so that true peaks stay at about -1 dB. */
const CEILING_DB = -1.5

/** No ear tells a smaller difference. */
const CLOSE_ENOUGH_LU = 0.5

export interface Loudness {
  /** Integrated over all sound so far; pauses do not count. */
  lufs: number
  /** The highest sample so far, in dB below full scale. */
  peakDb: number
}

/**
 * The loudness of all sound up to this frame of the MEASURE filter; undefined for a last frame of
 * less than 100 ms, which is not measured.
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
 * Whether a gain makes peaks that levelling rounds off. The loudness is then lower than the gain
 * alone says: much lower where it came from a knock on the phone.
 */
export function isLimited(loudness: Loudness, gainDb: number): boolean {
  return loudness.peakDb + gainDb > CEILING_DB
}

/** Whether a recording needs no more correction. */
export function isOnTarget(loudness: Loudness): boolean {
  return Math.abs(loudness.lufs - TARGET_LUFS) <= CLOSE_ENOUGH_LU
}

/** The filter chain that applies a gain and rounds off the peaks that would clip. */
export function levelling(gainDb: number): string {
  const ceiling = 10 ** (CEILING_DB / 20)
  return [
    `volume=${gainDb.toFixed(2)}dB`,
    `alimiter=limit=${ceiling.toFixed(4)}:level=false:latency=true`,
    'aformat=sample_fmts=fltp',
  ].join(',')
}
