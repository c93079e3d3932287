import type { RoomSnapshot } from '#contract/live-room.ts'
import { OUTSIDE, ownPart, type RoomState } from './room-state.ts'

/** What happens while a person joins, is in and leaves the room. */
export type RoomEvent =
  | { type: 'joining' }
  | { type: 'welcome'; me: string; room: RoomSnapshot }
  /** The fields that changed. */
  | { type: 'room'; room: Partial<RoomSnapshot> }
  | { type: 'recording'; isRecording: boolean }
  | { type: 'invited' }
  /** The person's microphone closed; `by` is null if they closed it themselves. */
  | { type: 'muted'; by: RoomState['mutedBy'] }
  | { type: 'microphone-opening' }
  | { type: 'microphone-live' }
  | { type: 'microphone-refused' }
  | { type: 'media'; media: RoomState['media'] }
  | { type: 'sound'; isBlocked: boolean }
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
  | { type: 'microphone-failed'; sentence: string }

/** The state after an event. */
export function reduceRoom(state: RoomState, event: RoomEvent): RoomState {
  switch (event.type) {
    case 'joining':
      return { ...OUTSIDE, phase: 'joining' }
    case 'welcome':
      return withRoom(
        { ...state, phase: 'in', me: event.me, microphone: 'muted' },
        event.room,
        state,
      )
    case 'room':
      return withRoom(state, { ...state.room, ...event.room }, state)
    case 'recording':
      return { ...state, room: { ...state.room, isRecording: event.isRecording } }
    case 'invited':
      // Someone who is speaking needs no invitation.
      return state.microphone === 'live' ? state : { ...state, mutedBy: null, isInvited: true }
    case 'muted':
      return { ...state, microphone: 'muted', mutedBy: event.by, isInvited: false }
    case 'microphone-opening':
      return { ...state, microphone: 'opening', mutedBy: null, isInvited: false }
    case 'microphone-live':
      return { ...state, microphone: 'live' }
    case 'microphone-refused':
      return { ...state, microphone: 'muted' }
    case 'media':
      return { ...state, media: event.media }
    case 'sound':
      return { ...state, isSoundBlocked: event.isBlocked }
    case 'disconnected':
      return { ...state, phase: 'back-soon', microphone: 'muted' }
    case 'left':
      return { ...OUTSIDE, ended: event.ended }
    case 'end-seen':
      return { ...state, ended: null }
  }
}

/** Shows the room's new snapshot, and clears a mute or an invitation that it has ended. */
function withRoom(state: RoomState, room: RoomSnapshot, before: RoomState): RoomState {
  const next = { ...state, room }
  const [was, is] = [ownPart(before), ownPart(next)]
  if (!was || !is) return next
  if (!was.maySpeak && is.maySpeak) return { ...next, mutedBy: null }
  if (was.maySpeak && !is.maySpeak) return { ...next, isInvited: false }
  return next
}

/** What the person is told about an event, apart from the state on the page. */
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
