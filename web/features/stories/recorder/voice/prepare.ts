import { drawDisguise, type Voice } from './disguise.ts'
import { medianPitch } from './pitch.ts'
import { resample } from './resample.ts'
import { mixToMono, peaksOf } from './samples.ts'
import { changeVoice, VOICE_SAMPLE_RATE } from './vocoder.ts'
import { encodeWav } from './wav.ts'

const PEAKS = 120

export interface DecodedRecording {
  channels: Float32Array[]
  sampleRate: number
}

export interface PreparedVoice {
  /** A 16 kHz mono WAV file, or null for the natural voice, which is sent as it was recorded. */
  wav: ArrayBuffer | null
  durationSeconds: number
  /** Loudness over time, from 0 to 1. */
  peaks: number[]
}

/** Turns a decoded recording into the file to send. Slow, so it runs in a worker. */
export function prepareVoice(
  recording: DecodedRecording,
  voice: Voice,
  random: () => number,
  onProgress: (share: number) => void = () => undefined,
): PreparedVoice {
  const mono = mixToMono(recording.channels)
  const durationSeconds = mono.length / recording.sampleRate
  if (voice === 'natural') return { wav: null, durationSeconds, peaks: peaksOf(mono, PEAKS) }
  const rates = { from: recording.sampleRate, to: VOICE_SAMPLE_RATE }
  const samples = resample(mono, rates, (share) => onProgress(share * 0.2))
  const disguise = drawDisguise(voice, medianPitch(samples, VOICE_SAMPLE_RATE), random)
  const changed = changeVoice(samples, disguise, random, (share) => onProgress(0.2 + share * 0.75))
  const wav = encodeWav(changed, VOICE_SAMPLE_RATE)
  return { wav, durationSeconds, peaks: peaksOf(changed, PEAKS) }
}
