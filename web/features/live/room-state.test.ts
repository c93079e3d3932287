import { expect, test } from 'vitest'
import { sessionText } from './on-air.tsx'
import { recordingFacts, recordingNames } from './recordings-card.tsx'
import { participant, snapshot } from './room-fakes.ts'
import {
  connectionOf,
  handsOf,
  messagesOf,
  OUTSIDE,
  onStage,
  type RoomEvent,
  type RoomMessage,
  type RoomState,
  reduceRoom,
  secondsUntil,
} from './room-state.ts'

test('no two recordings have the same name', () => {
  const at = (id: number, startedAt: string, title: string | null = null) => ({
    id,
    startedAt,
    title,
  })
  const names = recordingNames(
    [
      at(4, '2026-11-12T20:00:00.000Z', 'Beginning again'),
      at(3, '2026-11-12T19:30:00.000Z'),
      at(2, '2026-11-12T19:04:40.000Z'),
      at(1, '2026-11-12T19:04:10.000Z'),
    ],
    { locale: 'en-US', timeZone: 'UTC' },
  )
  expect([1, 2, 3, 4].map((id) => names.get(id))).toEqual([
    'Session of Thursday, November 12, 2026 at 7:04 PM',
    'Session of Thursday, November 12, 2026 at 7:04 PM (2)',
    'Session of Thursday, November 12, 2026 at 7:30 PM',
    'Beginning again',
  ])
})

test('a person who was speaking when the connection broke learns that they are muted', () => {
  const inside: RoomState = { ...OUTSIDE, phase: 'in', me: 'ann', microphone: 'live' }
  const lost = reduceRoom(inside, { type: 'disconnected' })
  const room = snapshot({ participants: [participant('ann again')] })
  const back = reduceRoom(lost, { type: 'welcome', me: 'ann again', room })
  expect(back).toMatchObject({ phase: 'in', microphone: 'muted', mutedBy: 'connection' })
  expect(reduceRoom(back, { type: 'microphone-opening' }).mutedBy).toBeNull()
  // A person who was muted, or who joins, is told nothing.
  const quiet = reduceRoom({ ...inside, microphone: 'muted' }, { type: 'disconnected' })
  expect(quiet.mutedBy).toBeNull()
  expect(reduceRoom(OUTSIDE, { type: 'joining' }).mutedBy).toBeNull()
  expect(reduceRoom(OUTSIDE, { type: 'joining', wasSpeaking: true }).mutedBy).toBe('connection')
})

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

/** The state after some events, and what the person was told about the last one. */
function after(...events: RoomEvent[]): { state: RoomState; told: RoomMessage[] } {
  let state = OUTSIDE
  let told: RoomMessage[] = []
  for (const event of events) {
    const next = reduceRoom(state, event)
    told = messagesOf(event, { before: state, after: next })
    state = next
  }
  return { state, told }
}

function welcome(...[me, room]: Parameters<typeof participant>): RoomEvent {
  return { type: 'welcome', me, room: snapshot({ participants: [participant(me, room)] }) }
}

const withMe = (given: Parameters<typeof participant>[1]): RoomEvent => ({
  type: 'room',
  room: { participants: [participant('me', given)] },
})

test('joining forgets how the last session ended', () => {
  const { state } = after({ type: 'left', ended: 'removed' }, { type: 'joining' })
  expect(state).toEqual({ ...OUTSIDE, phase: 'joining' })
})

test('a welcome puts the person in the room with a closed microphone', () => {
  const { state, told } = after(
    welcome('me'),
    { type: 'microphone-live', isOther: false },
    welcome('me'),
  )
  expect(state).toMatchObject({ phase: 'in', me: 'me', microphone: 'muted' })
  expect(told).toEqual([])
})

test('a change of the room replaces only the fields it contains', () => {
  const { state } = after(welcome('me'), { type: 'room', room: { hands: ['me'] } })
  expect(state.room.hands).toEqual(['me'])
  expect(state.room.participants).toHaveLength(1)
})

test('being allowed to speak again ends a mute, and losing it ends an invitation', () => {
  const muted = after(welcome('me', { maySpeak: false }), { type: 'muted', by: 'host' })
  expect(muted.state.mutedBy).toBe('host')
  const allowed = after(
    welcome('me', { maySpeak: false }),
    { type: 'muted', by: 'host' },
    withMe({ maySpeak: true }),
  )
  expect(allowed.state.mutedBy).toBeNull()
  const revoked = after(welcome('me'), { type: 'invited' }, withMe({ maySpeak: false }))
  expect(revoked.state.isInvited).toBe(false)
})

test('an invitation is for people who are not speaking', () => {
  expect(after(welcome('me'), { type: 'invited' })).toMatchObject({
    state: { isInvited: true },
    told: [{ type: 'invited' }],
  })
  expect(
    after(welcome('me'), { type: 'microphone-live', isOther: false }, { type: 'invited' }),
  ).toMatchObject({
    state: { isInvited: false },
    told: [],
  })
})

test.each([
  ['a new co-host', { isCohost: true }, [{ type: 'cohost', isCohost: true }]],
  ['someone who stays what they were', {}, []],
  ['a host', { isHost: true, isCohost: true }, []],
] as const)('%s is told so', (_, given, told) => {
  expect(after(welcome('me'), withMe(given)).told).toEqual(told)
})

test('a recording that ended while a host was away is lost', () => {
  const recording = (isRecording: boolean, isHost: boolean): RoomEvent => ({
    type: 'welcome',
    me: 'me',
    room: snapshot({ isRecording, participants: [participant('me', { isHost })] }),
  })
  expect(after(recording(true, true)).told).toEqual([{ type: 'recording', isRecording: true }])
  expect(after(recording(true, true), recording(false, true)).told).toEqual([
    { type: 'recording', isRecording: false },
    { type: 'recording-lost' },
  ])
  expect(after(recording(true, false), recording(false, false)).told).toEqual([
    { type: 'recording', isRecording: false },
  ])
})

test('closed rules stay closed after a reconnection, and other rules are shown again', () => {
  const closed = after(
    { type: 'welcome', me: 'me', room: snapshot({ rules: 'Be kind.' }) },
    { type: 'rules-closed' },
    { type: 'disconnected' },
    { type: 'welcome', me: 'me again', room: snapshot({ rules: 'Be kind.' }) },
  ).state
  expect(closed.areRulesClosed).toBe(true)
  const next = (rules: string | null) => reduceRoom(closed, { type: 'room', room: { rules } })
  expect(next('Be kind. Listen.').areRulesClosed).toBe(false)
  expect(next(null).areRulesClosed).toBe(false)
  expect(reduceRoom(closed, { type: 'room', room: { hands: ['me'] } }).areRulesClosed).toBe(true)
})

test('a lost socket keeps the room on the page, and leaving clears it', () => {
  const lost = after(
    welcome('me'),
    { type: 'microphone-live', isOther: false },
    { type: 'disconnected' },
  )
  expect(lost.state).toMatchObject({ phase: 'back-soon', me: 'me', microphone: 'muted' })
  expect(after(welcome('me'), { type: 'left', ended: 'lost' }).state).toEqual({
    ...OUTSIDE,
    ended: 'lost',
  })
})
