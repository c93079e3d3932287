import type { Participant, RoomSnapshot } from '#contract/live-room.ts'
import type { ConnectionState } from './reconnection.ts'
import type { EndReason } from './room-line.ts'

/** Where this page stands. */
export type Phase =
  | 'out'
  | 'joining'
  | 'in'
  /** The socket is lost; the place is kept for a while. */
  | 'back-soon'

export interface RoomState {
  phase: Phase
  /** Of this visit; empty before the first welcome. */
  me: string
  room: RoomSnapshot
  /** How the sound is connected. */
  media: ConnectionState
  microphone: 'muted' | 'opening' | 'live'
  /** Who closed the microphone, when it was not oneself. */
  mutedBy: 'host' | 'room' | null
  /** A host or co-host invited them to speak, and the microphone has not been opened since. */
  isInvited: boolean
  /** The browser holds the sound back until the page is touched. */
  isHeldBack: boolean
  /** Why the last visit has ended, when it was not one's own doing. */
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
  isHeldBack: false,
  ended: null,
}

/** Whether somebody is in the room, or was and is on the way back. */
export function isInside({ phase }: Pick<RoomState, 'phase'>): boolean {
  return phase === 'in' || phase === 'back-soon'
}

/** What the others see of oneself; undefined for a moment after the welcome at most. */
export function ownPart({ room, me }: Pick<RoomState, 'room' | 'me'>): Participant | undefined {
  return room.participants.find(({ id }) => id === me)
}

export function isHandUp({ room, me }: Pick<RoomState, 'room' | 'me'>): boolean {
  return room.hands.includes(me)
}

/** What a page says of how it is connected. */
export type Standing = 'connecting' | 'connected' | 'reconnecting'

export function standingOf({ phase, media }: Pick<RoomState, 'phase' | 'media'>): Standing {
  return phase === 'back-soon' ? 'reconnecting' : media
}

/** Whether this page may invite, mute and remove. */
export function isModerator(person: Participant | undefined): boolean {
  return person !== undefined && (person.isHost || person.isCohost)
}

/**
 * The people on the stage, hosts and co-hosts first, and those who listen; each in the order in
 * which they came. Where members speak by invitation only, the invited are on the stage, too.
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

/** Those who asked to speak, in their order. */
export function handsOf({ participants, hands }: RoomSnapshot): Participant[] {
  const people = new Map(participants.map((person) => [person.id, person]))
  return hands.flatMap((id) => people.get(id) ?? [])
}
