import { expect, test } from 'vitest'
import { afterWakingHours } from './waking-hours.ts'

test.each([
  ['in the morning', 12, '2026-01-10T14:00:00Z', '2026-01-11T02:00:00Z'],
  ['in the evening: the night doesn’t count', 12, '2026-01-11T01:00:00Z', '2026-01-11T22:00:00Z'],
  ['at night', 12, '2026-01-10T08:00:00Z', '2026-01-11T00:00:00Z'],
  ['in the night when clocks go forward', 12, '2026-03-08T03:00:00Z', '2026-03-08T23:00:00Z'],
  ['without hours, by day', 0, '2026-01-10T20:30:00Z', '2026-01-10T20:30:00Z'],
  ['without hours, at night', 0, '2026-01-10T08:00:00Z', '2026-01-10T12:00:00Z'],
] as const)('waking hours of New York: %s', (_, hours, from, to) => {
  expect(afterWakingHours(new Date(from), hours, 'America/New_York')).toEqual(new Date(to))
})

test('12 waking hours end within a day and never at night, wherever the community is', () => {
  for (const timeZone of ['America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland']) {
    for (let hour = 0; hour < 48; hour++) {
      const from = new Date(Date.UTC(2026, 2, 7, hour, 17))
      const at = afterWakingHours(from, 12, timeZone)
      expect(at.getTime() - from.getTime()).toBeLessThanOrEqual(24 * 60 * 60_000)
      expect(afterWakingHours(at, 0, timeZone)).toEqual(at)
    }
  }
})
