import { expect, test } from 'vitest'
import { createPressCounter } from '#web/lib/quick-exit.ts'

function lastOf(...times: number[]): boolean | undefined {
  return times.map(createPressCounter()).at(-1)
}

test('three presses within two seconds count', () => {
  expect(lastOf(0, 900, 2000)).toBe(true)
})

test('two presses do not count', () => {
  expect(lastOf(0, 100)).toBe(false)
})

test('three presses over more than two seconds do not count', () => {
  expect(lastOf(0, 1000, 2001)).toBe(false)
})

test('earlier presses do not affect three quick ones', () => {
  expect(lastOf(0, 5000, 5400, 5800)).toBe(true)
})
