import { expect, test } from 'vitest'
import { currentLine } from './timed-lines.tsx'

test.each([
  [0, -1],
  [499, -1],
  [500, 0],
  [1_999, 0],
  [2_000, 2],
  [90_000, 2],
])('at %d ms line %d is current', (time, line) => {
  expect(currentLine([{ startMs: 500 }, { startMs: 2_000 }, { startMs: 2_000 }], time)).toBe(line)
})
