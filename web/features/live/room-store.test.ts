import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Microphone } from './microphone.ts'
import { FakeMedia, FakeSocket, participant, snapshot } from './room-fakes.ts'
import type { RoomMessage } from './room-state.ts'
import { type RoomNeeds, RoomStore } from './room-store.ts'

let sockets: FakeSocket[]
let medias: FakeMedia[]
let messages: RoomMessage[]
let refusal: ReturnType<RoomNeeds['judge']> | undefined
let requests: number
let microphones: { isClosed: boolean; leave: () => void }[]
let allowMicrophone: () => Promise<void>
let reportsConnection: boolean

beforeEach(() => {
  vi.useFakeTimers()
  sockets = []
  medias = []
  messages = []
  microphones = []
  refusal = undefined
  requests = 0
  reportsConnection = false
  allowMicrophone = async () => undefined
})
afterEach(() => {
  vi.useRealTimers()
})

function store(): RoomStore {
  return new RoomStore({
    requireEntry: async () => {
      requests += 1
      if (refusal) throw new Error('refused')
    },
    openSocket: (events) => {
      const socket = new FakeSocket(events)
      sockets.push(socket)
      return socket
    },
    judge: () => refusal ?? { isWorthRetrying: false, sentence: undefined },
    loadMedia: async () => {
      const media = new FakeMedia(reportsConnection)
      medias.push(media)
      return media
    },
    openMicrophone: async () => {
      await allowMicrophone()
      return fakeMicrophone()
    },
    notify: (message) => messages.push(message),
  })
}

function fakeMicrophone(): Microphone {
  const state = { isClosed: false, leave: (): void => undefined }
  microphones.push(state)
  return {
    // The core passes the track on without reading it.
    track: { id: `track ${microphones.length}` } as MediaStreamTrack,
    isOther: false,
    close: () => {
      state.isClosed = true
    },
    onGone: (listener) => {
      state.leave = listener
    },
  }
}

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)
const last = <T>(all: readonly T[]): T => {
  const one = all.at(-1)
  if (!one) throw new Error('There is none yet.')
  return one
}

/** A store that is in the room and connected. */
async function joined(room = snapshot()): Promise<RoomStore> {
  const person = store()
  person.join()
  await settle()
  last(sockets).welcome('me', room)
  await settle()
  last(medias).events?.onState('connected')
  return person
}

test('joining asks for entry, says hello and connects the sound', async () => {
  const person = store()
  person.join()
  expect(requests).toBe(1)
  expect(person.getSnapshot().phase).toBe('joining')
  await settle()
  last(sockets).welcome('me', { participants: [participant('me')] })
  expect(last(sockets).said).toEqual([{ type: 'hello' }])
  expect(person.getSnapshot()).toMatchObject({ phase: 'in', me: 'me', media: 'connecting' })
  await settle()
  expect(messages).toEqual([])
  last(medias).events?.onState('connected')
  expect(messages).toEqual([{ type: 'joined' }])
  expect(person.getSnapshot().media).toBe('connected')
})

test('pressing Join twice joins only once', async () => {
  const person = store()
  person.join()
  person.join()
  await settle()
  expect(sockets).toHaveLength(1)
})

test('a refused entry shows its message and leaves the person outside', async () => {
  refusal = { isWorthRetrying: true, sentence: 'The room is full. Please try again later.' }
  const person = store()
  person.join()
  await settle()
  expect(messages).toEqual([
    { type: 'join-failed', sentence: 'The room is full. Please try again later.' },
  ])
  expect(person.getSnapshot()).toMatchObject({ phase: 'out', ended: null })
})

test('a refusal before the welcome shows its reason and is not retried', async () => {
  const person = store()
  person.join()
  await settle()
  last(sockets).open()
  last(sockets).say({ type: 'refused', sentence: 'The room is full.' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(messages).toEqual([{ type: 'join-failed', sentence: 'The room is full.' }])
  expect(person.getSnapshot().phase).toBe('out')
  expect(requests).toBe(1)
})

test('a socket that closes without a reason before the welcome is retried a few times', async () => {
  const person = store()
  person.join()
  for (let tries = 0; tries < 10; tries++) {
    await vi.advanceTimersByTimeAsync(10_000)
    sockets.at(-1)?.lose()
  }
  expect(requests).toBe(5)
  expect(messages).toEqual([{ type: 'join-failed', sentence: undefined }])
  expect(person.getSnapshot().phase).toBe('out')
})

test('a room change replaces only the fields it contains', async () => {
  const person = await joined(snapshot({ hands: ['a'], isRecording: true }))
  last(sockets).update({ hands: ['a', 'me'] })
  expect(person.getSnapshot().room).toMatchObject({ hands: ['a', 'me'], isRecording: true })
})

test('speaking times are shown by the device’s own clock', async () => {
  vi.setSystemTime('2026-11-12T18:07:00.000Z')
  const person = await joined()
  last(sockets).now = () => '2026-11-12T18:00:00.000Z'
  const time = { participantId: 'me', endsAt: '2026-11-12T18:02:00.000Z' }
  last(sockets).update({ speakingTimes: [time] })
  const shown = () => person.getSnapshot().room.speakingTimes
  expect(shown()).toEqual([{ participantId: 'me', endsAt: '2026-11-12T18:09:00.000Z' }])
  last(sockets).update({ speakingTimes: [{ ...time, endsAt: null }] })
  expect(shown()).toEqual([{ participantId: 'me', endsAt: null }])
})

test('speaking opens a microphone, sends it and tells the room; listening closes it', async () => {
  const person = await joined()
  person.toggleMicrophone()
  expect(person.getSnapshot().microphone).toBe('opening')
  await settle()
  expect(person.getSnapshot().microphone).toBe('live')
  expect(last(medias).tracks).toEqual([{ id: 'track 1' }])
  expect(last(sockets).said.at(-1)).toEqual({ type: 'microphone', isOpen: true })
  person.toggleMicrophone()
  expect(person.getSnapshot().microphone).toBe('muted')
  expect(last(medias).tracks.at(-1)).toBeNull()
  expect(last(microphones).isClosed).toBe(true)
  expect(last(sockets).said.at(-1)).toEqual({ type: 'microphone', isOpen: false })
})

test('a microphone that is allowed after the person muted again is closed without sending', async () => {
  let allow = (): void => undefined
  allowMicrophone = () =>
    new Promise((resolve) => {
      allow = resolve
    })
  const person = await joined()
  person.toggleMicrophone()
  person.toggleMicrophone()
  allow()
  await settle()
  expect(last(microphones).isClosed).toBe(true)
  expect(last(medias).tracks).toEqual([null])
  expect(person.getSnapshot().microphone).toBe('muted')
})

test('a refused microphone leaves the person muted and shows the reason', async () => {
  allowMicrophone = () => Promise.reject(new Error('Microphone access denied.'))
  const person = await joined()
  person.toggleMicrophone()
  await settle()
  const problem = 'Microphone access denied.'
  expect(person.getSnapshot()).toMatchObject({ microphone: 'muted', microphoneProblem: problem })
  allowMicrophone = async () => undefined
  person.toggleMicrophone()
  await settle()
  expect(person.getSnapshot()).toMatchObject({ microphone: 'live', microphoneProblem: null })
})

test('an unplugged microphone is reported to the room and to the person', async () => {
  const person = await joined()
  person.toggleMicrophone()
  await settle()
  last(microphones).leave()
  expect(person.getSnapshot()).toMatchObject({
    microphone: 'muted',
    microphoneProblem: expect.stringContaining('Your microphone has stopped.'),
  })
  expect(last(sockets).said.at(-1)).toEqual({ type: 'microphone', isOpen: false })
})

test('an invitation ends a mute, is shown immediately and lasts until the microphone opens', async () => {
  const person = await joined(snapshot({ participants: [participant('me')] }))
  const silence = (maySpeak: boolean): void => {
    const participants = [participant('me', { maySpeak })]
    last(sockets).update({ participants })
  }
  last(sockets).say({ type: 'muted', by: 'host' })
  silence(false)
  expect(person.getSnapshot()).toMatchObject({ mutedBy: 'host', isInvited: false })
  last(sockets).say({ type: 'invited' })
  expect(person.getSnapshot()).toMatchObject({ mutedBy: null, isInvited: true })
  expect(messages.at(-1)).toEqual({ type: 'invited' })
  silence(true)
  expect(person.getSnapshot()).toMatchObject({ mutedBy: null, isInvited: true })
  person.toggleMicrophone()
  await settle()
  expect(person.getSnapshot()).toMatchObject({ microphone: 'live', isInvited: false })
  // An invitation to a person who is already speaking is ignored.
  last(sockets).say({ type: 'invited' })
  expect(person.getSnapshot().isInvited).toBe(false)
})

test('an invitation ends when a host revokes it', async () => {
  const person = await joined(snapshot({ participants: [participant('me')] }))
  last(sockets).say({ type: 'invited' })
  const participants = [participant('me', { maySpeak: false })]
  last(sockets).update({ participants })
  expect(person.getSnapshot().isInvited).toBe(false)
})

test('a person who was allowed to speak again while away is not shown as muted', async () => {
  const silenced = participant('me', { maySpeak: false })
  const person = await joined(snapshot({ participants: [silenced] }))
  last(sockets).say({ type: 'muted', by: 'host' })
  last(sockets).lose()
  await vi.advanceTimersByTimeAsync(1_000)
  last(sockets).welcome('me', { participants: [participant('me')] })
  expect(person.getSnapshot()).toMatchObject({ mutedBy: null, isInvited: false })
})

test('a mute by a host closes the microphone immediately', async () => {
  const person = await joined()
  person.toggleMicrophone()
  await settle()
  last(sockets).say({ type: 'muted', by: 'host' })
  expect(person.getSnapshot()).toMatchObject({ microphone: 'muted', mutedBy: 'host' })
  expect(last(microphones).isClosed).toBe(true)
  expect(last(medias).tracks.at(-1)).toBeNull()
})

test('a lost socket closes the microphone and resumes the same place', async () => {
  const person = await joined()
  person.toggleMicrophone()
  await settle()
  last(sockets).lose()
  expect(person.getSnapshot()).toMatchObject({ phase: 'back-soon', microphone: 'muted' })
  expect(last(microphones).isClosed).toBe(true)
  await vi.advanceTimersByTimeAsync(1_000)
  last(sockets).welcome('me')
  expect(last(sockets).said).toEqual([{ type: 'hello', resume: 'me' }])
  expect(person.getSnapshot().phase).toBe('in')
  expect(medias).toHaveLength(1)
  expect(last(medias).reconnects).toBe(1)
  // Reconnecting shows no second message.
  last(medias).events?.onState('connected')
  expect(messages).toEqual([{ type: 'joined' }])
})

test('if the place was not kept, the person gets a new place and a new connection', async () => {
  const person = await joined()
  last(sockets).lose()
  await vi.advanceTimersByTimeAsync(1_000)
  last(sockets).welcome('another')
  await settle()
  expect(medias).toHaveLength(2)
  expect(medias[0]?.isClosed).toBe(true)
  expect(person.getSnapshot().me).toBe('another')
})

test('reconnecting is retried while the server is unreachable, then given up', async () => {
  const person = await joined()
  refusal = { isWorthRetrying: true, sentence: undefined }
  last(sockets).lose()
  await vi.advanceTimersByTimeAsync(100_000)
  expect(person.getSnapshot().phase).toBe('back-soon')
  expect(requests).toBeGreaterThan(15)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(person.getSnapshot()).toMatchObject({ phase: 'out', ended: 'lost' })
  expect(messages.at(-1)).toEqual({ type: 'connection-failed', sentence: undefined })
})

test('a device that is back online does not wait for the next attempt', async () => {
  const person = await joined()
  refusal = { isWorthRetrying: true, sentence: undefined }
  last(sockets).lose()
  await vi.advanceTimersByTimeAsync(30_000)
  refusal = undefined
  person.reconnectNow()
  await settle()
  last(sockets).welcome('me')
  expect(person.getSnapshot().phase).toBe('in')
})

test.each(['off-air', 'no-host', 'removed', 'elsewhere', 'access'] as const)(
  'a person that ends with %s shows the reason and does not reconnect',
  async (reason) => {
    const person = await joined()
    last(sockets).say({ type: 'ended', reason })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(person.getSnapshot()).toMatchObject({ phase: 'out', ended: reason })
    expect(last(medias).isClosed).toBe(true)
    expect(sockets).toHaveLength(1)
  },
)

test('leaving tells the server, closes everything and shows no message', async () => {
  const person = await joined()
  person.toggleMicrophone()
  await settle()
  person.leave()
  expect(last(sockets).said.at(-1)).toEqual({ type: 'leave' })
  expect(last(sockets).isClosed).toBe(true)
  expect(last(medias).isClosed).toBe(true)
  expect(last(microphones).isClosed).toBe(true)
  expect(person.getSnapshot()).toMatchObject({ phase: 'out', ended: null })
  expect(messages).toEqual([{ type: 'joined' }])
})

test('offers are answered in order, and a refusal applies to the oldest one', async () => {
  await joined()
  const { events } = last(medias)
  if (!events) throw new Error('The sound is not connected.')
  const offers = ['one', 'two', 'three'].map((sdp) => events.offer({ sdp, transport: 'udp' }))
  const outcome = Promise.allSettled(offers)
  last(sockets).say({ type: 'answer', sdp: 'to one' })
  last(sockets).say({ type: 'refused', sentence: 'Your browser connects too often.' })
  last(sockets).say({ type: 'answer', sdp: 'to three' })
  expect(await outcome).toMatchObject([
    { status: 'fulfilled', value: 'to one' },
    { status: 'rejected' },
    { status: 'fulfilled', value: 'to three' },
  ])
  expect(messages).toEqual([{ type: 'joined' }])
})

test('an offer without an answer closes the socket and reconnects', async () => {
  const person = await joined()
  const offer = last(medias).events?.offer({ sdp: 'one', transport: 'udp' })
  const outcome = expect(offer).rejects.toThrow('The connection to the room was lost.')
  await vi.advanceTimersByTimeAsync(6_000)
  await outcome
  expect(person.getSnapshot().phase).toBe('back-soon')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sockets).toHaveLength(2)
})

test('a refusal of anything but an offer is shown', async () => {
  await joined()
  last(sockets).say({ type: 'refused', sentence: 'Only a host can do this.' })
  expect(messages.at(-1)).toEqual({ type: 'refused', sentence: 'Only a host can do this.' })
})

test('the media client reconnects immediately after an engine restart', async () => {
  await joined()
  last(sockets).say({ type: 'reconnect' })
  expect(last(medias).reconnects).toBe(1)
})

test('the start and the end of a recording are shown, also to people who join later', async () => {
  const person = await joined(snapshot({ isRecording: true }))
  expect(messages).toContainEqual({ type: 'recording', isRecording: true })
  last(sockets).say({ type: 'recording', isRecording: false })
  expect(messages.at(-1)).toEqual({ type: 'recording', isRecording: false })
  expect(person.getSnapshot().room.isRecording).toBe(false)
})

test('changes of a recording while away are shown, and a host is told that it stopped', async () => {
  const host = { ...participant('me'), isHost: true }
  await joined(snapshot({ participants: [host], isRecording: true }))
  messages = []
  for (const isRecording of [true, false, true]) {
    last(sockets).lose()
    await vi.advanceTimersByTimeAsync(10_000)
    last(sockets).welcome('me', snapshot({ participants: [host], isRecording }))
    await settle()
  }
  expect(messages).toEqual([
    { type: 'recording', isRecording: false },
    { type: 'recording-lost' },
    { type: 'recording', isRecording: true },
  ])
})

test('a person who has lost access is told that a subscription is required', async () => {
  refusal = { isWorthRetrying: false, isForSubscribers: true, sentence: 'Please upgrade.' }
  const person = store()
  person.join()
  await settle()
  expect(messages).toEqual([{ type: 'subscription-required' }])
  expect(person.getSnapshot()).toMatchObject({ phase: 'out', ended: null })
})

test('the page reports a provider’s connection state to the room', async () => {
  reportsConnection = true
  await joined()
  last(medias).events?.onState('reconnecting')
  expect(last(sockets).said.slice(1)).toEqual([
    { type: 'connection', state: 'connected' },
    { type: 'connection', state: 'reconnecting' },
  ])
})

test('after a provider ends the connection, the person rejoins in a new place', async () => {
  reportsConnection = true
  await joined()
  last(medias).events?.onEnded()
  await vi.advanceTimersByTimeAsync(1_000)
  last(sockets).welcome('new')
  await settle()
  expect(last(sockets).said[0]).toEqual({ type: 'hello' })
  expect(medias).toHaveLength(2)
})

test('levels without an update are reset', async () => {
  const person = await joined()
  last(sockets).say({ type: 'levels', levels: { a: 0.6 } })
  expect(person.levels.of('a')).toBe(0.6)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(person.levels.of('a')).toBe(0)
})
