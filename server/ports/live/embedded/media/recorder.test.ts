import { expect, test } from 'vitest'
import { MixBuffer, Timeline } from './recorder.ts'

test('a stream follows its own timestamps despite network jitter', () => {
  const timeline = new Timeline()
  expect(timeline.place({ source: 'a', timestamp: 2 ** 32 - 960 }, 10_000)).toBe(10_000)
  expect(timeline.place({ source: 'a', timestamp: 0 }, 15_000)).toBe(10_960)
  expect(timeline.place({ source: 'a', timestamp: 960 }, 10_500)).toBe(11_920)
})

test('a stream more than 200 ms ahead of or behind the clock is anchored again', () => {
  const timeline = new Timeline()
  timeline.place({ source: 'a', timestamp: 0 }, 0)
  expect(timeline.place({ source: 'a', timestamp: 9_600 }, 0)).toBe(9_600)
  expect(timeline.place({ source: 'a', timestamp: 10_560 }, 0)).toBe(0)
  expect(timeline.place({ source: 'a', timestamp: 11_520 }, 20_000)).toBe(20_000)
  expect(timeline.place({ source: 'a', timestamp: 12_480 }, 20_960)).toBe(20_960)
})

test('two speakers’ streams are independent', () => {
  const timeline = new Timeline()
  timeline.place({ source: 'a', timestamp: 0 }, 0)
  expect(timeline.place({ source: 'b', timestamp: 5 }, 480)).toBe(480)
  expect(timeline.place({ source: 'a', timestamp: 960 }, 960)).toBe(960)
})

test('speakers’ samples are summed and limited to 16 bits', () => {
  const mix = new MixBuffer(8)
  mix.add(1, Int16Array.of(100, 200, 32_000))
  mix.add(2, Int16Array.of(1, 32_000, -5))
  expect([...mix.take(6)]).toEqual([0, 100, 201, 32_767, -5, 0])
  expect(mix.position).toBe(6)
})

test('samples too late or too early for the window are dropped, and the window moves on', () => {
  const mix = new MixBuffer(4, 10)
  mix.add(8, Int16Array.of(1, 2, 3, 4))
  mix.add(12, Int16Array.of(5, 6, 7, 8))
  expect([...mix.take(4)]).toEqual([3, 4, 5, 6])
  expect([...mix.take(4)]).toEqual([0, 0, 0, 0])
  mix.add(18, Int16Array.of(9, 9))
  expect([...mix.take(2)]).toEqual([9, 9])
})
