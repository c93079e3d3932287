import { HOUR_MS } from '#contract/durations.ts'
import { LIVE_LIMITS } from '#contract/live.ts'
import { actAsHost, type HostAct } from './hosts.ts'
import {
  ask,
  changeMedia,
  changeRights,
  enter,
  loseSocket,
  moveHand,
  type Newcomer,
  reconnectAll,
  resume,
  switchMicrophone,
} from './people.ts'
import {
  chain,
  closeMicrophone,
  type EndReason,
  leave,
  type Person,
  type Room,
  type SocketEnd,
  type Step,
  takeOut,
  unchanged,
} from './room.ts'
import { endSpeakingTimes } from './speaking-time.ts'

/**
 * Something that happens in the room. `id` names a person; the event is ignored if they have left.
 */
export type RoomEvent =
  | { type: 'enter' | 'resume'; newcomer: Newcomer }
  | { type: 'socket-lost'; id: string; how: SocketEnd }
  | { type: 'media'; id: string; state: 'connected' | 'reconnecting' }
  | { type: 'microphone'; id: string; isOpen: boolean }
  /** The engine had no slot for the microphone, or lost it. */
  | { type: 'microphone-failed'; id: string }
  | { type: 'hand'; id: string; isUp: boolean }
  | { type: 'ask'; id: string; name: string; text: string }
  | { type: 'host'; id: string; act: HostAct }
  | { type: 'leave'; id: string }
  | { type: 'access-ended'; id: string }
  | { type: 'rights'; memberId: string; isHost: boolean }
  | { type: 'engine-restarted' }
  | { type: 'recording-started' }
  | { type: 'recording-stopping' }
  | { type: 'recording-stopped' }
  | { type: 'off-air' }
  | { type: 'tick' }

/**
 * Applies an event to the room and returns the effects to carry out. Events are ignored once the
 * room is off air.
 */
export function step(room: Room, event: RoomEvent, now: number): Step {
  if (!room.isOnAir) return unchanged(room)
  const next = happen(room, event, now)
  return { room: watchForHost(next.room, now), effects: next.effects }
}

function happen(room: Room, event: RoomEvent, now: number): Step {
  switch (event.type) {
    case 'enter':
      return enter(room, event.newcomer, now)
    case 'resume':
      return resume(room, event.newcomer)
    case 'rights':
      return changeRights(room, event.memberId, event.isHost)
    case 'engine-restarted':
      return reconnectAll(room, now)
    case 'recording-started':
    case 'recording-stopping':
    case 'recording-stopped':
      return record(room, event.type, now)
    case 'off-air':
      return goOffAir(room, now)
    case 'tick':
      return tick(room, now)
    default: {
      const person = room.people.get(event.id)
      return person ? happenTo(room, person, event, now) : unchanged(room)
    }
  }
}

function happenTo(
  room: Room,
  person: Person,
  event: Extract<RoomEvent, { id: string }>,
  now: number,
): Step {
  switch (event.type) {
    case 'socket-lost':
      return loseSocket(room, person, { now, how: event.how })
    case 'media':
      return changeMedia(room, person, { state: event.state, now })
    case 'microphone':
      return switchMicrophone(room, person, event.isOpen)
    case 'microphone-failed':
      return closeMicrophone(room, person, 'room')
    case 'hand':
      return moveHand(room, person, { isUp: event.isUp, now })
    case 'ask':
      return ask(room, person, event)
    case 'host':
      return actAsHost(room, person, { act: event.act, now })
    case 'leave':
      return leave(room, person, 'left')
    case 'access-ended':
      return leave(room, person, 'access')
  }
}

/** Everyone is told of a recording before it starts, and when it ends. */
function record(
  room: Room,
  event: 'recording-started' | 'recording-stopping' | 'recording-stopped',
  now: number,
): Step {
  const { state } = room.recording
  const effects = (isRecording: boolean): Step['effects'] => [
    { type: 'send-all', message: { type: 'recording', isRecording } },
    { type: 'refresh' },
    { type: 'count' },
  ]
  if (event === 'recording-started') {
    if (state !== 'idle') return unchanged(room)
    return {
      room: { ...room, recording: { state: 'recording', since: now } },
      effects: effects(true),
    }
  }
  if (event === 'recording-stopping') {
    if (state !== 'recording') return unchanged(room)
    return { room: { ...room, recording: { state: 'finalising' } }, effects: [] }
  }
  if (state === 'idle') return unchanged(room)
  return { room: { ...room, recording: { state: 'idle' } }, effects: effects(false) }
}

function goOffAir(room: Room, now: number): Step {
  const all = [...room.people.values()]
  const reason = isHostless(room, now) ? 'no-host' : 'off-air'
  const out = chain(room, ...all.map((person) => leaveWith(person, reason)))
  return { room: { ...out.room, isOnAir: false }, effects: out.effects }
}

function leaveWith(person: Person, reason: EndReason): (room: Room) => Step {
  return (room) => takeOut(room, person, reason)
}

/** Whether no host came back in time. */
function isHostless({ hostGoneSince }: Room, now: number): boolean {
  return hostGoneSince !== null && hostGoneSince + LIVE_LIMITS.hostGrace * 1000 <= now
}

/** Handles everything that depends on time passing. */
function tick(room: Room, now: number): Step {
  const people = [...room.people.values()]
  const away = people.filter(({ socket }) => !socket.isOpen && socket.reconnectUntil <= now)
  const speechless = people.filter((person) => hasLostSound(person, now) && !away.includes(person))
  const isTooLong =
    room.recording.state === 'recording' &&
    room.recording.since + LIVE_LIMITS.recordingHours * HOUR_MS <= now
  const isOver = isHostless(room, now)
  return chain(
    room,
    ...away.map((person) => (before: Room) => takeOut(before, person)),
    ...speechless.map((person) => (before: Room) => closeMicrophone(before, person, 'room')),
    (before) => endSpeakingTimes(before, now),
    (before) => ({ room: before, effects: isTooLong ? [{ type: 'stop-recording' }] : [] }),
    (before) => ({ room: before, effects: isOver ? [{ type: 'go-off-air' }] : [] }),
  )
}

/**
 * Whether an open microphone has been without an audio connection for too long. It takes a slot
 * that a working one could use.
 */
function hasLostSound({ microphone, media, mediaSince }: Person, now: number): boolean {
  const isLost = media !== 'connected' && mediaSince + LIVE_LIMITS.reconnect * 1000 <= now
  return isLost && microphone === 'live'
}

function watchForHost(room: Room, now: number): Room {
  const hasHost = [...room.people.values()].some(({ isHost, socket }) => isHost && socket.isOpen)
  const hostGoneSince = hasHost ? null : (room.hostGoneSince ?? now)
  return hostGoneSince === room.hostGoneSince ? room : { ...room, hostGoneSince }
}
