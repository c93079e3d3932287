import { expect, test } from 'vitest'
import { speechLevel } from './microphone.ts'

test('silence is 0, full loudness is 1 and speech is in between', () => {
  expect(speechLevel(new Float32Array(64))).toBe(0)
  expect(speechLevel(new Float32Array(64).fill(0.9))).toBe(1)
  expect(speechLevel(new Float32Array(64).fill(0.0178))).toBeCloseTo(0.5, 2)
})
