import { LIVE_LIMITS } from '#contract/live.ts'
import type { Participant, RoomSnapshot } from '#contract/live-room.ts'
import { findByMember, shownState } from './people.ts'
import { maySpeak, type Person, type Role, type Room, roleOf } from './room.ts'

/** The part of a snapshot that is the same for everyone in the room. */
export type SharedView = Omit<RoomSnapshot, keyof OwnView>
/** The part that depends on who sees it. */
export type OwnView = Pick<RoomSnapshot, 'questions' | 'removed' | 'savedRules' | 'speakingTimes'>

export function sharedView(room: Room): SharedView {
  return {
    participants: [...room.people.values()].map((person) => participantOf(room, person)),
    hands: handsOf(room),
    isRecording: room.recording.state !== 'idle',
    recordingSince: room.recording.state === 'recording' ? instant(room.recording.since) : null,
    isInviteOnly: room.isInviteOnly,
    areQuestionsChecked: room.areQuestionsChecked,
    rules: room.areRulesShown ? room.rules : null,
    hostGoneUntil:
      room.hostGoneSince === null
        ? null
        : instant(room.hostGoneSince + LIVE_LIMITS.hostGrace * 1000),
  }
}

/** The people with a raised hand, in the order in which they raised it. */
function handsOf({ hands, people }: Room): string[] {
  const present = new Map([...people.values()].map(({ memberId, id }) => [memberId, id]))
  return [...hands.keys()].flatMap((memberId) => present.get(memberId) ?? [])
}

/**
 * The questions and speaking times, for hosts and co-hosts whom they can let in again, and for hosts
 * the rules that they can show, as one member sees them. `mine` marks their own questions; nothing reveals who asked the others.
 */
export function ownView(room: Room, viewer: { memberId: string; role: Role }): OwnView {
  const { memberId, role } = viewer
  const isHost = role === 'host'
  const questions = room.questions.filter(
    ({ askedBy, state }) => isHost || state === 'shown' || askedBy === memberId,
  )
  return {
    questions: questions.map(({ askedBy, isAskerSilenced, ...question }) => ({
      ...question,
      isAskerSilenced: isHost && isAskerSilenced,
      mine: askedBy === memberId,
    })),
    removed: role === 'member' ? [] : [...room.removed.values()],
    savedRules: isHost ? room.rules : '',
    speakingTimes: [...room.people.values()].flatMap((person) => {
      const time = room.speakingTimes.get(person.memberId)
      const isSeen = role !== 'member' || person.memberId === memberId
      if (!time || !isSeen) return []
      return [{ participantId: person.id, endsAt: time.isUp ? null : instant(time.endsAt) }]
    }),
  }
}

export function snapshotFor(room: Room, memberId: string): RoomSnapshot {
  const person = findByMember(room, memberId)
  const role = person ? roleOf(room, person) : 'member'
  return { ...sharedView(room), ...ownView(room, { memberId, role }) }
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
