import { LIVE_LIMITS } from '#contract/live.ts'
import type { Participant, RoomSnapshot } from '#contract/live-room.ts'
import { shownState } from './people.ts'
import { maySpeak, type Person, type Room, roleOf } from './room.ts'

/** The part of a snapshot that is the same for everyone in the room. */
export type SharedView = Omit<RoomSnapshot, 'questions'>

export function sharedView(room: Room): SharedView {
  return {
    participants: [...room.people.values()].map((person) => participantOf(room, person)),
    hands: [...room.hands],
    isRecording: room.recording.state !== 'idle',
    recordingSince: room.recording.state === 'recording' ? instant(room.recording.since) : null,
    isInviteOnly: room.isInviteOnly,
    hostGoneUntil:
      room.hostGoneSince === null
        ? null
        : instant(room.hostGoneSince + LIVE_LIMITS.hostGrace * 1000),
  }
}

/**
 * The questions as one member sees them: `mine` marks their own; nothing reveals who asked the
 * others.
 */
export function questionsFor(room: Room, memberId: string): RoomSnapshot['questions'] {
  return room.questions.map(({ askedBy, id, name, text, isAnswered }) => ({
    id,
    name,
    text,
    isAnswered,
    mine: askedBy === memberId,
  }))
}

export function snapshotFor(room: Room, memberId: string): RoomSnapshot {
  return { ...sharedView(room), questions: questionsFor(room, memberId) }
}

function participantOf(room: Room, person: Person): Participant {
  const { id, anonymousUsername, isHost, microphone } = person
  return {
    id,
    anonymousUsername,
    isHost,
    isCohost: roleOf(room, person) === 'cohost',
    state: shownState(person),
    microphone,
    maySpeak: maySpeak(room, person),
  }
}

function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
