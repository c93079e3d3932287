import { LIVE_LIMITS } from '#contract/live.ts'
import type { Participant } from '#contract/live-room.ts'
import {
  chain,
  closeMicrophone,
  closeUnlessAllowed,
  type Effect,
  maySpeak,
  openMicrophones,
  type Person,
  type Question,
  type Room,
  type SocketEnd,
  type Step,
  takeOut,
  unchanged,
  without,
  withPerson,
} from './room.ts'

/** Kept free for hosts, so that a full room can still be hosted. */
const KEPT_FOR_HOSTS = 3
/** A page that announced its closing may only be reloading. */
const CLOSED_PAGE_SECONDS = 5

export interface Newcomer {
  id: string
  memberId: string
  anonymousUsername: string
  isHost: boolean
}

/** Whether the room has no room for another person. */
export function isFull(room: Room, { isHost }: { isHost: boolean }): boolean {
  const most = isHost ? LIVE_LIMITS.people : LIVE_LIMITS.people - KEPT_FOR_HOSTS
  return room.people.size >= most
}

/**
 * Lets a newcomer in. A member is in the room once: their older page ends.
 */
export function enter(room: Room, newcomer: Newcomer, now: number): Step {
  const older = findByMember(room, newcomer.memberId)
  if (!older && isFull(room, newcomer)) {
    const sentence = 'The room is full. Please try again later.'
    return { room, effects: [{ type: 'refuse', id: newcomer.id, sentence }] }
  }
  const person: Person = {
    ...newcomer,
    media: 'connecting',
    mediaSince: now,
    socket: { isOpen: true },
    microphone: 'muted',
  }
  return chain(
    room,
    (before) => (older ? takeOut(before, older, 'elsewhere') : unchanged(before)),
    (before) => ({
      room: {
        ...withPerson(before, person),
        admitted: new Set([...before.admitted, person.memberId]),
      },
      effects: [{ type: 'welcome', id: person.id }, { type: 'refresh' }, { type: 'count' }],
    }),
  )
}

/** Whether this member is still in the room under this id. */
export function canResume(room: Room, { id, memberId }: { id: string; memberId: string }): boolean {
  return room.people.get(id)?.memberId === memberId
}

/**
 * A participant's page reconnected with a new socket. Its microphone was closed with the old socket,
 * or is closed now.
 */
export function resume(room: Room, newcomer: Newcomer): Step {
  const person = room.people.get(newcomer.id)
  if (!person || person.memberId !== newcomer.memberId) return unchanged(room)
  const back: Person = { ...person, isHost: newcomer.isHost, socket: { isOpen: true } }
  const replaced: Effect[] = person.socket.isOpen ? [{ type: 'close-socket', id: person.id }] : []
  return chain(
    room,
    (before) => ({ room: before, effects: replaced }),
    (before) => closeMicrophone(before, person),
    (before) => ({
      room: withPerson(before, { ...back, microphone: 'muted' }),
      effects: [{ type: 'welcome', id: person.id }, { type: 'refresh' }],
    }),
  )
}

export function loseSocket(
  room: Room,
  person: Person,
  { now, how }: { now: number; how: SocketEnd },
): Step {
  if (!person.socket.isOpen) return unchanged(room)
  const seconds = how === 'page-closed' ? CLOSED_PAGE_SECONDS : LIVE_LIMITS.reconnect
  const reconnectUntil = now + seconds * 1000
  return chain(
    room,
    (before) => closeMicrophone(before, person),
    (before) => ({
      room: withPerson(before, {
        ...person,
        microphone: 'muted',
        socket: { isOpen: false, reconnectUntil, how },
      }),
      effects: [{ type: 'refresh' }],
    }),
  )
}

/**
 * Updates the state of a person's audio connection. A connection that was never established cannot
 * be reconnecting. If it is lost after the socket was cut, the tab has died and the person is taken
 * out: when only the network fails, the socket goes silent instead.
 */
export function changeMedia(
  room: Room,
  person: Person,
  { state, now }: { state: 'connected' | 'reconnecting'; now: number },
): Step {
  const isChanged = person.media !== state
  const never = person.media === 'connecting' && state === 'reconnecting'
  if (!isChanged || never) return unchanged(room)
  const isDead = state === 'reconnecting' && !person.socket.isOpen && person.socket.how === 'cut'
  if (isDead) return takeOut(room, person)
  return {
    room: withPerson(room, { ...person, media: state, mediaSince: now }),
    effects: [{ type: 'refresh' }],
  }
}

/** The engine restarted and remembers people and open microphones: everyone reconnects. */
export function reconnectAll(room: Room, now: number): Step {
  const people = [...room.people.values()].map(
    (person) =>
      [person.id, { ...person, media: 'reconnecting', mediaSince: now } as const] as const,
  )
  return {
    room: { ...room, people: new Map(people) },
    effects: [{ type: 'send-all', message: { type: 'reconnect' } }, { type: 'refresh' }],
  }
}

export function switchMicrophone(room: Room, person: Person, isOpen: boolean): Step {
  if (!isOpen) return closeMicrophone(room, person)
  if (person.microphone === 'live' || !person.socket.isOpen) return unchanged(room)
  const { id } = person
  const refuse = (by: 'host' | 'room', sentence: string): Step => ({
    room,
    effects: [
      { type: 'send', id, message: { type: 'muted', by } },
      { type: 'send', id, message: { type: 'refused', sentence } },
    ],
  })
  if (!maySpeak(room, person)) {
    return refuse(
      'host',
      room.silenced.has(person.memberId)
        ? 'A host muted you. Raise your hand to ask to speak.'
        : 'Only invited people can speak right now. Raise your hand to ask.',
    )
  }
  if (openMicrophones(room) >= LIVE_LIMITS.openMicrophones) {
    return refuse('room', 'Enough people are speaking already. Please try again in a moment.')
  }
  return {
    room: withPerson(room, { ...person, microphone: 'live' }),
    effects: [{ type: 'microphone', id, isOpen: true }, { type: 'refresh' }],
  }
}

export function moveHand(
  room: Room,
  { memberId }: Person,
  { isUp, now }: { isUp: boolean; now: number },
): Step {
  if (room.hands.has(memberId) === isUp) return unchanged(room)
  const hands = isUp ? new Map(room.hands).set(memberId, now) : without(room.hands, memberId)
  return { room: { ...room, hands }, effects: [{ type: 'refresh' }] }
}

export function ask(
  room: Room,
  person: Person,
  { name, text }: Pick<Question, 'name' | 'text'>,
): Step {
  const askedBy = person.memberId
  const own = room.questions.filter((question) => question.askedBy === askedBy)
  const open = own.filter(({ isAnswered, state }) => !isAnswered && state !== 'hidden')
  const refuse = (sentence: string): Step => ({
    room,
    effects: [{ type: 'send', id: person.id, message: { type: 'refused', sentence } }],
  })
  if (own.some(({ isAskerSilenced }) => isAskerSilenced)) {
    return refuse('A host has stopped your questions for this session.')
  }
  if (own.length >= LIVE_LIMITS.questionsPerPerson) {
    return refuse(`You’ve asked ${own.length} questions. Please let others ask theirs.`)
  }
  if (open.length >= LIVE_LIMITS.openQuestionsPerPerson) {
    return refuse(
      `You have ${open.length} questions waiting. You can ask another when one is answered.`,
    )
  }
  if (room.questions.length >= LIVE_LIMITS.questionsInRoom) {
    return refuse(
      'This session has more questions than we can answer. Please save yours for the next one.',
    )
  }
  const question: Question = {
    id: (room.questions.at(-1)?.id ?? 0) + 1,
    name,
    text,
    isAnswered: false,
    state: room.areQuestionsChecked && !person.isHost ? 'waiting' : 'shown',
    isAskerSilenced: false,
    askedBy,
  }
  return {
    room: { ...room, questions: [...room.questions, question] },
    effects: [{ type: 'refresh' }],
  }
}

/** The member gained or lost the right to host. */
export function changeRights(room: Room, memberId: string, isHost: boolean): Step {
  const person = findByMember(room, memberId)
  if (!person || person.isHost === isHost) return unchanged(room)
  const changed = { ...person, isHost }
  return chain(
    room,
    (before) => ({ room: withPerson(before, changed), effects: [{ type: 'refresh' }] }),
    (before) => closeUnlessAllowed(before, changed),
  )
}

export function findByMember(room: Room, memberId: string): Person | undefined {
  for (const person of room.people.values()) if (person.memberId === memberId) return person
  return undefined
}

/** The connection state that others see. */
export function shownState({ socket, media }: Person): Participant['state'] {
  return socket.isOpen ? media : 'reconnecting'
}
