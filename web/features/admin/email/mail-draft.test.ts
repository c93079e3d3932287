import { expect, test } from 'vitest'
import {
  actionKey,
  clockFields,
  emptyDraft,
  isEmptyDraft,
  problemOf,
  sendTimeOf,
  testProblemOf,
} from '#web/features/admin/email/mail-draft.ts'

test('a broadcast needs a subject first, then content', () => {
  expect(problemOf({ subject: ' ', html: '' })).toEqual({
    field: 'subject',
    title: 'Subject required',
    description: 'Please enter an email subject',
  })
  expect(problemOf({ subject: 'News', html: ' ' })).toEqual({
    field: 'html',
    title: 'Email content missing',
  })
  expect(problemOf({ subject: 'News', html: 'x'.repeat(200_001) })).toEqual({
    field: 'html',
    title: 'Failed to prepare email',
    description: 'This email is too long.',
  })
  expect(problemOf({ subject: 'News', html: '<p>Hello</p>' })).toBeUndefined()
})

test('a test needs an address first, then content, and no subject', () => {
  expect(testProblemOf({ testEmail: '', html: '' })).toEqual({
    field: 'testEmail',
    title: 'Test email required',
    description: 'Please enter a test email address',
  })
  expect(testProblemOf({ testEmail: 'a@b.example', html: '' })?.title).toBe('Email content missing')
  expect(testProblemOf({ testEmail: 'a@b.example', html: 'x'.repeat(200_001) })?.title).toBe(
    'Failed to prepare test email',
  )
  expect(testProblemOf({ testEmail: 'nowhere', html: '<p>x</p>' })).toEqual({
    field: 'testEmail',
    title: 'Failed to send test email',
    description: 'Invalid email address',
  })
  expect(testProblemOf({ testEmail: 'a@b.example', html: '<p>x</p>' })).toBeUndefined()
})

test('the key is the same for the same draft and content', () => {
  const draft = emptyDraft()
  const content = { subject: 'News', html: '<p>Hello</p>' }
  const key = actionKey(draft, content)
  expect(actionKey({ ...draft }, { ...content })).toBe(key)
  expect(actionKey(draft, { ...content, html: '<p>Hallo</p>' })).not.toBe(key)
  expect(actionKey(emptyDraft(), content)).not.toBe(key)
  expect(key.length).toBeLessThan(200)
})

test('a draft with only a test address is empty', () => {
  expect(isEmptyDraft({ ...emptyDraft(), testEmail: 'a@b.example' })).toBe(true)
  expect(isEmptyDraft({ ...emptyDraft(), subject: 'News' })).toBe(false)
})

const now = new Date('2026-03-01T12:00:00Z')
const timeZone = 'America/Chicago'

test.each([
  ['2026-03-02', '09:30', { sendAt: '2026-03-02T15:30:00.000Z' }],
  ['2026-03-09', '09:30', { sendAt: '2026-03-09T14:30:00.000Z' }],
  ['', '09:30', { field: 'date', problem: 'Choose a day.' }],
  ['2026-02-30', '09:30', { field: 'date', problem: 'Choose a day.' }],
  ['2026-03-02', '', { field: 'time', problem: 'Choose a time.' }],
  ['2026-03-01', '06:00', { field: 'time', problem: 'Choose a time in the future.' }],
  ['2027-03-03', '09:30', { field: 'date', problem: 'Choose a time within a year from now.' }],
  [
    '2026-03-08',
    '02:30',
    { field: 'time', problem: 'The clocks skip this time on that day. Choose another time.' },
  ],
])('%s at %s in Chicago', (date, time, expected) => {
  expect(sendTimeOf({ date, time, timeZone, now })).toEqual(expected)
})

test('the date and time fields of an instant convert back to it', () => {
  const sendAt = '2026-11-01T06:30:00.000Z'
  const fields = clockFields(sendAt, timeZone)
  expect(fields).toEqual({ date: '2026-11-01', time: '01:30' })
  expect(sendTimeOf({ ...fields, timeZone, now })).toEqual({ sendAt })
})
