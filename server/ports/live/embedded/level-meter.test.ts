import { expect, test } from 'vitest'
import { LevelMeter } from './level-meter.ts'

test('a meter shows the loudest packet since the last reading, and falls smoothly to 0', () => {
  const meter = new LevelMeter()
  expect(meter.read()).toBe(0)
  meter.add(127)
  expect(meter.read()).toBe(0)
  meter.add(65)
  meter.add(20)
  meter.add(42)
  expect(meter.read()).toBe(1)
  expect(meter.read()).toBe(0.6)
  meter.add(38)
  expect(meter.read()).toBe(0.6)
  expect([...Array(9)].map(() => meter.read()).at(-1)).toBe(0)
})
