import { expect, test } from 'vitest'
import { WAVEFORM_LEVELS, WaveformMeter } from './waveform.ts'

const constant = (seconds: number, value: number): Float32Array =>
  new Float32Array(seconds * 48_000).fill(value)

test('follows the loudness over time, relative to the loudest part', () => {
  const meter = new WaveformMeter()
  meter.add(constant(1, 0.4))
  meter.add(constant(1, 0.1))
  meter.add(constant(2, 0))
  expect(meter.levels(8)).toEqual([1, 1, 0.25, 0.25, 0, 0, 0, 0])
})

test('gives the same levels however the samples are split', () => {
  const samples = Float32Array.from({ length: 50_000 }, (_, index) => Math.sin(index / 9_000))
  const whole = new WaveformMeter()
  whole.add(samples)
  const pieces = new WaveformMeter()
  for (let start = 0; start < samples.length; start += 777) {
    pieces.add(samples.subarray(start, start + 777))
  }
  expect(pieces.levels()).toEqual(whole.levels())
})

test('has all levels for a recording of a few milliseconds and for an empty one', () => {
  const short = new WaveformMeter()
  short.add(new Float32Array(700).fill(0.5))
  expect(short.levels()).toEqual(Array.from({ length: WAVEFORM_LEVELS }, () => 1))
  expect(new WaveformMeter().levels()).toEqual(Array.from({ length: WAVEFORM_LEVELS }, () => 0))
})
