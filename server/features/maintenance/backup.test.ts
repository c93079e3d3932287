import { expect, test } from 'vitest'
import { isBackupDue, isDrillDue } from './backup.ts'

const DAILY = { localTime: '03:15', timeZone: 'America/Chicago' }
const at = (text: string): Date => new Date(text)

test.each([
  // 03:15 in Chicago is 09:15 in UTC in winter.
  ['2026-01-10T09:14:00Z', '2026-01-09T09:20:00Z', false],
  ['2026-01-10T09:16:00Z', '2026-01-09T09:20:00Z', true],
  // Missed while the server was off.
  ['2026-01-12T20:00:00Z', '2026-01-09T09:20:00Z', true],
  ['2026-01-12T20:10:00Z', '2026-01-12T20:00:00Z', false],
  // Made by hand shortly before.
  ['2026-01-10T09:16:00Z', '2026-01-10T09:00:00Z', true],
  // Made while the clock was a year ahead.
  ['2026-01-10T10:00:00Z', '2027-01-10T10:00:00Z', true],
  // The night on which clocks skip from 2 to 3 AM.
  ['2026-03-08T08:14:00Z', '2026-03-07T09:20:00Z', false],
  ['2026-03-08T08:15:00Z', '2026-03-07T09:20:00Z', true],
])('at %s, after a backup at %s, one is due: %s', (now, doneAt, isDue) => {
  const attempts = { now: at(now), doneAt: at(doneAt), triedAt: undefined }
  expect(isBackupDue(attempts, DAILY)).toBe(isDue)
})

test('a site without a backup needs one, and a failed one is retried after an hour', () => {
  const now = at('2026-01-10T12:00:00Z')
  expect(isBackupDue({ now, doneAt: undefined, triedAt: undefined }, DAILY)).toBe(true)
  const tried = (triedAt: string) =>
    isBackupDue({ now, doneAt: undefined, triedAt: at(triedAt) }, DAILY)
  expect(tried('2026-01-10T11:30:00Z')).toBe(false)
  expect(tried('2026-01-10T11:00:00Z')).toBe(true)
})

test('a restore drill is due every 30 days, once there is a backup', () => {
  const drill = (doneAt: string | undefined, hasBackup = true) =>
    isDrillDue(
      {
        now: at('2026-03-31T12:00:00Z'),
        doneAt: doneAt ? at(doneAt) : undefined,
        triedAt: undefined,
      },
      { hasBackup },
    )
  expect(drill(undefined)).toBe(true)
  expect(drill(undefined, false)).toBe(false)
  expect(drill('2026-03-02T12:00:00Z')).toBe(false)
  expect(drill('2026-03-01T12:00:00Z')).toBe(true)
})
