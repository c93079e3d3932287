import type { Participant, RoomSnapshot } from '#contract/live-room.ts'
import type { ConnectionState } from '#web/features/live/reconnection.ts'
import type { EndReason } from '#web/features/live/room-connection.ts'

/** The phase of this page in the room. */
type Phase =
  | 'out'
  | 'joining'
  | 'in'
  /** The socket was lost; the server keeps the place for a while. */
  | 'back-soon'

export interface RoomState {
  phase: Phase
  /** The person's participant id; empty before the first welcome. */
  me: string
  room: RoomSnapshot
  /** The state of the audio connection. */
  media: ConnectionState
  microphone: 'muted' | 'opening' | 'live'
  /** Who closed the microphone, if not the person themselves. */
  mutedBy: 'host' | 'room' | null
  /** A host or co-host invited them to speak, and the microphone has not been opened since. */
  isInvited: boolean
  /** The browser blocks the sound until the person interacts with the page. */
  isSoundBlocked: boolean
  /** Why the person is outside, if the person didn't leave themselves. */
  ended: Exclude<EndReason, 'left'> | 'lost' | null
}

const EMPTY_ROOM: RoomSnapshot = {
  participants: [],
  hands: [],
  questions: [],
  isRecording: false,
  recordingSince: null,
  isInviteOnly: false,
  hostGoneUntil: null,
}

export const OUTSIDE: RoomState = {
  phase: 'out',
  me: '',
  room: EMPTY_ROOM,
  media: 'connecting',
  microphone: 'muted',
  mutedBy: null,
  isInvited: false,
  isSoundBlocked: false,
  ended: null,
}

/** Whether the person is in the room or is reconnecting to it. */
export function isInside({ phase }: Pick<RoomState, 'phase'>): boolean {
  return phase === 'in' || phase === 'back-soon'
}

/** The person's own participant entry; undefined at most for a moment after the welcome. */
export function ownPart({ room, me }: Pick<RoomState, 'room' | 'me'>): Participant | undefined {
  return room.participants.find(({ id }) => id === me)
}

export function isHandUp({ room, me }: Pick<RoomState, 'room' | 'me'>): boolean {
  return room.hands.includes(me)
}

/** The connection state that a page shows. */
export function connectionOf({
  phase,
  media,
}: Pick<RoomState, 'phase' | 'media'>): ConnectionState {
  return phase === 'back-soon' ? 'reconnecting' : media
}

/** Whether a person may invite, mute and remove others. */
export function isModerator(person: Participant | undefined): boolean {
  return person !== undefined && (person.isHost || person.isCohost)
}

/**
 * The people on the stage, hosts and co-hosts first, and the audience, each in the order in which
 * they joined. In an invite-only room, invited people are on the stage, too.
 */
export function onStage({ participants, isInviteOnly }: RoomSnapshot): {
  speakers: Participant[]
  audience: Participant[]
} {
  const isSpeaker = (person: Participant): boolean =>
    isModerator(person) || person.microphone === 'live' || (isInviteOnly && person.maySpeak)
  return {
    speakers: participants.filter(isSpeaker).toSorted((a, b) => rankOf(a) - rankOf(b)),
    audience: participants.filter((person) => !isSpeaker(person)),
  }
}

function rankOf({ isHost, isCohost }: Participant): number {
  if (isHost) return 0
  return isCohost ? 1 : 2
}

/** The people with a raised hand, in the order in which they raised it. */
export function handsOf({ participants, hands }: RoomSnapshot): Participant[] {
  const people = new Map(participants.map((person) => [person.id, person]))
  return hands.flatMap((id) => people.get(id) ?? [])
}

/** Whole seconds from `now` until an instant; 0 when it has passed. */
export function secondsUntil(instant: string, now: number): number {
  return Math.max(0, Math.ceil((new Date(instant).getTime() - now) / 1000))
}
