import { expect, test } from 'vitest'
import { secondsLeft, timeLeftText } from './time-left.ts'

test.each([
  [0, 600, ''],
  [299_000, 301, ''],
  [300_000, 300, '5 minutes are left.'],
  [539_999, 61, '5 minutes are left.'],
  [540_000, 60, '1 minute is left.'],
  [575_000, 25, '30 seconds are left.'],
  [592_000, 8, '10 seconds are left.'],
  [700_000, 0, '10 seconds are left.'],
])('after %d ms, %d seconds are left: %s', (elapsedMs, left, text) => {
  expect(secondsLeft(elapsedMs)).toBe(left)
  expect(timeLeftText(elapsedMs)).toBe(text)
})

test('a full-length recording has four announcements', () => {
  const texts = Array.from({ length: 601 }, (_, second) => timeLeftText(second * 1000))
  const changes = texts.filter((text, index) => index > 0 && text !== texts[index - 1])
  expect(changes).toHaveLength(4)
})
