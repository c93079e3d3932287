import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeWav, mixToMono, peaksOf, prepareVoice, resample } from './prepare.ts'
import { changeVoice, createFft, VOICE_SAMPLE_RATE } from './vocoder.ts'
import { drawVoiceChange, drawWander, medianPitch } from './voice-change.ts'

const unchanged = { pitch: 1, formants: 1, bend: 1, wander: 0 }

/** A voice-like sound: pulses at a pitch, filtered by resonators at the formants. */
function vowel(pitchHz: number, formantsHz: number[], seconds = 1, rate = VOICE_SAMPLE_RATE) {
  const samples = new Float32Array(Math.round(seconds * rate))
  let phase = 0
  for (let i = 0; i < samples.length; i++) {
    phase += pitchHz / rate
    if (phase >= 1) {
      phase -= 1
      samples[i] = 1
    }
  }
  for (const formant of formantsHz) resonate(samples, formant, rate)
  const top = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0)
  return samples.map((sample) => (0.5 * sample) / top)
}

function resonate(samples: Float32Array, hz: number, rate: number) {
  const radius = Math.exp((-Math.PI * 90) / rate)
  const a = 2 * radius * Math.cos((2 * Math.PI * hz) / rate)
  let [one, two] = [0, 0]
  for (let i = 0; i < samples.length; i++) {
    const next = (samples[i] ?? 0) + a * one - radius * radius * two
    samples[i] = next
    two = one
    one = next
  }
}

/** The strongest frequency within a band, smoothed over `smoothHz`. */
function strongest(samples: Float32Array, from: number, to: number, smoothHz: number) {
  const size = 8192
  const [real, imaginary] = [new Float64Array(size), new Float64Array(size)]
  for (let i = 0; i < size; i++) {
    real[i] = (samples[3000 + i] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size))
  }
  createFft(size).forward(real, imaginary)
  const bin = VOICE_SAMPLE_RATE / size
  const power = (k: number) => (real[k] ?? 0) ** 2 + (imaginary[k] ?? 0) ** 2
  let best = { hz: 0, power: 0 }
  for (let k = Math.round(from / bin); k < to / bin; k++) {
    let sum = 0
    const radius = Math.round(smoothHz / bin)
    for (let j = k - radius; j <= k + radius; j++) {
      sum += power(j) * (1 + Math.cos((Math.PI * (j - k)) / radius))
    }
    if (sum > best.power) best = { hz: k * bin, power: sum }
  }
  return best.hz
}

function sine(hz: number, seconds: number, rate: number) {
  return Float32Array.from(
    { length: Math.round(seconds * rate) },
    (_, i) => 0.5 * Math.sin((2 * Math.PI * hz * i) / rate),
  )
}

const rms = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)

test('the inverse Fourier transform restores the input', () => {
  const fft = createFft(64)
  const real = Float64Array.from({ length: 64 }, (_, i) => Math.sin(i * i))
  const imaginary = Float64Array.from({ length: 64 }, (_, i) => Math.cos(3 * i))
  const [before, beforeImaginary] = [real.slice(), imaginary.slice()]
  fft.forward(real, imaginary)
  expect(Math.abs((real[5] ?? 0) - (before[5] ?? 0))).toBeGreaterThan(0.01)
  fft.inverse(real, imaginary)
  for (let i = 0; i < 64; i++) {
    expect(real[i]).toBeCloseTo(before[i] ?? Number.NaN, 9)
    expect(imaginary[i]).toBeCloseTo(beforeImaginary[i] ?? Number.NaN, 9)
  }
})

test('resampling keeps tones and does not alias frequencies above the band', () => {
  const kept = resample(sine(1000, 1, 44_100), { from: 44_100, to: 16_000 })
  expect(kept.length).toBe(16_000)
  expect(rms(kept)).toBeCloseTo(0.3535, 2)
  expect(strongest(kept, 100, 7900, 20)).toBeCloseTo(1000, -1)
  const removed = resample(sine(11_000, 1, 48_000), { from: 48_000, to: 16_000 })
  expect(rms(removed)).toBeLessThan(0.002)
})

test.each([90, 120, 165, 210, 290])('the pitch of a voice at %i Hz is found', (hz) => {
  const pitch = medianPitch(vowel(hz, [700, 1200, 2500]), VOICE_SAMPLE_RATE)
  expect(Math.abs((pitch ?? 0) / hz - 1)).toBeLessThan(0.03)
})

test('noise and silence have no pitch', () => {
  let seed = 7
  const noise = Float32Array.from({ length: 16_000 }, () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647 - 0.5
  })
  expect(medianPitch(noise, VOICE_SAMPLE_RATE)).toBeNull()
  expect(medianPitch(new Float32Array(16_000), VOICE_SAMPLE_RATE)).toBeNull()
})

test('a voice with no changes applied comes out unchanged', () => {
  const input = vowel(130, [700, 1200, 2500])
  const output = changeVoice(input, unchanged, () => 0.5)
  const difference = input.map((sample, i) => sample - (output[i] ?? 0))
  expect(rms(difference)).toBeLessThan(0.02 * rms(input))
})

test.each([
  [110, 1.4],
  [130, 1.26],
  [220, 0.72],
  [180, 0.8],
])('a voice at %i Hz is moved by the factor %f', (hz, factor) => {
  const output = changeVoice(
    vowel(hz, [700, 1200, 2500]),
    { ...unchanged, pitch: factor },
    () => 0.5,
  )
  const pitch = medianPitch(output, VOICE_SAMPLE_RATE)
  expect(Math.abs((pitch ?? 0) / (hz * factor) - 1)).toBeLessThan(0.03)
})

test('the pitch moves and the formants stay', () => {
  const output = changeVoice(vowel(110, [800, 2600]), { ...unchanged, pitch: 1.4 }, () => 0.5)
  expect(Math.abs(strongest(output, 400, 1400, 154) / 800 - 1)).toBeLessThan(0.08)
  expect(Math.abs(strongest(output, 2000, 3400, 154) / 2600 - 1)).toBeLessThan(0.08)
})

test('the formants move and the pitch stays', () => {
  const output = changeVoice(vowel(110, [800, 2600]), { ...unchanged, formants: 1.2 }, () => 0.5)
  expect(Math.abs(strongest(output, 400, 1400, 110) / 960 - 1)).toBeLessThan(0.06)
  expect(Math.abs(strongest(output, 2400, 3900, 110) / 3120 - 1)).toBeLessThan(0.06)
  expect(Math.abs((medianPitch(output, VOICE_SAMPLE_RATE) ?? 0) / 110 - 1)).toBeLessThan(0.03)
})

test('a bend below 1 moves the formants on both sides of 2.5 kHz towards it', () => {
  const output = changeVoice(vowel(110, [800, 4200]), { ...unchanged, bend: 0.9 }, () => 0.5)
  expect(Math.abs(strongest(output, 400, 1600, 110) / 898 - 1)).toBeLessThan(0.06)
  expect(Math.abs(strongest(output, 3200, 5000, 110) / 3995 - 1)).toBeLessThan(0.04)
})

test('a low voice is moved up and a high one down, further to sound different than when softened', () => {
  const voices = fc.constantFrom('softened' as const, 'different' as const)
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const property = fc.property(voices, share, (voice, drawn) => {
    const low = drawVoiceChange(voice, 110, () => drawn)
    const high = drawVoiceChange(voice, 220, () => drawn)
    const least = voice === 'different' ? 1.26 : 1.09
    expect(low.pitch).toBeGreaterThanOrEqual(least)
    expect(high.pitch).toBeLessThanOrEqual(1 / least)
    expect(low.formants).toBeGreaterThan(1)
    expect(high.formants).toBeLessThan(1)
    expect(low.wander > 0).toBe(voice === 'different')
  })
  fc.assert(property)
})

test('two recordings are changed differently', () => {
  expect(drawVoiceChange('different', 110, () => 0.2)).not.toEqual(
    drawVoiceChange('different', 110, () => 0.7),
  )
})

test('a wandering pitch stays within its depth and never jumps', () => {
  const random = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 5 })
  const property = fc.property(random, fc.double({ min: 0, max: 30, noNaN: true }), (drawn, at) => {
    let next = 0
    const wander = drawWander(0.9, 30, () => drawn[next++ % drawn.length] ?? 0)
    expect(Math.abs(wander(at))).toBeLessThanOrEqual(0.9)
    expect(Math.abs(wander(at + 0.01) - wander(at))).toBeLessThan(0.05)
  })
  fc.assert(property)
})

test.each([
  { rate: 48_000, seconds: 2.3456 },
  { rate: 44_100, seconds: 0.51 },
  { rate: 44_100, seconds: 3.777 },
  { rate: 16_000, seconds: 1 },
  { rate: 48_000, seconds: 0.01 },
])('a changed recording of $seconds s at $rate Hz keeps its length', ({ rate, seconds }) => {
  const channels = [vowel(120, [700, 1200], seconds, rate)]
  const prepared = prepareVoice({ channels, sampleRate: rate }, 'different', () => 0.5)
  const samples = ((prepared.wav?.byteLength ?? 0) - 44) / 2
  expect(Math.abs(samples / VOICE_SAMPLE_RATE - seconds)).toBeLessThan(0.05)
  expect(Math.abs(prepared.durationSeconds - seconds)).toBeLessThan(0.001)
})

test('the end of a recording is still audible after a change', () => {
  const voice = vowel(120, [700, 1200], 2)
  const prepared = prepareVoice({ channels: [voice], sampleRate: 16_000 }, 'different', () => 0.5)
  expect(Math.min(...prepared.peaks.slice(2, -2))).toBeGreaterThan(0.2)
  const speech = new Int16Array((prepared.wav as ArrayBuffer).slice(-16_000))
  expect(rms(Float32Array.from(speech, (sample) => sample / 32_767))).toBeGreaterThan(
    0.5 * rms(voice),
  )
})

test('progress only rises and never exceeds 1', () => {
  const seen: number[] = []
  const channels = [vowel(120, [700, 1200], 3, 48_000)]
  prepareVoice(
    { channels, sampleRate: 48_000 },
    'softened',
    () => 0.5,
    (share) => seen.push(share),
  )
  expect(seen.length).toBeGreaterThan(3)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  expect(Math.max(...seen)).toBeLessThanOrEqual(1)
})

test('the natural voice is not encoded again', () => {
  const channels = [vowel(120, [700], 1)]
  const prepared = prepareVoice({ channels, sampleRate: 16_000 }, 'natural', () => 0.5)
  expect(prepared.wav).toBeNull()
  expect(prepared.durationSeconds).toBe(1)
  expect(prepared.peaks.length).toBe(120)
})

test('silence stays silence', () => {
  const output = changeVoice(new Float32Array(4000), { ...unchanged, pitch: 1.3 }, () => 0.5)
  expect(output.length).toBe(4000)
  expect(output.every((sample) => sample === 0)).toBe(true)
})

test('several channels are mixed into their mean', () => {
  expect([...mixToMono([Float32Array.of(1, 0), Float32Array.of(0, 0.5)])]).toEqual([0.5, 0.25])
  expect(mixToMono([]).length).toBe(0)
})

test('peaks are the loudness of each part relative to the loudest part', () => {
  expect(peaksOf(Float32Array.of(0.1, -0.2, 0.4, 0, 0, 0), 3)).toEqual([0.5, 1, 0])
  expect(peaksOf(new Float32Array(0), 3)).toEqual([0, 0, 0])
})

test('a WAV file has a standard header, and samples that are too loud are clipped', () => {
  const view = new DataView(encodeWav(Float32Array.of(0, 1, -2), 16_000))
  const text = (start: number) =>
    String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(start + i)))
  expect([text(0), text(8), text(12), text(36)]).toEqual(['RIFF', 'WAVE', 'fmt ', 'data'])
  expect(view.getUint32(4, true)).toBe(view.byteLength - 8)
  expect(view.getUint32(24, true)).toBe(16_000)
  expect(view.getUint16(34, true)).toBe(16)
  expect(view.getUint32(40, true)).toBe(6)
  expect([44, 46, 48].map((at) => view.getInt16(at, true))).toEqual([0, 32_767, -32_767])
})

test('a computer finds the speaker of a recording that sounds different, by changing others alike', () => {
  const speakers = [
    { pitch: 105, formants: [650, 1100, 2400] },
    { pitch: 112, formants: [690, 1000, 2750] },
    { pitch: 118, formants: [730, 1350, 2500] },
    { pitch: 130, formants: [560, 1250, 2650] },
  ]
  let seed = 11
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const changed = ({ pitch, formants }: (typeof speakers)[number]) => {
    const change = drawVoiceChange('different', pitch, random)
    const voice = changeVoice(vowel(pitch, formants, 0.8), change, random)
    const bands = [350, 1_150, 2_250, 4_200].map((hz) => hz * 1.08)
    return bands.slice(1).map((to, i) => Math.log(strongest(voice, bands[i] ?? 0, to, 200)))
  }
  const tried = speakers.map((speaker) => Array.from({ length: 6 }, () => changed(speaker)))
  const distance = (a: number[], b: number[]) =>
    a.reduce((sum, value, i) => sum + (value - (b[i] ?? 0)) ** 2, 0)
  const found = speakers.map((speaker) => {
    const heard = changed(speaker)
    const nearest = tried.map((each) => Math.min(...each.map((one) => distance(one, heard))))
    return nearest.indexOf(Math.min(...nearest))
  })
  expect(found).toEqual([0, 1, 2, 3])
})
