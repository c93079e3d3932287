import { expect, test } from 'vitest'
import { isTeamNotice, NOTIFICATION_KINDS } from '#contract/notification-kinds.ts'
import { RIGHTS, type Right } from '#contract/rights.ts'
import { allChoices, defaultChannels, firstLoudInstant, quietUntil } from './policy.ts'

const TEAM_NOTICE_KINDS = NOTIFICATION_KINDS.filter(isTeamNotice)
const CHICAGO = 'America/Chicago'

function until(instant: string, from: string, to: string, timeZone = CHICAGO): string | undefined {
  return quietUntil(new Date(instant), { quietHours: { from, to }, timeZone })?.toISOString()
}

test('a member who has chosen nothing is notified of everything in the app', () => {
  expect(NOTIFICATION_KINDS.map((kind) => defaultChannels(kind).inApp)).toEqual(
    NOTIFICATION_KINDS.map(() => true),
  )
  const mailed = NOTIFICATION_KINDS.filter((kind) => defaultChannels(kind).byMail)
  expect(mailed).toEqual([
    'story-approved',
    'story-returned',
    'guidance-answered',
    'warning',
    'second-look',
    'prayer-returned',
    'story-transcript',
    ...TEAM_NOTICE_KINDS,
  ])
  const pushed = NOTIFICATION_KINDS.filter((kind) => defaultChannels(kind).byPush)
  expect(pushed).toEqual([
    'story-reply',
    'reply-reply',
    'guidance-answered',
    'live-on-air',
    ...TEAM_NOTICE_KINDS,
  ])
})

test('a choice replaces only the default of its kind', () => {
  const chosen = { kind: 'story-reply', inApp: false, byMail: true, byPush: false } as const
  const choices = allChoices([chosen], RIGHTS)
  expect(choices.map(({ kind }) => kind)).toEqual([...NOTIFICATION_KINDS])
  expect(choices.filter(({ inApp }) => !inApp)).toEqual([chosen])
})

test('team notices are offered to members with the right for the queue', () => {
  const offered = (rights: readonly Right[]) =>
    allChoices([], rights)
      .map(({ kind }) => kind)
      .filter(isTeamNotice)
  expect(offered([])).toEqual([])
  expect(offered(['keeper', 'host'])).toEqual(['team-check', 'team-connection'])
  expect(offered(['stories'])).toEqual([
    'team-story',
    'team-report',
    'team-second-look',
    'team-reply',
    'team-prayer',
    'team-transcript',
    'team-unheard',
  ])
  expect(offered(['treasurer'])).toEqual(['team-payment'])
  expect(offered(['people'])).toEqual(['team-application'])
  expect(offered(RIGHTS)).toEqual(TEAM_NOTICE_KINDS)
})

test.each([
  // Within one day, in daylight saving time (UTC-5).
  ['2026-07-01T17:59:00Z', '13:00', '15:00', undefined],
  ['2026-07-01T18:00:00Z', '13:00', '15:00', '2026-07-01T20:00:00.000Z'],
  ['2026-07-01T19:59:59.999Z', '13:00', '15:00', '2026-07-01T20:00:00.000Z'],
  ['2026-07-01T20:00:00Z', '13:00', '15:00', undefined],
  // Across midnight: before it, after it, and at the end.
  ['2026-07-02T02:59:00Z', '22:00', '07:00', undefined],
  ['2026-07-02T03:00:00Z', '22:00', '07:00', '2026-07-02T12:00:00.000Z'],
  ['2026-07-02T09:30:00Z', '22:00', '07:00', '2026-07-02T12:00:00.000Z'],
  ['2026-07-02T12:00:00Z', '22:00', '07:00', undefined],
  // Spring clock change, 8 March 2026: in UTC, the end comes an hour earlier.
  ['2026-03-08T04:30:00Z', '22:00', '07:00', '2026-03-08T12:00:00.000Z'],
  // An end within the skipped hour (02:00 to 03:00): the first instant after the gap.
  ['2026-03-08T06:30:00Z', '22:00', '02:30', '2026-03-08T08:00:00.000Z'],
  // Fall clock change, 1 November 2026: an hour later.
  ['2026-11-01T03:30:00Z', '22:00', '07:00', '2026-11-01T13:00:00.000Z'],
])('at %s, quiet from %s to %s, it is quiet until %s', (instant, from, to, expected) => {
  expect(until(instant, from, to)).toBe(expected)
})

test('quiet hours follow the member’s time zone', () => {
  expect(until('2026-07-01T15:00:00Z', '22:00', '07:00', CHICAGO)).toBeUndefined()
  expect(until('2026-07-01T15:00:00Z', '22:00', '07:00', 'Asia/Tokyo')).toBe(
    '2026-07-01T22:00:00.000Z',
  )
  expect(until('2026-07-01T18:20:00Z', '23:50', '06:15', 'Asia/Kathmandu')).toBe(
    '2026-07-02T00:30:00.000Z',
  )
})

test('without quiet hours nothing is delayed', () => {
  const now = new Date('2026-07-01T04:00:00Z')
  expect(firstLoudInstant(now, { quietHours: null, timeZone: CHICAGO })).toBe(now)
})
