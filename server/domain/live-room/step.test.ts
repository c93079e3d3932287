import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIVE_LIMITS } from '#contract/live.ts'
import type { HostAct } from './hosts.ts'
import { type KeptChanges, type KeptMember, keptChanges } from './kept.ts'
import {
  type Effect,
  maySpeak,
  openMicrophones,
  openRoom,
  type Room,
  type SocketEnd,
} from './room.ts'
import { sharedView, snapshotFor } from './snapshot.ts'
import { type RoomEvent, step } from './step.ts'

const START = Date.parse('2026-11-12T18:00:00Z')

/** Feeds events to a room and advances the time between them. */
class Played {
  room: Room
  now = START
  effects: readonly Effect[] = []

  constructor(room = openRoom(START)) {
    this.room = room
  }

  after(seconds: number): this {
    this.now += seconds * 1000
    return this
  }

  play(...events: RoomEvent[]): this {
    for (const event of events) {
      const next = step(this.room, event, this.now)
      this.room = next.room
      this.effects = next.effects
    }
    return this
  }

  enter(id: string, given: { memberId?: string; isHost?: boolean } = {}): this {
    return this.play({ type: 'enter', newcomer: newcomer(id, given) })
  }

  host(id: string, act: HostAct): this {
    return this.play({ type: 'host', id, act })
  }

  shown(id: string) {
    return sharedView(this.room).participants.find((participant) => participant.id === id)
  }

  get hands(): string[] {
    return sharedView(this.room).hands
  }

  has(effect: Partial<Effect>): boolean {
    return this.effects.some((one) =>
      Object.entries(effect).every(
        // Each of the names is one of an effect.
        ([name, value]) => JSON.stringify(one[name as keyof Effect]) === JSON.stringify(value),
      ),
    )
  }
}

function newcomer(id: string, given: { memberId?: string; isHost?: boolean } = {}) {
  const { memberId = `member-of-${id}`, isHost = false } = given
  return { id, memberId, anonymousUsername: `Name of ${id}`, isHost }
}

function hosted(): Played {
  return new Played().enter('host', { isHost: true })
}

test('a person who enters is connecting, muted and may speak', () => {
  const played = hosted().enter('ana')
  expect(played.shown('ana')).toEqual({
    id: 'ana',
    anonymousUsername: 'Name of ana',
    isHost: false,
    isCohost: false,
    state: 'connecting',
    microphone: 'muted',
    maySpeak: true,
  })
  expect(played.has({ type: 'welcome', id: 'ana' })).toBe(true)
})

test('the audio connection goes from connecting to connected to reconnecting, never straight to reconnecting', () => {
  const played = hosted().enter('ana')
  played.play({ type: 'media', id: 'ana', state: 'reconnecting' })
  expect(played.shown('ana')?.state).toBe('connecting')
  played.play({ type: 'media', id: 'ana', state: 'connected' })
  expect(played.shown('ana')?.state).toBe('connected')
  played.play({ type: 'media', id: 'ana', state: 'reconnecting' })
  expect(played.shown('ana')?.state).toBe('reconnecting')
})

test('a microphone opens and closes', () => {
  const played = hosted().enter('ana')
  played.play({ type: 'microphone', id: 'ana', isOpen: true })
  expect(played.shown('ana')?.microphone).toBe('live')
  expect(played.has({ type: 'microphone', id: 'ana', isOpen: true })).toBe(true)
  played.play({ type: 'microphone', id: 'ana', isOpen: false })
  expect(played.shown('ana')?.microphone).toBe('muted')
  expect(played.has({ type: 'microphone', id: 'ana', isOpen: false })).toBe(true)
})

test('a seventh microphone stays closed until one of the six closes', () => {
  const played = hosted()
  const names = Array.from({ length: 7 }, (_, index) => `speaker-${index}`)
  for (const id of names) played.enter(id).play({ type: 'microphone', id, isOpen: true })
  expect(openMicrophones(played.room)).toBe(6)
  expect(played.shown('speaker-6')?.microphone).toBe('muted')
  expect(played.has({ type: 'send', message: { type: 'muted', by: 'room' } })).toBe(true)
  played.play({ type: 'microphone', id: 'speaker-0', isOpen: false })
  played.play({ type: 'microphone', id: 'speaker-6', isOpen: true })
  expect(played.shown('speaker-6')?.microphone).toBe('live')
})

test('a microphone that the engine has no slot for closes, and its page is told', () => {
  const played = hosted().enter('ana').play({ type: 'microphone', id: 'ana', isOpen: true })
  played.play({ type: 'microphone-failed', id: 'ana' })
  expect(played.shown('ana')?.microphone).toBe('muted')
  expect(played.has({ type: 'send', message: { type: 'muted', by: 'room' } })).toBe(true)
})

test('a member muted by a host stays muted until a host invites them to speak', () => {
  const played = hosted().enter('ana').play({ type: 'microphone', id: 'ana', isOpen: true })
  played.host('host', { type: 'mute', participantId: 'ana' })
  expect(played.shown('ana')).toMatchObject({ microphone: 'muted', maySpeak: false })
  played.play({ type: 'microphone', id: 'ana', isOpen: true })
  expect(played.shown('ana')?.microphone).toBe('muted')
  played.host('host', { type: 'invite', participantId: 'ana' })
  expect(played.shown('ana')).toMatchObject({ microphone: 'muted', maySpeak: true })
  played.play({ type: 'microphone', id: 'ana', isOpen: true })
  expect(played.shown('ana')?.microphone).toBe('live')
})

test('inviting a member to speak lowers only their hand and tells them', () => {
  const played = hosted().enter('ana').enter('ben')
  played.host('host', { type: 'mute', participantId: 'ana' })
  played.play({ type: 'hand', id: 'ana', isUp: true })
  played.play({ type: 'hand', id: 'ben', isUp: true })
  played.host('host', { type: 'invite', participantId: 'ana' })
  expect(played.hands).toEqual(['ben'])
  const invited: Effect = { type: 'send', id: 'ana', message: { type: 'invited' } }
  expect(played.effects).toContainEqual(invited)
  // Also when they were not muted.
  played.host('host', { type: 'invite', participantId: 'ben' })
  expect(played.hands).toEqual([])
  expect(played.effects).toContainEqual({ ...invited, id: 'ben' })
})

test('leaving and returning does not undo a host’s mute', () => {
  const played = hosted().enter('ana', { memberId: 'm' })
  played.host('host', { type: 'mute', participantId: 'ana' }).play({ type: 'leave', id: 'ana' })
  played.enter('ana-again', { memberId: 'm' })
  expect(played.shown('ana-again')?.maySpeak).toBe(false)
})

test('a host who is muted by another host can unmute themselves', () => {
  const played = hosted().enter('second', { isHost: true })
  played.play({ type: 'microphone', id: 'second', isOpen: true })
  played.host('host', { type: 'mute', participantId: 'second' })
  expect(played.shown('second')).toMatchObject({ microphone: 'muted', maySpeak: true })
})

/** Actions that hosts and co-hosts may take. */
const SHARED_ACTS: HostAct[] = [
  { type: 'mute', participantId: 'ben' },
  { type: 'mute-all' },
  { type: 'invite', participantId: 'ben' },
  { type: 'lower-hand', participantId: 'ben' },
  { type: 'lower-all-hands' },
  { type: 'remove', participantId: 'ben' },
]
const HOSTS_ACTS: HostAct[] = [
  { type: 'cohost', participantId: 'ben', isCohost: true },
  { type: 'invite-only', isOn: true },
  { type: 'question-answered', questionId: 1, isAnswered: true },
]

/** A room with Ana, and with Ben, who is speaking, has his hand up and has asked a question. */
function withBen(): Played {
  return hosted()
    .enter('ana')
    .enter('ben')
    .play({ type: 'microphone', id: 'ben', isOpen: true })
    .play({ type: 'hand', id: 'ben', isUp: true })
    .play({ type: 'ask', id: 'ben', name: 'Quiet Oak', text: 'Why?' })
}

test.each([...SHARED_ACTS, ...HOSTS_ACTS])('a host may: $type', (act) => {
  const played = withBen()
  const before = played.room
  expect(played.host('host', act).room).not.toBe(before)
  expect(played.has({ type: 'send', id: 'host' })).toBe(false)
})

test.each(SHARED_ACTS)('a co-host may: $type', (act) => {
  const played = withBen().host('host', { type: 'cohost', participantId: 'ana', isCohost: true })
  const before = played.room
  expect(played.host('ana', act).room).not.toBe(before)
  expect(played.has({ type: 'send', id: 'ana' })).toBe(false)
})

test.each(HOSTS_ACTS)('a co-host may not: $type', (act) => {
  const played = withBen().host('host', { type: 'cohost', participantId: 'ana', isCohost: true })
  const before = played.room
  expect(played.host('ana', act).room).toBe(before)
  const message = { type: 'refused', sentence: 'Only a host can do this.' } as const
  expect(played.effects).toEqual([{ type: 'send', id: 'ana', message }])
})

test('a co-host can act only on members', () => {
  const played = hosted().enter('ana').enter('ben')
  for (const participantId of ['ana', 'ben']) {
    played.host('host', { type: 'cohost', participantId, isCohost: true })
  }
  for (const id of ['host', 'ben']) played.play({ type: 'microphone', id, isOpen: true })
  for (const participantId of ['host', 'ben']) {
    for (const type of ['mute', 'remove'] as const) {
      const before = played.room
      expect(played.host('ana', { type, participantId }).room).toBe(before)
      expect(played.effects).toEqual([
        { type: 'send', id: 'ana', message: expect.objectContaining({ type: 'refused' }) },
      ])
    }
  }
})

test('a co-host stays one after leaving and returning, until a host revokes it', () => {
  const played = hosted().enter('ana', { memberId: 'm' })
  played.host('host', { type: 'mute', participantId: 'ana' })
  played.host('host', { type: 'cohost', participantId: 'ana', isCohost: true })
  expect(played.room.cohosts).toEqual(new Set(['m']))
  expect(played.shown('ana')).toMatchObject({ isCohost: true, isHost: false, maySpeak: true })
  played.play({ type: 'leave', id: 'ana' }).enter('ana-again', { memberId: 'm' })
  expect(played.shown('ana-again')?.isCohost).toBe(true)
  played.host('host', { type: 'cohost', participantId: 'ana-again', isCohost: false })
  expect(played.room.cohosts.size).toBe(0)
  expect(played.shown('ana-again')?.isCohost).toBe(false)
})

test('a co-host who is removed is no longer a co-host', () => {
  const played = hosted().enter('ana', { memberId: 'm' })
  played.host('host', { type: 'cohost', participantId: 'ana', isCohost: true })
  played.host('host', { type: 'remove', participantId: 'ana' })
  expect(played.room.cohosts.size).toBe(0)
})

test('a host cannot become a co-host, and a co-host does not keep the room on air', () => {
  const played = hosted().enter('second', { isHost: true }).enter('ana')
  const before = played.room
  played.host('host', { type: 'cohost', participantId: 'second', isCohost: true })
  expect(played.room).toBe(before)
  played.host('host', { type: 'cohost', participantId: 'ana', isCohost: true })
  played.play({ type: 'leave', id: 'host' }, { type: 'leave', id: 'second' })
  expect(played.after(90).play({ type: 'tick' }).has({ type: 'go-off-air' })).toBe(true)
})

test('Mute all closes the microphones of members, who can open them again', () => {
  const played = hosted().enter('cohost').enter('ana')
  played.host('host', { type: 'cohost', participantId: 'cohost', isCohost: true })
  for (const id of ['host', 'cohost', 'ana']) {
    played.play({ type: 'microphone', id, isOpen: true })
  }
  played.host('cohost', { type: 'mute-all' })
  expect(['host', 'cohost', 'ana'].map((id) => played.shown(id)?.microphone)).toEqual([
    'live',
    'live',
    'muted',
  ])
  expect(played.has({ type: 'send', id: 'ana', message: { type: 'muted', by: 'host' } })).toBe(true)
  played.play({ type: 'microphone', id: 'ana', isOpen: true })
  expect(played.shown('ana')?.microphone).toBe('live')
})

test('in an invite-only room, current speakers continue and invited members may speak until Mute all', () => {
  const played = hosted().enter('ana').enter('ben')
  played.play({ type: 'microphone', id: 'ana', isOpen: true })
  played.host('host', { type: 'invite-only', isOn: true })
  expect(sharedView(played.room).isInviteOnly).toBe(true)
  expect(played.shown('ana')).toMatchObject({ microphone: 'live', maySpeak: true })
  const open = { type: 'microphone', id: 'ben', isOpen: true } as const
  played.play(open)
  expect(played.shown('ben')).toMatchObject({ microphone: 'muted', maySpeak: false })
  expect(played.has({ type: 'send', message: { type: 'muted', by: 'host' } })).toBe(true)
  expect(played.enter('late').shown('late')?.maySpeak).toBe(false)
  played.host('host', { type: 'invite', participantId: 'ben' }).play(open)
  expect(played.shown('ben')?.microphone).toBe('live')
  played.host('host', { type: 'mute-all' }).play(open)
  expect(played.shown('ben')).toMatchObject({ microphone: 'muted', maySpeak: false })
  played.host('host', { type: 'invite-only', isOn: false }).play(open)
  expect(played.shown('ben')?.microphone).toBe('live')
})

test('in an invite-only room, a former host or co-host is muted', () => {
  const played = hosted().enter('second', { isHost: true }).enter('ana')
  played.host('host', { type: 'cohost', participantId: 'ana', isCohost: true })
  for (const id of ['second', 'ana']) played.play({ type: 'microphone', id, isOpen: true })
  // Current speakers count as invited; Mute all revokes that.
  played.host('host', { type: 'invite-only', isOn: true }).host('host', { type: 'mute-all' })
  played.play({ type: 'rights', memberId: 'member-of-second', isHost: false })
  expect(played.shown('second')).toMatchObject({ microphone: 'muted', maySpeak: false })
  played.host('host', { type: 'cohost', participantId: 'ana', isCohost: false })
  expect(played.shown('ana')).toMatchObject({ microphone: 'muted', maySpeak: false })
})

test('a process that takes over the room knows its co-hosts and whether it is invite-only', () => {
  const room = openRoom(START, { cohosts: new Set(['m']), isInviteOnly: true })
  const played = new Played(room).enter('ana', { memberId: 'm' }).enter('ben')
  expect(played.shown('ana')).toMatchObject({ isCohost: true, maySpeak: true })
  expect(played.shown('ben')).toMatchObject({ isCohost: false, maySpeak: false })
})

test('a member who tries a host’s actions is refused and changes nothing', () => {
  const played = hosted().enter('ana').enter('ben')
  const acts = [...SHARED_ACTS, ...HOSTS_ACTS]
  played.play({ type: 'hand', id: 'ben', isUp: true })
  played.play({ type: 'ask', id: 'ben', name: 'Quiet Oak', text: 'Why?' })
  for (const act of acts) {
    const before = played.room
    played.host('ana', act)
    expect(played.room).toBe(before)
    expect(played.effects).toEqual([
      { type: 'send', id: 'ana', message: expect.objectContaining({ type: 'refused' }) },
    ])
  }
})

test('a removed member is told so; a host cannot be removed', () => {
  const played = hosted().enter('ana', { memberId: 'm' }).enter('second', { isHost: true })
  played.host('host', { type: 'remove', participantId: 'second' })
  expect(played.shown('second')).toBeDefined()
  played.host('host', { type: 'remove', participantId: 'ana' })
  expect(played.shown('ana')).toBeUndefined()
  expect(played.effects.slice(0, 2)).toEqual([
    { type: 'end', id: 'ana', reason: 'removed' },
    { type: 'release', id: 'ana' },
  ])
})

test('hands are in the order they were raised, and a host lowers one or all', () => {
  const played = hosted()
  for (const id of ['ana', 'ben', 'cleo']) {
    played.enter(id).play({ type: 'hand', id, isUp: true }, { type: 'hand', id, isUp: true })
  }
  expect(played.hands).toEqual(['ana', 'ben', 'cleo'])
  played.host('host', { type: 'lower-hand', participantId: 'ben' })
  expect(played.hands).toEqual(['ana', 'cleo'])
  played.play({ type: 'leave', id: 'ana' })
  expect(played.hands).toEqual(['cleo'])
  played.host('host', { type: 'lower-all-hands' })
  expect(played.hands).toEqual([])
})

test('a lost socket closes the microphone at once and keeps participant and hand for 20 seconds', () => {
  const played = hosted().enter('ana')
  played.play(
    { type: 'microphone', id: 'ana', isOpen: true },
    { type: 'hand', id: 'ana', isUp: true },
  )
  played.play({ type: 'socket-lost', id: 'ana', how: 'silent' })
  expect(played.shown('ana')).toMatchObject({ state: 'reconnecting', microphone: 'muted' })
  played.after(19.9).play({ type: 'tick' })
  expect(played.hands).toEqual(['ana'])
  played.after(0.1).play({ type: 'tick' })
  expect(played.shown('ana')).toBeUndefined()
  expect(played.hands).toEqual([])
  expect(played.has({ type: 'release', id: 'ana' })).toBe(true)
})

test('the participant of a page that was closed is gone after 5 seconds', () => {
  const played = hosted().enter('ana')
  played.play({ type: 'socket-lost', id: 'ana', how: 'page-closed' })
  expect(played.after(4.9).play({ type: 'tick' }).shown('ana')).toBeDefined()
  expect(played.after(0.1).play({ type: 'tick' }).shown('ana')).toBeUndefined()
})

test('the participant of a tab that died is gone once its sound has ended', () => {
  const end = { type: 'media', id: 'ana', state: 'reconnecting' } as const
  const lost = (how: SocketEnd): Played => {
    const played = hosted().enter('ana').play({ type: 'media', id: 'ana', state: 'connected' })
    return played.play({ type: 'socket-lost', id: 'ana', how })
  }
  expect(lost('cut').shown('ana')).toBeDefined()
  const dead = lost('cut').play(end)
  expect(dead.shown('ana')).toBeUndefined()
  expect(dead.has({ type: 'release', id: 'ana' })).toBe(true)
  // A lost network and a reloading page come back.
  expect(lost('silent').play(end).shown('ana')).toBeDefined()
  expect(lost('page-closed').play(end).shown('ana')).toBeDefined()
})

test('a person who reconnects in time keeps their id and their audio connection', () => {
  const played = hosted().enter('ana').play({ type: 'media', id: 'ana', state: 'connected' })
  played.play({ type: 'hand', id: 'ana', isUp: true })
  played.play({ type: 'socket-lost', id: 'ana', how: 'silent' }).after(10)
  played
    .play({ type: 'resume', newcomer: newcomer('ana') })
    .after(60)
    .play({ type: 'tick' })
  expect(played.shown('ana')).toMatchObject({ state: 'connected', microphone: 'muted' })
  expect(played.hands).toEqual(['ana'])
})

test('a participant can reconnect while the old socket seems open, but only as the same member', () => {
  const played = hosted().enter('ana').play({ type: 'microphone', id: 'ana', isOpen: true })
  const before = played.room
  played.play({ type: 'resume', newcomer: newcomer('ana', { memberId: 'somebody else' }) })
  expect(played.room).toBe(before)
  played.play({ type: 'resume', newcomer: newcomer('ana') })
  expect(played.has({ type: 'close-socket', id: 'ana' })).toBe(true)
  expect(played.shown('ana')?.microphone).toBe('muted')
})

test('a member who enters on another page ends their older page and keeps their raised hand', () => {
  const played = hosted().enter('one', { memberId: 'm' }).enter('ben')
  played.play({ type: 'hand', id: 'one', isUp: true }, { type: 'hand', id: 'ben', isUp: true })
  played.enter('two', { memberId: 'm' })
  expect(played.shown('one')).toBeUndefined()
  expect(played.has({ type: 'end', id: 'one', reason: 'elsewhere' })).toBe(true)
  expect(played.hands).toEqual(['two', 'ben'])
})

test('a microphone without an audio connection for 20 seconds is closed', () => {
  const played = hosted().enter('ana').play({ type: 'media', id: 'ana', state: 'connected' })
  played.play({ type: 'microphone', id: 'ana', isOpen: true })
  played.after(60).play({ type: 'tick' })
  expect(played.shown('ana')?.microphone).toBe('live')
  played.play({ type: 'media', id: 'ana', state: 'reconnecting' })
  expect(played.after(19).play({ type: 'tick' }).shown('ana')?.microphone).toBe('live')
  expect(played.after(1).play({ type: 'tick' }).shown('ana')?.microphone).toBe('muted')
})

test('after the engine restarts everyone is told to reconnect, with microphones as they were', () => {
  const played = hosted().enter('ana').play({ type: 'media', id: 'ana', state: 'connected' })
  played.play({ type: 'microphone', id: 'ana', isOpen: true }, { type: 'engine-restarted' })
  expect(played.has({ type: 'send-all', message: { type: 'reconnect' } })).toBe(true)
  expect(played.shown('ana')).toMatchObject({ state: 'reconnecting', microphone: 'live' })
})

test('without a host for 90 seconds the room goes off air, not sooner', () => {
  const played = hosted().play({ type: 'socket-lost', id: 'host', how: 'silent' })
  expect(sharedView(played.room).hostGoneUntil).toBe('2026-11-12T18:01:30.000Z')
  played.after(89.9).play({ type: 'tick' })
  expect(played.has({ type: 'go-off-air' })).toBe(false)
  played.after(0.1).play({ type: 'tick' })
  expect(played.has({ type: 'go-off-air' })).toBe(true)
})

test('people in a room that closes without a host read why', () => {
  const played = hosted().enter('ana').play({ type: 'leave', id: 'host' })
  expect(
    played.after(90).play({ type: 'off-air' }).has({ type: 'end', id: 'ana', reason: 'no-host' }),
  ).toBe(true)
})

test('a host who comes back in time keeps the room on air', () => {
  const played = hosted().play({ type: 'leave', id: 'host' }).after(89)
  played.enter('host-again', { memberId: 'member-of-host', isHost: true })
  expect(sharedView(played.room).hostGoneUntil).toBeNull()
  played.after(3_600).play({ type: 'tick' })
  expect(played.has({ type: 'go-off-air' })).toBe(false)
})

test('a second administrator in the room keeps it on air', () => {
  const played = hosted().enter('second', { isHost: true }).play({ type: 'leave', id: 'host' })
  expect(sharedView(played.room).hostGoneUntil).toBeNull()
  played.play({ type: 'rights', memberId: 'member-of-second', isHost: false }).after(90)
  expect(played.play({ type: 'tick' }).has({ type: 'go-off-air' })).toBe(true)
})

test('room for three hosts stays free', () => {
  const played = hosted()
  for (let count = 1; count < 297; count += 1) played.enter(`member-${count}`)
  expect(played.room.people.size).toBe(297)
  played.enter('late')
  expect(played.shown('late')).toBeUndefined()
  expect(played.effects).toEqual([
    { type: 'refuse', id: 'late', sentence: 'The room is full. Please try again later.' },
  ])
  for (const id of ['one', 'two', 'three']) played.enter(id, { isHost: true })
  expect(played.room.people.size).toBe(300)
  expect(played.enter('four', { isHost: true }).shown('four')).toBeUndefined()
})

test('a member who is in a full room can switch to another page', () => {
  const played = hosted()
  for (let count = 1; count < 297; count += 1) played.enter(`member-${count}`)
  played.enter('other-device', { memberId: 'member-of-member-7' })
  expect(played.shown('other-device')).toBeDefined()
  expect(played.room.people.size).toBe(297)
})

test('a recording is announced, stopped after six hours, and its end is announced', () => {
  const played = hosted().play({ type: 'recording-started' })
  expect(played.effects[0]).toEqual({
    type: 'send-all',
    message: { type: 'recording', isRecording: true },
  })
  expect(sharedView(played.room)).toMatchObject({
    isRecording: true,
    recordingSince: '2026-11-12T18:00:00.000Z',
  })
  played.after(6 * 3_600 - 1).play({ type: 'tick' })
  expect(played.has({ type: 'stop-recording' })).toBe(false)
  played.after(1).play({ type: 'tick' })
  expect(played.has({ type: 'stop-recording' })).toBe(true)
  played.play({ type: 'recording-stopping' }, { type: 'recording-started' })
  expect(played.room.recording).toEqual({ state: 'finalising' })
  played.play({ type: 'recording-stopped' })
  expect(played.has({ type: 'send-all', message: { type: 'recording', isRecording: false } })).toBe(
    true,
  )
  expect(played.room.recording).toEqual({ state: 'idle' })
})

const refusalOf = (played: Played): string | undefined => {
  const sent = played.effects.find(({ type }) => type === 'send')
  return sent?.type === 'send' && sent.message.type === 'refused'
    ? sent.message.sentence
    : undefined
}

test('a person has at most three open questions and asks twelve in a session, even after they leave and return', () => {
  const played = hosted().enter('ana', { memberId: 'm' })
  const ask = (id: string): Played => played.play({ type: 'ask', id, name: 'Oak', text: 'Why?' })
  for (let count = 1; count <= 3; count += 1) ask('ana')
  expect(refusalOf(ask('ana'))).toBe(
    'You have 3 questions waiting. You can ask another when one is answered.',
  )
  expect(played.room.questions).toHaveLength(3)
  for (let questionId = 1; questionId <= 11; questionId += 1) {
    const isAnswered = { type: 'question-answered', questionId, isAnswered: true } as const
    const isHidden = { type: 'question-shown', questionId, isShown: false } as const
    played.host('host', questionId % 2 === 0 ? isAnswered : isHidden)
    ask('ana')
  }
  expect(played.room.questions).toHaveLength(12)
  played.play({ type: 'leave', id: 'ana' }).enter('ana-again', { memberId: 'm' })
  expect(refusalOf(ask('ana-again'))).toBe(
    'You’ve asked 12 questions. Please let others ask theirs.',
  )
  expect(played.room.questions).toHaveLength(12)
})

/** The numbers of the questions that a member sees. */
const seenBy = (played: Played, memberId: string): number[] =>
  snapshotFor(played.room, memberId).questions.map(({ id }) => id)

test('when hosts see questions first, others see one once a host has shown it', () => {
  const played = hosted().enter('ana').enter('ben')
  played.host('host', { type: 'check-questions', isOn: true })
  played.play({ type: 'ask', id: 'ana', name: 'Quiet Oak', text: 'Why?' })
  expect(seenBy(played, 'member-of-ben')).toEqual([])
  expect(seenBy(played, 'member-of-host')).toEqual([1])
  expect(snapshotFor(played.room, 'member-of-ana').questions[0]?.state).toBe('waiting')
  played.host('host', { type: 'question-shown', questionId: 1, isShown: true })
  expect(seenBy(played, 'member-of-ben')).toEqual([1])
  // A host's own question needs no host.
  played.play({ type: 'ask', id: 'host', name: 'Calm Elm', text: 'And how?' })
  expect(seenBy(played, 'member-of-ben')).toEqual([1, 2])
})

test('a hidden question is seen by hosts and its asker alone, and can be shown again', () => {
  const played = hosted().enter('ana').enter('ben').enter('cleo')
  played.host('host', { type: 'cohost', participantId: 'cleo', isCohost: true })
  played.play({ type: 'ask', id: 'ana', name: 'Quiet Oak', text: 'Why?' })
  played.host('host', { type: 'question-shown', questionId: 1, isShown: false })
  expect(['host', 'ana', 'ben', 'cleo'].map((id) => seenBy(played, `member-of-${id}`))).toEqual([
    [1],
    [1],
    [],
    [],
  ])
  played.host('host', { type: 'question-shown', questionId: 1, isShown: true })
  expect(seenBy(played, 'member-of-ben')).toEqual([1])
})

test('silencing an asker shows on the one question alone, and only to hosts', () => {
  const played = hosted().enter('ana').enter('ben')
  for (const name of ['Oak', 'Elm']) played.play({ type: 'ask', id: 'ana', name, text: 'Why?' })
  played.play({ type: 'ask', id: 'ben', name: 'Fir', text: 'How?' })
  const before = snapshotFor(played.room, 'member-of-ben')
  played.host('host', { type: 'asker-silenced', questionId: 1, isSilenced: true })
  // Nobody else's view changes, not even the asker's.
  expect(snapshotFor(played.room, 'member-of-ben')).toEqual(before)
  for (const memberId of ['member-of-ana', 'member-of-host']) {
    const flags = snapshotFor(played.room, memberId).questions.map((one) => one.isAskerSilenced)
    expect(flags).toEqual([memberId === 'member-of-host', false, false])
  }
  played.play({ type: 'ask', id: 'ana', name: 'Yew', text: 'Again?' })
  expect(refusalOf(played)).toBe('A host has stopped your questions for this session.')
  // Only the asker is told, and they can still speak.
  expect(played.effects.every((effect) => effect.type === 'send' && effect.id === 'ana')).toBe(true)
  expect(played.shown('ana')?.maySpeak).toBe(true)
  played.play({ type: 'ask', id: 'ben', name: 'Ash', text: 'And how?' })
  expect(played.room.questions).toHaveLength(4)
  played.host('host', { type: 'asker-silenced', questionId: 1, isSilenced: false })
  played.play({ type: 'ask', id: 'ana', name: 'Yew', text: 'Again?' })
  expect(played.room.questions).toHaveLength(5)
})

test('hosts and co-hosts can let a removed person in again; nobody else learns who was removed', () => {
  const played = hosted().enter('ana', { memberId: 'm' }).enter('ben').enter('cleo')
  played.host('host', { type: 'cohost', participantId: 'cleo', isCohost: true })
  played.host('host', { type: 'remove', participantId: 'ana' })
  const ana = { id: 'ana', anonymousUsername: 'Name of ana' }
  expect(snapshotFor(played.room, 'member-of-host').removed).toEqual([ana])
  expect(snapshotFor(played.room, 'member-of-ben').removed).toEqual([])
  played.host('ben', { type: 'let-in', participantId: 'ana' })
  expect(played.room.removed.has('m')).toBe(true)
  played.host('cleo', { type: 'let-in', participantId: 'ana' })
  expect(played.room.removed.size).toBe(0)
  expect(snapshotFor(played.room, 'member-of-host').removed).toEqual([])
})

test('a raised hand waits for a person who was lost, but not for one who left or was removed', () => {
  const played = hosted()
  for (const id of ['ana', 'ben', 'cleo', 'dora']) {
    played.enter(id, { memberId: id }).play({ type: 'hand', id, isUp: true })
  }
  played.play({ type: 'socket-lost', id: 'ana', how: 'page-closed' }).after(6)
  played.play({ type: 'tick' }, { type: 'leave', id: 'ben' })
  played.host('host', { type: 'remove', participantId: 'cleo' })
  expect(played.hands).toEqual(['dora'])
  for (const id of ['ana', 'ben', 'cleo']) played.enter(`${id}-again`, { memberId: id })
  expect(played.hands).toEqual(['ana-again', 'dora'])
})

/** The room as the next process opens it, after people were lost with this one. */
function afterCrash({ room }: Played): Played {
  return new Played(
    openRoom(START, {
      admitted: room.admitted,
      areQuestionsChecked: room.areQuestionsChecked,
      areRulesShown: room.areRulesShown,
      cohosts: room.cohosts,
      hands: room.hands,
      invited: room.invited,
      isInviteOnly: room.isInviteOnly,
      questions: room.questions,
      removed: room.removed,
      rules: room.rules,
      silenced: room.silenced,
    }),
  )
}

test('everything that a host has decided and members have asked is told to be kept', () => {
  let kept = new Map<string, KeptMember>()
  const played = hosted()
  const watch = (act: () => unknown): KeptChanges | undefined => {
    const before = played.room
    act()
    const changes = keptChanges(before, played.room)
    kept = new Map([...kept, ...(changes?.members ?? [])])
    return changes
  }
  for (const id of ['ana', 'ben', 'cleo']) watch(() => played.enter(id, { memberId: id }))
  watch(() => played.play({ type: 'hand', id: 'ana', isUp: true }))
  watch(() => played.host('host', { type: 'mute', participantId: 'ben' }))
  watch(() => played.host('host', { type: 'invite', participantId: 'cleo' }))
  const blank = { isCohost: false, isRemoved: false, isInvited: false, isSilenced: false }
  const one = { ...blank, isAdmitted: true, handRaisedAt: null }
  expect(Object.fromEntries(kept)).toEqual({
    ana: { ...one, handRaisedAt: START },
    ben: { ...one, isSilenced: true },
    cleo: { ...one, isInvited: true },
  })
  watch(() => played.host('host', { type: 'cohost', participantId: 'ben', isCohost: true }))
  watch(() => played.host('host', { type: 'remove', participantId: 'cleo' }))
  expect(kept.get('ben')).toEqual({ ...one, isCohost: true })
  expect(kept.get('cleo')).toMatchObject({ isAdmitted: false, isRemoved: true })
  const asked = watch(() => played.play({ type: 'ask', id: 'ana', name: 'Oak', text: 'Why?' }))
  expect(asked?.questions).toEqual(played.room.questions)
  const rules = watch(() => played.host('host', { type: 'invite-only', isOn: true }))
  const session = { isInviteOnly: true, areQuestionsChecked: false, areRulesShown: false }
  expect(rules).toMatchObject({ session, rules: undefined })
  const shown = watch(() => played.host('host', { type: 'rules', text: 'Be kind.', isShown: true }))
  expect(shown).toMatchObject({ session: { ...session, areRulesShown: true }, rules: 'Be kind.' })
  // Microphones and connections end with the process.
  expect(watch(() => played.play({ type: 'socket-lost', id: 'ana', how: 'cut' }))).toBeUndefined()
  const again = afterCrash(played).enter('ana-again', { memberId: 'ana' })
  expect(again.hands).toEqual(['ana-again'])
  expect(seenBy(again, 'ana')).toEqual([1])
  expect(sharedView(again.room).rules).toBe('Be kind.')
})

const timesSeenBy = ({ room }: Played, id: string) =>
  snapshotFor(room, `member-of-${id}`).speakingTimes
const give = (participantId: string, minutes: number | null): HostAct => ({
  type: 'speaking-time',
  participantId,
  minutes,
})
const endAfter = (seconds: number): string => new Date(START + seconds * 1000).toISOString()

test('a speaking time is seen by the speaker, hosts and co-hosts, ends, mutes nobody and disappears', () => {
  const played = hosted().enter('ana').enter('ben').enter('cleo')
  played.host('host', { type: 'cohost', participantId: 'ben', isCohost: true })
  played.play({ type: 'media', id: 'ana', state: 'connected' })
  played.play({ type: 'microphone', id: 'ana', isOpen: true }).host('host', give('ana', 2))
  const running = [{ participantId: 'ana', endsAt: endAfter(120) }]
  for (const id of ['host', 'ana', 'ben']) expect(timesSeenBy(played, id)).toEqual(running)
  expect(timesSeenBy(played, 'cleo')).toEqual([])
  played.after(119).play({ type: 'tick' })
  expect(timesSeenBy(played, 'ana')).toEqual(running)
  played.after(1).play({ type: 'tick' })
  expect(played.effects).toEqual([{ type: 'refresh' }])
  expect(timesSeenBy(played, 'host')).toEqual([{ participantId: 'ana', endsAt: null }])
  expect(played.shown('ana')?.microphone).toBe('live')
  played.after(30).play({ type: 'tick' })
  expect(timesSeenBy(played, 'ana')).toEqual([])
})

test('a person has one speaking time: it starts again, stops, and ends when they leave', () => {
  const played = hosted().enter('ana').enter('ben')
  for (const id of ['ana', 'ben']) played.play({ type: 'microphone', id, isOpen: true })
  played.host('host', give('ana', 2)).after(60).host('host', give('ana', 5))
  expect(timesSeenBy(played, 'host')).toEqual([{ participantId: 'ana', endsAt: endAfter(360) }])
  played.host('host', give('ben', 3)).host('host', give('ana', null))
  expect(timesSeenBy(played, 'host')).toEqual([{ participantId: 'ben', endsAt: endAfter(240) }])
  // It waits for a person who was lost.
  played.play({ type: 'socket-lost', id: 'ben', how: 'page-closed' }).after(6)
  played.play({ type: 'tick' }).enter('ben-again', { memberId: 'member-of-ben' })
  expect(timesSeenBy(played, 'ben')).toEqual([
    { participantId: 'ben-again', endsAt: endAfter(240) },
  ])
  played.play({ type: 'leave', id: 'ben-again' }).enter('ben')
  expect(timesSeenBy(played, 'ben')).toEqual([])
})

test('a speaking time is for people on the stage, and a co-host gives it to members only', () => {
  const played = hosted().enter('ana').enter('ben')
  const refused = (by: string, act: HostAct): string | undefined => {
    const [effect] = played.host(by, act).effects
    const message = effect?.type === 'send' ? effect.message : undefined
    return message?.type === 'refused' ? message.sentence : undefined
  }
  expect(refused('host', give('ana', 2))).toBe('This person isn’t on the stage.')
  played.host('host', { type: 'cohost', participantId: 'ben', isCohost: true })
  expect(refused('ben', give('host', 2))).toBe('Only a host can time a host or co-host.')
  played.play({ type: 'microphone', id: 'ana', isOpen: true })
  expect(refused('ana', give('ana', 2))).toBe('Only a host can do this.')
  expect(refused('ben', give('ana', 2))).toBeUndefined()
  const rules: HostAct = { type: 'rules', text: 'Be kind.', isShown: true }
  expect(refused('ben', rules)).toBe('Only a host can do this.')
})

test('a room takes 300 questions', () => {
  const played = hosted()
  for (let count = 0; count < 301; count += 1) {
    const id = `requester-${count % 150}`
    if (count < 150) played.enter(id)
    played.play({ type: 'ask', id, name: `Name ${count}`, text: 'Why?' })
  }
  expect(played.room.questions).toHaveLength(300)
})

test('a question is marked as their own only for the member who asked it', () => {
  const played = hosted().enter('ana').enter('ben')
  played.play({ type: 'ask', id: 'ana', name: 'Quiet Oak', text: 'Why?' })
  played.host('host', { type: 'question-answered', questionId: 1, isAnswered: true })
  const text = { name: 'Quiet Oak', text: 'Why?' }
  const asked = { id: 1, ...text, isAnswered: true, state: 'shown', isAskerSilenced: false }
  for (const id of ['ana', 'ben', 'host']) {
    expect(snapshotFor(played.room, `member-of-${id}`).questions).toEqual([
      { ...asked, mine: id === 'ana' },
    ])
  }
})

test('going off air ends everyone’s part with that reason, and later events have no effect', () => {
  const played = hosted().enter('ana').enter('ben').play({ type: 'off-air' })
  for (const id of ['host', 'ana', 'ben']) {
    expect(played.has({ type: 'end', id, reason: 'off-air' })).toBe(true)
    expect(played.has({ type: 'release', id })).toBe(true)
  }
  const { room } = played
  expect(room.people.size).toBe(0)
  expect(played.enter('cleo').room).toBe(room)
})

const IDS = ['h1', 'h2', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'x']
const MEMBERS = ['mh1', 'mh2', 'ma', 'mb', 'mc', 'md', 'me', 'mf', 'mg']

const someone = fc.constantFrom(...IDS)
const anyNewcomer = fc
  .record({ id: someone, memberId: fc.constantFrom(...MEMBERS) })
  .map(({ id, memberId }) => ({
    id: `${id}-${memberId}`,
    memberId,
    anonymousUsername: `Name ${memberId}`,
    isHost: memberId.startsWith('mh'),
  }))
const anyId = anyNewcomer.map(({ id }) => id)

const anyAct: fc.Arbitrary<HostAct> = fc.oneof(
  fc.record({
    type: fc.constantFrom('mute' as const, 'invite' as const, 'remove' as const, 'let-in' as const),
    participantId: anyId,
  }),
  fc.record({ type: fc.constant('lower-hand' as const), participantId: anyId }),
  fc.constantFrom({ type: 'lower-all-hands' as const }, { type: 'mute-all' as const }),
  fc.record({
    type: fc.constant('cohost' as const),
    participantId: anyId,
    isCohost: fc.boolean(),
  }),
  fc.record({ type: fc.constant('invite-only' as const), isOn: fc.boolean() }),
  fc.record({
    type: fc.constant('question-answered' as const),
    questionId: fc.integer({ min: 1, max: 4 }),
    isAnswered: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('question-shown' as const),
    questionId: fc.integer({ min: 1, max: 4 }),
    isShown: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('asker-silenced' as const),
    questionId: fc.integer({ min: 1, max: 4 }),
    isSilenced: fc.boolean(),
  }),
  fc.record({ type: fc.constant('check-questions' as const), isOn: fc.boolean() }),
  fc.record({
    type: fc.constant('rules' as const),
    text: fc.constantFrom('Be kind.', 'Listen.'),
    isShown: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('speaking-time' as const),
    participantId: anyId,
    minutes: fc.constantFrom(2, null),
  }),
)

const anyEvent: fc.Arbitrary<RoomEvent> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('enter' as const), newcomer: anyNewcomer }),
  },
  fc.record({ type: fc.constant('resume' as const), newcomer: anyNewcomer }),
  fc.record({
    type: fc.constant('socket-lost' as const),
    id: anyId,
    how: fc.constantFrom('page-closed' as const, 'cut' as const, 'silent' as const),
  }),
  fc.record({
    type: fc.constant('media' as const),
    id: anyId,
    state: fc.constantFrom('connected' as const, 'reconnecting' as const),
  }),
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('microphone' as const),
      id: anyId,
      isOpen: fc.boolean(),
    }),
  },
  fc.record({ type: fc.constant('microphone-failed' as const), id: anyId }),
  fc.record({ type: fc.constant('hand' as const), id: anyId, isUp: fc.boolean() }),
  fc.record({
    type: fc.constant('ask' as const),
    id: anyId,
    name: fc.constant('Quiet Oak'),
    text: fc.constant('Why?'),
  }),
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('host' as const), id: anyId, act: anyAct }),
  },
  fc.record({ type: fc.constant('leave' as const), id: anyId }),
  fc.record({ type: fc.constant('access-ended' as const), id: anyId }),
  fc.record({
    type: fc.constant('rights' as const),
    memberId: fc.constantFrom(...MEMBERS),
    isHost: fc.boolean(),
  }),
  fc.constantFrom<RoomEvent>(
    { type: 'engine-restarted' },
    { type: 'recording-started' },
    { type: 'recording-stopping' },
    { type: 'recording-stopped' },
    { type: 'tick' },
  ),
  fc.constant<RoomEvent>({ type: 'off-air' }),
)
const anyStory = fc.array(fc.tuple(anyEvent, fc.integer({ min: 0, max: 30 })), { maxLength: 120 })

/** Runs random sequences of events and checks every step. */
function always(
  check: (input: {
    before: Room
    after: Room
    effects: readonly Effect[]
    event: RoomEvent
    now: number
  }) => void,
): void {
  fc.assert(
    fc.property(anyStory, (story) => {
      let room = openRoom(START)
      let now = START
      for (const [event, seconds] of story) {
        now += seconds * 1000
        const next = step(room, event, now)
        check({ before: room, after: next.room, effects: next.effects, event, now })
        room = next.room
      }
    }),
    { numRuns: 400 },
  )
}

test('whatever happens, a member is in the room once, and only people in the room have a hand up', () => {
  always(({ after }) => {
    const members = [...after.people.values()].map(({ memberId }) => memberId)
    expect(new Set(members).size).toBe(members.length)
    const { hands } = sharedView(after)
    expect(new Set(hands).size).toBe(hands.length)
    for (const id of hands) expect(after.people.has(id)).toBe(true)
    for (const [id, person] of after.people) expect(person.id).toBe(id)
  })
})

test('whatever happens, at most six microphones are open, none without a socket or a host’s leave', () => {
  always(({ after }) => {
    expect(openMicrophones(after)).toBeLessThanOrEqual(LIVE_LIMITS.openMicrophones)
    for (const person of after.people.values()) {
      if (person.microphone === 'muted') continue
      expect(person.socket.isOpen).toBe(true)
      expect(maySpeak(after, person)).toBe(true)
    }
  })
})

test('whatever happens, the engine is told of every microphone that changed and everyone who left', () => {
  always(({ before, after, effects }) => {
    for (const [id, person] of before.people) {
      const now = after.people.get(id)
      const isReplaced = effects.some((effect) => effect.type === 'welcome' && effect.id === id)
      if (!now) expect(effects).toContainEqual({ type: 'release', id })
      if (!now || isReplaced || now.microphone === person.microphone) continue
      const isOpen = now.microphone === 'live'
      expect(effects).toContainEqual({ type: 'microphone', id, isOpen })
    }
  })
})

test('whatever happens, the visible state changes only with a refresh', () => {
  always(({ before, after, effects }) => {
    const isSent = effects.some(({ type }) => type === 'refresh')
    if (isSent) return
    const { hostGoneUntil: _one, recordingSince: _two, ...seenBefore } = snapshotFor(before, 'ma')
    const { hostGoneUntil: _three, recordingSince: _four, ...seenAfter } = snapshotFor(after, 'ma')
    expect(seenAfter).toEqual(seenBefore)
  })
})

test('whatever happens, the room waits for a host exactly while none has a socket in it', () => {
  always(({ after }) => {
    if (!after.isOnAir) return
    const hasHost = [...after.people.values()].some(({ isHost, socket }) => isHost && socket.isOpen)
    expect(after.hostGoneSince === null).toBe(hasHost)
  })
})

test('whatever happens, no snapshot contains a member’s id, and no question a person’s', () => {
  always(({ after }) => {
    const text = JSON.stringify(snapshotFor(after, 'ma'))
    for (const member of MEMBERS) expect(text).not.toContain(`"${member}"`)
    const questions = JSON.stringify(snapshotFor(after, 'ma').questions)
    for (const { id, anonymousUsername } of after.people.values()) {
      expect(questions).not.toContain(id)
      expect(questions).not.toContain(anonymousUsername)
    }
  })
})

test('a recording only goes from idle to recording, from there to finalising or idle, and from finalising to idle', () => {
  const allowed = new Set([
    'idle recording',
    'recording finalising',
    'recording idle',
    'finalising idle',
  ])
  always(({ before, after }) => {
    const [from, to] = [before.recording.state, after.recording.state]
    if (from !== to) expect(allowed).toContain(`${from} ${to}`)
  })
})
