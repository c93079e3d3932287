import { AvFrameAudioSampleResource, registerMediabunnyServer } from '@mediabunny/server'
import {
  AudioSample,
  AudioSampleSource,
  FilePathTarget,
  Mp4OutputFormat,
  Output,
  Quality,
} from 'mediabunny'
import { type Frame, Rational } from 'node-av'
import {
  gainToTarget,
  isLimited,
  isOnTarget,
  isSilent,
  type Loudness,
  levelling,
  loudnessUpTo,
  MEASURE,
} from './loudness.ts'
import {
  filtered,
  type Mix,
  monoFrames,
  type RecordingFile,
  SAMPLE_RATE,
  samplesOf,
} from './pcm.ts'
import { MAX_RECORDING_SECONDS } from './port.ts'
import { RefusedRecording } from './refusal.ts'
import { WaveformMeter } from './waveform.ts'

const BITS_PER_SECOND = 64_000
/** Longer output is not kept in memory until its index is written; space is reserved for the index instead. */
const MEMORY_SECONDS = MAX_RECORDING_SECONDS + 5
/** AAC packets have 1,024 samples. */
const PACKETS_PER_SECOND = SAMPLE_RATE / 1024

export interface ConversionInput extends RecordingFile {
  outputPath: string
}

export interface Conversion {
  durationSeconds: number
  waveform: number[]
}

/** BS.1770 measures blocks of 400 ms, so the loudness of anything shorter is unknown. */
const MIN_SECONDS = 0.5

/** How often a gain that makes the limiter cut peaks is measured and corrected. */
const GAIN_TRIALS = 3

/**
 * Reads the recording at least twice, to measure it and to encode it at the right level, so that the
 * decoded audio is never in memory as a whole.
 *
 * @throws RefusedRecording
 */
export async function convertRecording(input: ConversionInput): Promise<Conversion> {
  registerMediabunnyServer()
  const { loudness, mix, ...measured } = await measureBest(input)
  const gainDb = await findGain(input, { loudness, mix })
  const frames = filtered(monoFrames(input, { mix }), levelling(gainDb))
  const isLong = input.maxSeconds > MEMORY_SECONDS
  await encode(frames, { path: input.outputPath, seconds: measured.durationSeconds, isLong })
  return measured
}

interface Measured extends Conversion {
  loudness: Loudness
  mix: Mix
}

/** Measures again with another mix if channels cancel each other out in the standard one. */
async function measureBest(input: ConversionInput): Promise<Measured> {
  try {
    const meter = new MixMeter()
    const measured = await measure(input, { mix: 'sum', meter })
    const mix = meter.best()
    const { loudness, ...rest } = mix === 'sum' ? measured : await measure(input, { mix })
    if (rest.durationSeconds === 0) throw new RefusedRecording('unreadable', 'no samples')
    if (rest.durationSeconds < MIN_SECONDS) throw new RefusedRecording('too_short')
    if (!loudness || isSilent(loudness)) throw new RefusedRecording('silent')
    return { ...rest, loudness, mix }
  } catch (error) {
    throw asRefusal(error)
  }
}

async function measure(
  input: ConversionInput,
  { mix, meter }: { mix: Mix; meter?: MixMeter },
): Promise<Conversion & { loudness: Loudness | undefined }> {
  const waveform = new WaveformMeter()
  let samples = 0
  const frames = monoFrames(input, { mix, ...(meter && { onStereo: (frame) => meter.add(frame) }) })
  const loudness = await loudnessOf(filtered(frames, MEASURE), (frame) => {
    waveform.add(samplesOf(frame))
    samples += frame.nbSamples
  })
  return { loudness, durationSeconds: samples / SAMPLE_RATE, waveform: waveform.levels() }
}

async function findGain(
  input: ConversionInput,
  { loudness, mix }: { loudness: Loudness; mix: Mix },
): Promise<number> {
  let gainDb = gainToTarget({ lufs: loudness.lufs, gainDb: 0 })
  for (let trial = 0; trial < GAIN_TRIALS && isLimited(loudness, gainDb); trial++) {
    const chain = `${levelling(gainDb)},${MEASURE}`
    const levelled = await loudnessOf(filtered(monoFrames(input, { mix }), chain))
    if (!levelled || isOnTarget(levelled)) break
    gainDb = gainToTarget({ lufs: levelled.lufs, gainDb })
  }
  return gainDb
}

/** Returns the loudness of measured frames and frees them. Undefined if they are shorter than 100 ms. */
async function loudnessOf(
  frames: AsyncIterable<Frame>,
  onFrame?: (frame: Frame) => void,
): Promise<Loudness | undefined> {
  let loudness: Loudness | undefined
  for await (const frame of frames) {
    onFrame?.(frame)
    loudness = loudnessUpTo(frame) ?? loudness
    frame.free()
  }
  return loudness
}

/** Measuring only reads the recording, so any error that is not a system error is the recording's fault. */
function asRefusal(error: unknown): unknown {
  if (error instanceof RefusedRecording) return error
  if (error instanceof Error && 'syscall' in error) return error
  return new RefusedRecording('unreadable', String(error))
}

async function encode(
  frames: AsyncIterable<Frame>,
  { path, seconds, isLong }: { path: string; seconds: number; isLong: boolean },
): Promise<void> {
  const source = new AudioSampleSource({
    codec: 'aac',
    quality: new Quality({ bitrate: BITS_PER_SECOND }),
  })
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: isLong ? 'reserve' : 'in-memory' }),
    target: new FilePathTarget(path),
  })
  output.addAudioTrack(source, {
    maximumPacketCount: Math.ceil(seconds * 1.01 * PACKETS_PER_SECOND) + 64,
  })
  await output.start()
  let position = 0
  for await (const frame of frames) {
    frame.timeBase = new Rational(1, SAMPLE_RATE)
    frame.pts = BigInt(position)
    position += frame.nbSamples
    const sample = new AudioSample(new AvFrameAudioSampleResource(frame))
    await source.add(sample)
    sample.close()
  }
  await output.finalize()
}

/** 400 ms: shorter sounds are hardly missed. */
const WINDOW_SAMPLES = 0.4 * SAMPLE_RATE
/** A mix in which a channel keeps less of its energy has lost what can be heard there. */
const LOST = 0.1
/** -70 dB below full scale: quieter channels count as silent. */
const SILENT_ENERGY = 1e-7

const MIXES = ['sum', 'difference', 'left', 'right'] as const satisfies readonly Mix[]
type Energies = Record<Mix, number>

/** Finds the mix of two channels that loses the least sound where they cancel each other out. */
class MixMeter {
  readonly #lostWindows: Energies = { sum: 0, difference: 0, left: 0, right: 0 }
  #energies: Energies = { sum: 0, difference: 0, left: 0, right: 0 }
  #count = 0

  /** Adds a stereo frame. */
  add(frame: Frame): void {
    const [left, right] = [samplesOf(frame, 0), samplesOf(frame, 1)]
    for (const [index, ofLeft] of left.entries()) {
      const ofRight = right[index] ?? 0
      const energies = this.#energies
      energies.sum += ((ofLeft + ofRight) / 2) ** 2
      energies.difference += ((ofLeft - ofRight) / 2) ** 2
      energies.left += ofLeft ** 2
      energies.right += ofRight ** 2
      this.#count += 1
      if (this.#count === WINDOW_SAMPLES) this.#closeWindow()
    }
  }

  /** The standard mix, unless another one keeps more. */
  best(): Mix {
    return MIXES.reduce((best, mix) =>
      this.#lostWindows[mix] < this.#lostWindows[best] ? mix : best,
    )
  }

  #closeWindow(): void {
    const loudest = Math.max(this.#energies.left, this.#energies.right)
    if (loudest / this.#count > SILENT_ENERGY) {
      for (const mix of MIXES) {
        if (this.#energies[mix] < LOST * loudest) this.#lostWindows[mix] += 1
      }
    }
    this.#energies = { sum: 0, difference: 0, left: 0, right: 0 }
    this.#count = 0
  }
}
