import { expect, test } from 'vitest'
import { hourLabel, weekdayLabel } from '#web/features/admin/email/clock-labels.ts'

test('hours and weekdays are named independently of the time zone of the device', () => {
  const hours = [0, 6, 23].map((hour) => hourLabel(hour, 'en-US').replace(/\s/, ' '))
  expect(hours).toEqual(['12:00 AM', '6:00 AM', '11:00 PM'])
  expect([0, 3, 6].map((day) => weekdayLabel(day, 'en-US'))).toEqual([
    'Sunday',
    'Wednesday',
    'Saturday',
  ])
})
