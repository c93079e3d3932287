import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarFile } from './calendar-file.ts'

const EVENT = {
  uid: 'live-coaching-2026-11-12@folx.example.org',
  startsAt: new Date('2026-11-13T00:00:00Z'),
  minutes: 60,
  summary: 'Folx Live Coaching',
  description: 'Join the live coaching room: https://folx.example.org/live',
  url: 'https://folx.example.org/live',
}
const NOW = new Date('2026-11-01T12:30:15.678Z')

/** The file's lines, with folded lines joined again, as a calendar program reads them. */
function unfolded(file: string): string[] {
  return file.replaceAll('\r\n ', '').split('\r\n')
}

test('a calendar with one event has these lines', () => {
  const file = calendarFile({ name: 'Folx Live Coaching', now: NOW, events: [EVENT] })
  expect(unfolded(file)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Folx//Live Coaching//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Folx Live Coaching',
    'BEGIN:VEVENT',
    'UID:live-coaching-2026-11-12@folx.example.org',
    'DTSTAMP:20261101T123015Z',
    'DTSTART:20261113T000000Z',
    'DURATION:PT60M',
    'SUMMARY:Folx Live Coaching',
    'DESCRIPTION:Join the live coaching room: https://folx.example.org/live',
    'URL:https://folx.example.org/live',
    'TRANSP:OPAQUE',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('commas, semicolons, backslashes and line endings in a name are escaped', () => {
  const file = calendarFile({ name: 'Faith, hope; love\\\r\nBEGIN:VEVENT', now: NOW, events: [] })
  expect(unfolded(file)[5]).toBe('X-WR-CALNAME:Faith\\, hope\\; love\\\\\\nBEGIN:VEVENT')
})

test('a calendar without events is still a valid file', () => {
  const file = calendarFile({ name: 'Folx', now: NOW, events: [] })
  expect(unfolded(file).at(-2)).toBe('END:VCALENDAR')
})

test('for any name, no line is longer than 75 octets and the name can be read back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 60, maxLength: 200 }), (name) => {
      const file = calendarFile({ name, now: NOW, events: [{ ...EVENT, summary: name }] })
      for (const line of file.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(line).toBe(line.toWellFormed())
      }
      const lines = unfolded(file)
      expect(lines).toHaveLength(18)
      const [, summary = ''] = /^SUMMARY:(.*)$/s.exec(lines[11] ?? '') ?? []
      const read = summary.replace(/\\(.)/g, (_all, one: string) => (one === 'n' ? '\n' : one))
      const kept = name
        .toWellFormed()
        .replace(/\r\n|[\r\n\u2028\u2029]/g, '\n')
        .replace(/[^\P{Cc}\t\n]/gu, '')
      expect(read).toBe(kept)
    }),
  )
})
