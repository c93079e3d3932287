import type { Participant, RoomSnapshot, SpeakingTime } from '#contract/live-room.ts'
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
  /** Who or what closed the microphone, if not the person themselves. */
  mutedBy: 'host' | 'room' | 'connection' | null
  /** Why the microphone could not be opened or has stopped, as a sentence for the person. */
  microphoneProblem: string | null
  /** The open microphone isn't the chosen one, because that is gone. */
  isOtherMicrophone: boolean
  /** A host or co-host invited them to speak, and the microphone has not been opened since. */
  isInvited: boolean
  /** The browser blocks the sound until the person interacts with the page. */
  isSoundBlocked: boolean
  /** The person has closed the rules that are shown. */
  areRulesClosed: boolean
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
  areQuestionsChecked: false,
  removed: [],
  rules: null,
  savedRules: '',
  speakingTimes: [],
  hostGoneUntil: null,
}

export const OUTSIDE: RoomState = {
  phase: 'out',
  me: '',
  room: EMPTY_ROOM,
  media: 'connecting',
  microphone: 'muted',
  mutedBy: null,
  microphoneProblem: null,
  isOtherMicrophone: false,
  isInvited: false,
  isSoundBlocked: false,
  areRulesClosed: false,
  ended: null,
}

/** The events from joining the room to leaving it. */
export type RoomEvent =
  /** `wasSpeaking`: a reload closed their microphone. */
  | { type: 'joining'; wasSpeaking?: boolean }
  | { type: 'welcome'; me: string; room: RoomSnapshot }
  /** The fields that changed. */
  | { type: 'room'; room: Partial<RoomSnapshot> }
  | { type: 'recording'; isRecording: boolean }
  | { type: 'invited' }
  /** The person's microphone closed; `by` is null if they closed it themselves. */
  | { type: 'muted'; by: RoomState['mutedBy'] }
  | { type: 'microphone-opening' }
  | { type: 'microphone-live'; isOther: boolean }
  /** The microphone couldn't be opened, or it stopped unexpectedly. */
  | { type: 'microphone-failed'; problem: string | null }
  | { type: 'media'; media: RoomState['media'] }
  | { type: 'sound'; isBlocked: boolean }
  | { type: 'rules-closed' }
  /** The socket was lost, and a new one is being opened. */
  | { type: 'disconnected' }
  | { type: 'left'; ended: RoomState['ended'] }
  /** The person has read why they are outside. */
  | { type: 'end-seen' }

/** Messages that a page shows or plays to the person, in addition to the state. */
export type RoomMessage =
  | { type: 'joined' }
  | { type: 'join-failed'; sentence: string | undefined }
  /** Reconnecting to the room failed. */
  | { type: 'connection-failed'; sentence: string | undefined }
  | { type: 'refused'; sentence: string }
  | { type: 'recording'; isRecording: boolean }
  | { type: 'invited' }
  | { type: 'removed' }
  | { type: 'cohost'; isCohost: boolean }
  /** For hosts: the recording ended while this page was disconnected. */
  | { type: 'recording-lost' }
  /** Access has ended since the page checked it. */
  | { type: 'subscription-required' }

/** A closed microphone about which nothing is to be said. */
const CLOSED = {
  microphone: 'muted',
  mutedBy: null,
  microphoneProblem: null,
  isOtherMicrophone: false,
} as const

/** The state after an event. */
export function reduceRoom(state: RoomState, event: RoomEvent): RoomState {
  switch (event.type) {
    case 'joining':
      return { ...OUTSIDE, phase: 'joining', mutedBy: event.wasSpeaking ? 'connection' : null }
    case 'welcome':
      return withRoom(
        { ...state, phase: 'in', me: event.me, microphone: 'muted' },
        // A node of the previous release leaves the newest fields out.
        { ...EMPTY_ROOM, ...event.room },
        state,
      )
    case 'room':
      return withRoom(state, { ...state.room, ...event.room }, state)
    case 'recording':
      return { ...state, room: { ...state.room, isRecording: event.isRecording } }
    case 'invited':
      // Someone who is speaking needs no invitation.
      if (state.microphone === 'live') return state
      return { ...state, mutedBy: null, microphoneProblem: null, isInvited: true }
    case 'muted':
      return { ...state, ...CLOSED, mutedBy: event.by, isInvited: false }
    case 'microphone-opening':
      return { ...state, ...CLOSED, microphone: 'opening', isInvited: false }
    case 'microphone-live':
      return { ...state, microphone: 'live', isOtherMicrophone: event.isOther }
    case 'microphone-failed':
      return { ...state, ...CLOSED, microphoneProblem: event.problem }
    case 'media':
      return { ...state, media: event.media }
    case 'sound':
      return { ...state, isSoundBlocked: event.isBlocked }
    case 'rules-closed':
      return { ...state, areRulesClosed: true }
    case 'disconnected':
      return {
        ...state,
        phase: 'back-soon',
        microphone: 'muted',
        mutedBy: state.microphone === 'live' ? 'connection' : state.mutedBy,
      }
    case 'left':
      return { ...OUTSIDE, ended: event.ended }
    case 'end-seen':
      return { ...state, ended: null }
  }
}

/** Shows the room's new snapshot with new rules, and clears a mute or an invitation that it has ended. */
function withRoom(state: RoomState, room: RoomSnapshot, before: RoomState): RoomState {
  const areRulesClosed = state.areRulesClosed && room.rules === before.room.rules
  const next = { ...state, room, areRulesClosed }
  const [was, is] = [ownPart(before), ownPart(next)]
  if (!was || !is) return next
  if (!was.maySpeak && is.maySpeak) return { ...next, mutedBy: null }
  if (was.maySpeak && !is.maySpeak) return { ...next, isInvited: false }
  return next
}

/** The message that an event shows, in addition to the state on the page. */
export function messagesOf(
  event: RoomEvent,
  { before, after }: { before: RoomState; after: RoomState },
): RoomMessage[] {
  switch (event.type) {
    case 'welcome':
      return [...cohostMessages(before, after), ...recordingMessages(before, after)]
    case 'room':
      return cohostMessages(before, after)
    case 'recording':
      return [{ type: 'recording', isRecording: event.isRecording }]
    case 'invited':
      return after.microphone === 'live' ? [] : [{ type: 'invited' }]
    default:
      return []
  }
}

function cohostMessages(before: RoomState, after: RoomState): RoomMessage[] {
  const [was, is] = [ownPart(before), ownPart(after)]
  if (!was || !is || is.isHost || was.isCohost === is.isCohost) return []
  return [{ type: 'cohost', isCohost: is.isCohost }]
}

/** People who join later, or were disconnected meanwhile, are told of a recording, too. */
function recordingMessages(before: RoomState, after: RoomState): RoomMessage[] {
  const { isRecording } = after.room
  if (before.room.isRecording === isRecording) return []
  const isLost = !isRecording && ownPart(after)?.isHost === true
  return [
    { type: 'recording', isRecording },
    ...(isLost ? [{ type: 'recording-lost' } as const] : []),
  ]
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
export function onStage(room: RoomSnapshot): {
  speakers: Participant[]
  audience: Participant[]
} {
  const isSpeaker = (person: Participant): boolean => isOnStage(room, person)
  return {
    speakers: room.participants.filter(isSpeaker).toSorted((a, b) => rankOf(a) - rankOf(b)),
    audience: room.participants.filter((person) => !isSpeaker(person)),
  }
}

export function isOnStage({ isInviteOnly }: RoomSnapshot, person: Participant): boolean {
  return isModerator(person) || person.microphone === 'live' || (isInviteOnly && person.maySpeak)
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

/** The person's time to speak, if this page may see it. */
export function speakingTimeOf(
  { speakingTimes }: RoomSnapshot,
  id: string,
): SpeakingTime | undefined {
  return speakingTimes.find(({ participantId }) => participantId === id)
}

/** The room's fields with speaking times by this device's clock, which shows `ownNow`. */
export function onOwnClock<T extends Partial<RoomSnapshot>>(
  room: T,
  { now, ownNow }: { now: string; ownNow: number },
): T {
  if (!room.speakingTimes) return room
  const ahead = ownNow - Date.parse(now)
  const speakingTimes = room.speakingTimes.map(({ participantId, endsAt }) => ({
    participantId,
    endsAt: endsAt && new Date(Date.parse(endsAt) + ahead).toISOString(),
  }))
  return { ...room, speakingTimes }
}

/** Whole seconds from `now` until an instant; 0 when it has passed. */
export function secondsUntil(instant: string, now: number): number {
  return Math.max(0, Math.ceil((new Date(instant).getTime() - now) / 1000))
}
