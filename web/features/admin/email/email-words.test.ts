import { expect, test } from 'vitest'
import type { Mailing } from '#contract/email.ts'
import {
  countsOf,
  expectedWords,
  groupHelp,
  groupWords,
  hourLabel,
  leftOutWords,
  people,
  resultWords,
  statusBadge,
  timeWords,
  weekdayLabel,
} from '#web/features/admin/email/email-words.ts'

test('hours and weekdays are named independently of the time zone of the device', () => {
  const hours = [0, 6, 23].map((hour) => hourLabel(hour, 'en-US').replace(/\s/, ' '))
  expect(hours).toEqual(['12:00 AM', '6:00 AM', '11:00 PM'])
  expect([0, 3, 6].map((day) => weekdayLabel(day, 'en-US'))).toEqual([
    'Sunday',
    'Wednesday',
    'Saturday',
  ])
})

test('counts of people use singular and plural', () => {
  expect([0, 1, 2, 1204].map((count) => people(count, 'en-US'))).toEqual([
    '0 people',
    '1 person',
    '2 people',
    '1,204 people',
  ])
})

test('reasons that exclude nobody are omitted', () => {
  expect(leftOutWords({ unproven: 2, bounced: 0, unsubscribed: 1 }, 'en-US')).toEqual([
    '2 with an unverified address',
    '1 who unsubscribed',
  ])
  expect(leftOutWords({ unproven: 0, bounced: 0, unsubscribed: 0 }, 'en-US')).toEqual([])
})

const MAILING: Mailing = {
  id: 1,
  kind: 'broadcast',
  subject: 'News',
  preheader: '',
  html: '<p>x</p>',
  group: 'everyone',
  productId: null,
  version: 1,
  bouncedCount: null,
  unsubscribedCount: 0,
  staysInOutbox: false,
  sendAt: '2026-03-03T12:00:00.000Z',
  status: 'sending',
  recipientCount: 10,
  sentCount: 4,
  failedCount: 1,
  uncertainCount: 0,
  skippedCount: 2,
  createdAt: '2026-03-03T12:00:00.000Z',
  finishedAt: null,
}

test('the remaining recipients are waiting, and never fewer than 0', () => {
  expect(countsOf(MAILING)).toEqual({ sent: 4, failed: 1, skipped: 2, waiting: 3 })
  expect(countsOf({ ...MAILING, recipientCount: 5 }).waiting).toBe(0)
})

const groups = { membership: 'Circle', products: [{ id: 4, title: 'Bells' }] }

test('a group of buyers names its product once it is known', () => {
  expect(groupWords({ group: 'buyers', productId: 4 }, groups)).toBe('Buyers of “Bells”')
  expect(groupWords({ group: 'buyers', productId: 4 }, undefined)).toBe('Buyers of a product')
  expect(groupWords({ group: 'inactive', productId: null }, groups)).toBe('Not seen for 30 days')
})

test('the help for the access group names the membership', () => {
  expect(groupHelp('access', groups)).toBe(
    'Members with access through “Circle” right now, and your team.',
  )
  expect(groupHelp('access', undefined)).toBeUndefined()
})

test('failed emails that may have arrived are counted in words', () => {
  expect(resultWords({ ...MAILING, uncertainCount: 2 }, 'en-US')).toEqual([
    '2 of the failed ones may have arrived, so we don’t send them again.',
    'This email service doesn’t report bounces.',
    '0 unsubscribed.',
  ])
  expect(resultWords({ ...MAILING, sentCount: 0, uncertainCount: 1 }, 'en-US')).toEqual([
    '1 of the failed ones may have arrived, so we don’t send it again.',
  ])
})

test('a finished mailing has one time', () => {
  const times = { sendAt: '2026-03-03T12:00:00.000Z', finishedAt: '2026-03-03T12:01:00.000Z' }
  const words = timeWords(
    { ...MAILING, ...times, status: 'sent' },
    { locale: 'en-US', timeZone: 'UTC' },
  )
  expect(words.replaceAll('\u202f', ' ')).toBe('Finished on Tuesday, March 3, 2026 at 12:01 PM.')
})

test('what stays on this server is never called sent', () => {
  const kept = { ...MAILING, status: 'sent', staysInOutbox: true } as const
  expect(statusBadge(kept).label).toBe('Kept unsent')
  expect(statusBadge({ ...kept, staysInOutbox: false }).label).toBe('Sent')
  expect(resultWords(kept, 'en-US')).toEqual([])
  expect(expectedWords({ ...kept, recipientCount: 30 }, 'en-US')).toBe(
    '30 people. Without an email service it would be kept unsent.',
  )
  expect(expectedWords({ recipientCount: 30, staysInOutbox: false }, 'en-US')).toBe(
    '30 people would get it right now.',
  )
})
