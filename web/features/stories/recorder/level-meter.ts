export interface LevelMeter {
  /** The current loudness from 0 to 1, on a scale that suits speech. */
  read: () => number
  close: () => void
}

const QUIETEST_DB = -60
const LOUDEST_DB = -10

/** Measures the loudness of a microphone stream. */
export function createLevelMeter(stream: MediaStream): LevelMeter {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 1024
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    read: () => {
      analyser.getFloatTimeDomainData(samples)
      return speechLevel(samples)
    },
    close: () => void context.close(),
  }
}

/** The loudness of samples (from -1 to 1), from 0 to 1 within the loudness range of speech. */
export function speechLevel(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  const decibels = 10 * Math.log10(power + 1e-12)
  return Math.max(0, Math.min(1, (decibels - QUIETEST_DB) / (LOUDEST_DB - QUIETEST_DB)))
}
