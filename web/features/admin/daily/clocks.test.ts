import { expect, test } from 'vitest'
import { utcTimeOf } from '#web/features/admin/daily/clocks.ts'

const timeZone = 'America/Chicago'

test.each([
  ['in winter', '2026-01-10T15:00:00Z', '06:00', '12:00'],
  ['in summer', '2026-07-10T15:00:00Z', '06:00', '11:00'],
  ['later the same day', '2026-01-10T11:00:00Z', '06:00', '12:00'],
  ['on the evening before clocks go forward', '2026-03-08T02:00:00Z', '06:00', '11:00'],
  ['on the evening before clocks go back', '2026-11-01T02:00:00Z', '06:00', '12:00'],
  ['before the change, of a time before it', '2026-03-08T06:30:00Z', '01:00', '07:00'],
  ['past midnight in UTC', '2026-01-10T15:00:00Z', '19:30', '01:30'],
])('converts a community time to UTC %s', (_, now, time, expected) => {
  expect(utcTimeOf({ time, timeZone, now: new Date(now) })).toBe(expected)
})

test('converts times of zones that are ahead of UTC or offset by minutes', () => {
  const now = new Date('2026-01-10T15:00:00Z')
  expect(utcTimeOf({ time: '05:45', timeZone: 'Asia/Kathmandu', now })).toBe('00:00')
  expect(utcTimeOf({ time: '06:00', timeZone: 'Pacific/Kiritimati', now })).toBe('16:00')
})
