import { useEffect, useState } from 'react'
import { isolated } from '#contract/direction.ts'
import type { RoomSnapshot } from '#contract/live-room.ts'
import { room } from '#web/features/live/room.ts'
import {
  handsOf,
  isInside,
  isModerator,
  OUTSIDE,
  ownPart,
  speakingTimeOf,
} from '#web/features/live/room-state.ts'

/**
 * Changes within this time are announced together, and each announcement stays at least this long.
 */
const GATHER_MS = 1_500

/** What has been announced, also by the room's part of the page before. */
let known = OUTSIDE

/** The text for a polite live region. */
export function useAnnouncer(): string {
  const [sentence, setSentence] = useState('')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const announce = (): void => {
      timer = undefined
      const now = room.getSnapshot()
      const sentences = announcementsOf(known, now)
      known = now
      if (sentences.length > 0) setSentence(sentences.join(' '))
    }
    const stop = room.subscribe(() => {
      timer ??= setTimeout(announce, GATHER_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
      if (!isInside(room.getSnapshot())) known = OUTSIDE
    }
  }, [])
  return sentence
}

interface Moment {
  room: RoomSnapshot
  me: string
}

/**
 * Screen-reader announcements for the changes between two moments of the room. Hosts are told of
 * raised hands and questions, co-hosts of hands. Joins and leaves are only counted on the page.
 */
export function announcementsOf(before: Moment, after: Moment): string[] {
  // Joining again starts with a new snapshot, of which only a recording is announced, or its end, and
  // new rules.
  if (before.me !== after.me) {
    return [
      ...(after.room.isRecording
        ? [recordingSentence(after.room)]
        : recordingChanges(before.room, after.room)),
      ...rulesChanges(before.room, after.room),
    ]
  }
  const me = ownPart(after)
  return [
    ...recordingChanges(before.room, after.room),
    ...rulesChanges(before.room, after.room),
    ...hostChanges(before.room, after.room),
    ...ownHandChanges(before, after),
    ...rightsChanges(before, after),
    ...ownTimeChanges(before, after),
    ...(isModerator(me) ? handChanges(before, after) : []),
    ...(me?.isHost ? questionChanges(before.room, after.room) : []),
  ]
}

function recordingChanges(before: RoomSnapshot, after: RoomSnapshot): string[] {
  if (before.isRecording === after.isRecording) return []
  return [recordingSentence(after)]
}

function recordingSentence({ isRecording }: RoomSnapshot): string {
  return isRecording ? 'This session is being recorded.' : 'The recording has stopped.'
}

function rulesChanges(before: RoomSnapshot, after: RoomSnapshot): string[] {
  if (after.rules === null || after.rules === before.rules) return []
  return [`Rules for this session: ${isolated(after.rules)}`]
}

function hostChanges(before: RoomSnapshot, after: RoomSnapshot): string[] {
  const [wasGone, isGone] = [before.hostGoneUntil !== null, after.hostGoneUntil !== null]
  if (wasGone === isGone) return []
  return [isGone ? 'The host lost the connection. Please stay.' : 'The host is back.']
}

/** The position in the queue is not announced here, because the page has it in a live region. */
function ownHandChanges(before: Moment, after: Moment): string[] {
  const [was, is] = [before.room.hands.indexOf(before.me), after.room.hands.indexOf(after.me)]
  return was !== -1 && is === -1 ? ['Your hand was lowered.'] : []
}

/** Invitations and the co-host role are not announced here, because the page does that itself. */
function rightsChanges(before: Moment, after: Moment): string[] {
  const [was, is] = [ownPart(before), ownPart(after)]
  if (!was || !is) return []
  const isRuleNew = before.room.isInviteOnly !== after.room.isInviteOnly
  return [
    ...(isRuleNew ? [speakersSentence(after.room)] : []),
    ...(!isRuleNew && was.maySpeak && !is.maySpeak ? ['A host muted you.'] : []),
    ...(!isRuleNew && !was.maySpeak && is.maySpeak ? ['You can speak now.'] : []),
  ]
}

/** The last 30 seconds and the end are not announced here, because the page does that itself. */
function ownTimeChanges(before: Moment, after: Moment): string[] {
  const [was, is] = [before, after].map(({ room, me }) => speakingTimeOf(room, me)?.endsAt)
  return is && !was ? ['Your speaking time has started.'] : []
}

function speakersSentence({ isInviteOnly }: RoomSnapshot): string {
  return isInviteOnly ? 'Only invited people can speak now.' : 'Everyone can speak now.'
}

function handChanges(before: Moment, after: Moment): string[] {
  const raised = handsOf(after.room).filter(
    ({ id }) => id !== after.me && !before.room.hands.includes(id),
  )
  const [first, ...others] = raised
  if (!first) return []
  if (others.length === 0) return [`${isolated(first.anonymousUsername)} raised a hand.`]
  return [`${raised.length} people raised their hands.`]
}

function questionChanges(before: RoomSnapshot, after: RoomSnapshot): string[] {
  const known = new Set(before.questions.map(({ id }) => id))
  const count = after.questions.filter(({ id, mine }) => !mine && !known.has(id)).length
  if (count === 0) return []
  return [count === 1 ? 'A new question.' : `${count} new questions.`]
}
