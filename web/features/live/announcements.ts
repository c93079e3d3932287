import type { RoomSnapshot } from '#contract/live-room.ts'
import { handsOf } from './room-state.ts'

interface Moment {
  room: RoomSnapshot
  me: string
}

/**
 * What somebody who does not see the room should hear of between two moments of it, as sentences.
 * Hosts hear of hands and questions; comings and goings are left to the count on the page.
 */
export function announcementsOf(before: Moment, after: Moment): string[] {
  // Another visit begins with a picture of its own; of a recording each is to hear.
  if (before.me !== after.me)
    return recordingChanges({ ...before.room, isRecording: false }, after.room)
  const isHost = after.room.participants.some(({ id, isHost: is }) => is && id === after.me)
  return [
    ...recordingChanges(before.room, after.room),
    ...hostChanges(before.room, after.room),
    ...ownHandChanges(before, after),
    ...rightsChanges(before, after),
    ...(isHost ? [...handChanges(before, after), ...questionChanges(before.room, after.room)] : []),
  ]
}

function recordingChanges(before: RoomSnapshot, after: RoomSnapshot): string[] {
  if (before.isRecording === after.isRecording) return []
  return [after.isRecording ? 'This session is being recorded.' : 'The recording has stopped.']
}

function hostChanges(before: RoomSnapshot, after: RoomSnapshot): string[] {
  const [wasGone, isGone] = [before.hostGoneUntil !== null, after.hostGoneUntil !== null]
  if (wasGone === isGone) return []
  return [isGone ? 'The host lost the connection. Please stay.' : 'The host is here.']
}

function ownHandChanges(before: Moment, after: Moment): string[] {
  const [was, is] = [before.room.hands.indexOf(before.me), after.room.hands.indexOf(after.me)]
  if (was === is) return []
  if (is === -1) return ['Your hand is down.']
  const place = is === 0 ? 'You are first.' : `You are number ${is + 1}.`
  return [was === -1 ? `Your hand is up. ${place}` : place]
}

function rightsChanges(before: Moment, after: Moment): string[] {
  const of = ({ room, me }: Moment): boolean | undefined =>
    room.participants.find(({ id }) => id === me)?.maySpeak
  const [was, is] = [of(before), of(after)]
  if (was === false && is === true) return ['A host invited you to speak.']
  return was === true && is === false ? ['A host muted you.'] : []
}

function handChanges(before: Moment, after: Moment): string[] {
  const raised = handsOf(after.room).filter(
    ({ id }) => id !== after.me && !before.room.hands.includes(id),
  )
  const [first, ...others] = raised
  if (!first) return []
  if (others.length === 0) return [`${first.anonymousUsername} raised a hand.`]
  return [`${raised.length} people raised their hands.`]
}

function questionChanges(before: RoomSnapshot, after: RoomSnapshot): string[] {
  const known = new Set(before.questions.map(({ id }) => id))
  const count = after.questions.filter(({ id, mine }) => !mine && !known.has(id)).length
  if (count === 0) return []
  return [count === 1 ? 'A new question.' : `${count} new questions.`]
}
