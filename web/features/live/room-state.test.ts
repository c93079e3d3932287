import { expect, test } from 'vitest'
import { sessionText } from './on-air.tsx'
import { recordingFacts } from './recordings-card.tsx'
import { participant, snapshot } from './room-fakes.ts'
import { connectionOf, handsOf, onStage, secondsUntil } from './room-state.ts'

test('hosts, co-hosts and speakers are on the stage, and invited people if the room is invite-only', () => {
  const room = snapshot({
    participants: [
      participant('listens'),
      participant('speaks', { microphone: 'live' }),
      participant('cohost', { isCohost: true }),
      participant('host', { isHost: true }),
      participant('waits', { maySpeak: false }),
    ],
  })
  const idsOf = (people: { id: string }[]): string[] => people.map(({ id }) => id)
  const open = onStage(room)
  expect(idsOf(open.speakers)).toEqual(['host', 'cohost', 'speaks'])
  expect(idsOf(open.audience)).toEqual(['listens', 'waits'])
  const byInvitation = onStage({ ...room, isInviteOnly: true })
  expect(idsOf(byInvitation.speakers)).toEqual(['host', 'cohost', 'listens', 'speaks'])
  expect(idsOf(byInvitation.audience)).toEqual(['waits'])
})

test('raised hands keep their order, without people who have left', () => {
  const room = snapshot({
    participants: [participant('a'), participant('b')],
    hands: ['b', 'x', 'a'],
  })
  expect(handsOf(room).map(({ id }) => id)).toEqual(['b', 'a'])
})

test('without a socket the state is reconnecting, whatever the media state', () => {
  expect(connectionOf({ phase: 'back-soon', media: 'connected' })).toBe('reconnecting')
  expect(connectionOf({ phase: 'in', media: 'connected' })).toBe('connected')
})

test('a countdown ends at 0', () => {
  const now = Date.parse('2026-03-12T19:00:00.000Z')
  expect(secondsUntil('2026-03-12T19:01:29.200Z', now)).toBe(90)
  expect(secondsUntil('2026-03-12T18:59:00.000Z', now)).toBe(0)
})

test('a session is shown in the member’s time zone, with its name', () => {
  const startsAt = '2026-12-11T01:00:00.000Z'
  expect(sessionText(startsAt, { locale: 'en-US', timeZone: 'America/Chicago' })).toBe(
    'Thursday, December 10, 2026 at 7:00 PM CST',
  )
  expect(sessionText(startsAt, { locale: 'en-US', timeZone: 'Asia/Tokyo' })).toContain(
    'Friday, December 11, 2026',
  )
})

test('only known facts of a recording are shown', () => {
  expect(recordingFacts({ duration: null, size: null })).toEqual([])
  expect(recordingFacts({ duration: 3_730, size: 22_439_526 })).toEqual(['1:02:10', '21.4 MB'])
})
