import { changeVoice, VOICE_SAMPLE_RATE } from '#web/features/stories/recorder/voice/vocoder.ts'
import {
  drawVoiceChange,
  medianPitch,
  type Voice,
} from '#web/features/stories/recorder/voice/voice-change.ts'

const ZERO_CROSSINGS = 12

const TABLE_STEPS = 256

/** The share of the narrower band that is kept; the rest is the filter's transition band. */
const PASS_BAND = 0.94

/** Half of a Hann-windowed sinc, sampled finely enough to use the nearest value. */
const kernel = Float64Array.from({ length: ZERO_CROSSINGS * TABLE_STEPS + 1 }, (_, i) => {
  const x = i / TABLE_STEPS
  const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
  return sinc * (0.5 + 0.5 * Math.cos((Math.PI * x) / ZERO_CROSSINGS))
})

const HEADER_BYTES = 44

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
  const change = drawVoiceChange(voice, medianPitch(samples, VOICE_SAMPLE_RATE), random)
  const changed = changeVoice(samples, change, random, (share) => onProgress(0.2 + share * 0.75))
  const wav = encodeWav(changed, VOICE_SAMPLE_RATE)
  return { wav, durationSeconds, peaks: peaksOf(changed, PEAKS) }
}

/**
 * Changes the sample rate without aliasing. The result lasts as long as the input: its length is
 * scaled and rounded, so that nothing is cut off at the end.
 */
export function resample(
  input: Float32Array,
  rates: { from: number; to: number },
  onProgress: (share: number) => void = () => undefined,
): Float32Array {
  if (rates.from === rates.to) return input
  const step = rates.from / rates.to
  const output = new Float32Array(Math.round(input.length / step))
  const scale = Math.min(1, 1 / step) * PASS_BAND
  const radius = ZERO_CROSSINGS / scale
  for (let i = 0; i < output.length; i++) {
    const center = i * step
    const first = Math.max(0, Math.ceil(center - radius))
    const last = Math.min(input.length - 1, Math.floor(center + radius))
    let sum = 0
    for (let j = first; j <= last; j++) {
      const distance = Math.abs(j - center) * scale * TABLE_STEPS
      sum += (input[j] as number) * (kernel[Math.round(distance)] as number)
    }
    output[i] = sum * scale
    if (i % 65_536 === 0) onProgress(i / output.length)
  }
  return output
}

/** Mixes one or more channels into their mean. */
export function mixToMono(channels: Float32Array[]): Float32Array {
  const [first, ...others] = channels
  if (!first) return new Float32Array(0)
  if (others.length === 0) return first
  return first.map(
    (sample, i) =>
      others.reduce((sum, channel) => sum + (channel[i] ?? 0), sample) / channels.length,
  )
}

/** The loudest sample of each of `count` equal parts, from 0 to 1, the loudest part being 1. */
export function peaksOf(samples: Float32Array, count: number): number[] {
  const peaks = Array.from({ length: count }, (_, part) => {
    const start = Math.floor((part * samples.length) / count)
    const end = Math.floor(((part + 1) * samples.length) / count)
    let loudest = 0
    for (let i = start; i < end; i++) loudest = Math.max(loudest, Math.abs(samples[i] as number))
    return loudest
  })
  const top = Math.max(...peaks)
  return top > 0 ? peaks.map((peak) => peak / top) : peaks
}

/** Writes samples from -1 to 1 as a 16-bit mono WAV file. */
export function encodeWav(samples: Float32Array, sampleRate: number): ArrayBuffer {
  const bytes = samples.length * 2
  const buffer = new ArrayBuffer(HEADER_BYTES + bytes)
  const view = new DataView(buffer)
  writeText(view, 0, 'RIFF')
  view.setUint32(4, HEADER_BYTES - 8 + bytes, true)
  writeText(view, 8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  writeText(view, 36, 'data')
  view.setUint32(40, bytes, true)
  for (let i = 0; i < samples.length; i++) {
    const sample = Math.max(-1, Math.min(1, samples[i] as number))
    view.setInt16(HEADER_BYTES + i * 2, Math.round(sample * 32_767), true)
  }
  return buffer
}

function writeText(view: DataView, offset: number, text: string): void {
  for (let i = 0; i < text.length; i++) view.setUint8(offset + i, text.charCodeAt(i))
}

/** The message from the page to the worker. */
export interface VoiceRequest {
  recording: DecodedRecording
  voice: Voice
}

/** The messages from the worker: progress from 0 to 1 several times, then the result once. */
export type VoiceReply =
  | { type: 'progress'; share: number }
  | { type: 'done'; prepared: PreparedVoice }
