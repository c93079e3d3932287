export interface CalendarEvent {
  /** Stays the same in every later file for the same event. */
  uid: string
  startsAt: Date
  minutes: number
  summary: string
  description: string
  url: string
}

/** Longest line in octets before it is folded. */
const LINE_OCTETS = 75

/**
 * An iCalendar file (RFC 5545). Times are in UTC; calendar programs show them in the reader's time
 * zone.
 */
export function calendarFile(input: {
  name: string
  now: Date
  events: readonly CalendarEvent[]
}): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Folx//Live Coaching//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(input.name)}`,
    ...input.events.flatMap((event) => eventLines(event, input.now)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function eventLines(event: CalendarEvent, now: Date): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(event.startsAt)}`,
    `DURATION:PT${event.minutes}M`,
    `SUMMARY:${escaped(event.summary)}`,
    `DESCRIPTION:${escaped(event.description)}`,
    `URL:${event.url}`,
    'TRANSP:OPAQUE',
    'END:VEVENT',
  ]
}

/** `20261112T180000Z` */
function utc(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

/** A text value (section 3.3.11). */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\r\n|[\r\n\u2028\u2029]/g, '\\n')
    .replace(/[^\P{Cc}\t]/gu, '')
}

/** Folds a long line with a line break and a space (section 3.1), never within a character. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > LINE_OCTETS) {
      parts.push(part)
      part = ''
      // The leading space counts.
      octets = 1
    }
    part += character
    octets += size
  }
  return [...parts, part].join('\r\n ')
}
