import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockText, spokenTime } from './clock-text.ts'
import { waveformBars } from './play-bar.tsx'

test.each([
  [0, '0:00'],
  [9.9, '0:09'],
  [83, '1:23'],
  [600, '10:00'],
  [3605, '1:00:05'],
  [-1, '0:00'],
])('%d seconds are shown as %s', (seconds, text) => expect(clockText(seconds)).toBe(text))

test.each([
  [1, '1 second'],
  [59.9, '59 seconds'],
  [61, '1 minute 1 second'],
  [600, '10 minutes 0 seconds'],
])('%d seconds are spoken as %s', (seconds, text) => expect(spokenTime(seconds)).toBe(text))

test('each bar shows the loudest peak of its part, and the loudest bar is 1', () => {
  expect(waveformBars([0, 2, 4, 1], 2)).toEqual([0.5, 1])
  expect(waveformBars([1, 0.5], 4)).toEqual([1, 1, 0.5, 0.5])
})

test('silence and a missing waveform give a flat line', () => {
  expect(waveformBars(null, 2)).toEqual([0.06, 0.06])
  expect(waveformBars([0, 0, 0], 2)).toEqual([0.06, 0.06])
})

test('any waveform gives the requested number of bars between 0.06 and 1', () => {
  const peaks = fc.array(fc.double({ min: 0, max: 255, noNaN: true }))
  const property = fc.property(peaks, fc.integer({ min: 1, max: 200 }), (values, count) => {
    const bars = waveformBars(values, count)
    expect(bars.length).toBe(count)
    expect(Math.min(...bars)).toBeGreaterThanOrEqual(0.06)
    expect(Math.max(...bars)).toBeLessThanOrEqual(1)
  })
  fc.assert(property)
})
