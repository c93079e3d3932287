import type { Participant, ServerMessage } from '#contract/live-room.ts'

/** How a page's socket stands. A lost one keeps its seat for a while. */
export type Line = { isOpen: true } | { isOpen: false; seatUntil: number; how: LineEnd }

/** The page said that it goes, the socket was cut off, or nothing was heard on it any more. */
export type LineEnd = 'page-closed' | 'cut' | 'silent'

/** Somebody in the room. Moments are milliseconds since 1970. */
export interface Person {
  /** Of this visit alone, and random: what the others see. */
  id: string
  /** Who it is; never leaves the room. */
  memberId: string
  anonymousUsername: string
  isHost: boolean
  media: Participant['state']
  /** Since when `media` is what it is. */
  mediaSince: number
  line: Line
  microphone: Participant['microphone']
}

export interface Question {
  id: number
  /** Used once. Nothing else of a question tells whose it is. */
  name: string
  text: string
  isAnswered: boolean
  /** The member that asked; never leaves the room. */
  askedBy: string
}

/** `finalising` lasts until the engine has stopped; what was recorded is made ready after that. */
export type RoomRecording =
  | { state: 'idle' }
  | { state: 'recording'; since: number }
  | { state: 'finalising' }

/** The room of one session. Never changed in place. */
export interface Room {
  isOnAir: boolean
  /** In the order in which they came. */
  people: ReadonlyMap<string, Person>
  /** Ids of people in the order in which they raised their hands. */
  hands: readonly string[]
  questions: readonly Question[]
  /** Members whom a host has made co-hosts, present or not. */
  cohosts: ReadonlySet<string>
  /** Members who were muted and not invited to speak since, present or not. */
  silenced: ReadonlySet<string>
  /** Members speak by invitation only. */
  isInviteOnly: boolean
  /** Members who were invited to speak and not muted since, present or not. */
  invited: ReadonlySet<string>
  recording: RoomRecording
  /** Since when no host has been in the room; null while one is. */
  hostGoneSince: number | null
}

export type EndReason = Extract<ServerMessage, { type: 'ended' }>['reason']

/** What is to be done after a step, in order. */
export type Effect =
  | { type: 'welcome'; id: string }
  | { type: 'tell'; id: string; message: ServerMessage }
  | { type: 'tell-all'; message: ServerMessage }
  /** Everyone's picture of the room is old. */
  | { type: 'refresh' }
  /** The number of people, or whether they are recorded, is another one. */
  | { type: 'count' }
  /** The last word to this page. */
  | { type: 'end'; id: string; reason: EndReason }
  /** There is no place for this page, and here is why. */
  | { type: 'turn-away'; id: string; sentence: string }
  /** Another page of the same visit has taken over: this one ends without a word. */
  | { type: 'hang-up'; id: string }
  /** The engine lets the person be heard, or not. */
  | { type: 'microphone'; id: string; isOpen: boolean }
  /** The engine frees the seat. */
  | { type: 'release'; id: string }
  /** The member stays out while this session lasts. */
  | { type: 'bar'; memberId: string }
  /** The member is a co-host while this session lasts, or not any more. */
  | { type: 'cohost'; memberId: string; isCohost: boolean }
  | { type: 'invite-only'; isOn: boolean }
  | { type: 'stop-recording' }
  /** No host came back in time. */
  | { type: 'go-off-air' }

export interface Step {
  room: Room
  effects: readonly Effect[]
}

/** What a process that takes a room over knows of it. */
export interface KeptRules {
  cohosts: ReadonlySet<string>
  isInviteOnly: boolean
}

/** A room that goes on air, or that another process had until `hostGoneSince`. */
export function openRoom(hostGoneSince: number, kept?: KeptRules): Room {
  return {
    isOnAir: true,
    people: new Map(),
    hands: [],
    questions: [],
    cohosts: kept?.cohosts ?? new Set(),
    silenced: new Set(),
    isInviteOnly: kept?.isInviteOnly ?? false,
    invited: new Set(),
    recording: { state: 'idle' },
    hostGoneSince,
  }
}

export type Role = 'host' | 'cohost' | 'member'

/** Somebody as the rules know them, in the room or at its door. */
type Known = Pick<Person, 'memberId' | 'isHost'>

export function roleOf(room: Room, { memberId, isHost }: Known): Role {
  if (isHost) return 'host'
  return room.cohosts.has(memberId) ? 'cohost' : 'member'
}

export function maySpeak(room: Room, person: Known): boolean {
  if (roleOf(room, person) !== 'member') return true
  const { memberId } = person
  return !room.silenced.has(memberId) && (!room.isInviteOnly || room.invited.has(memberId))
}

export function openMicrophones(room: Room): number {
  return [...room.people.values()].filter(({ microphone }) => microphone === 'live').length
}

/** The room with one person changed. */
export function withPerson(room: Room, person: Person): Room {
  return { ...room, people: new Map(room.people).set(person.id, person) }
}

export function unchanged(room: Room): Step {
  return { room, effects: [] }
}

/** Closes a microphone; `by` tells the page that it is not its own doing. */
export function closeMicrophone(room: Room, person: Person, by?: 'host' | 'room'): Step {
  if (person.microphone === 'muted') return unchanged(room)
  const { id } = person
  const told: Effect[] = by ? [{ type: 'tell', id, message: { type: 'muted', by } }] : []
  return {
    room: withPerson(room, { ...person, microphone: 'muted' }),
    effects: [{ type: 'microphone', id, isOpen: false }, ...told, { type: 'refresh' }],
  }
}

/** Closes the microphone of somebody who may not speak any more. */
export function closeUnlessAllowed(room: Room, person: Person): Step {
  return maySpeak(room, person) ? unchanged(room) : closeMicrophone(room, person, 'host')
}

/** Takes a person out of the room; `reason` is the last word to the page, if it is still there. */
export function takeOut(room: Room, person: Person, reason?: EndReason): Step {
  const { id } = person
  const people = new Map(room.people)
  people.delete(id)
  const last: Effect[] = reason && person.line.isOpen ? [{ type: 'end', id, reason }] : []
  return {
    room: { ...room, people, hands: room.hands.filter((hand) => hand !== id) },
    effects: [...last, { type: 'release', id }, { type: 'refresh' }, { type: 'count' }],
  }
}

/** Does one step after another. */
export function chain(room: Room, ...steps: ((room: Room) => Step)[]): Step {
  let current = room
  const effects: Effect[] = []
  for (const step of steps) {
    const next = step(current)
    current = next.room
    effects.push(...next.effects)
  }
  return { room: current, effects }
}
