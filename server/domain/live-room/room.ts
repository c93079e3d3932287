import type {
  Participant,
  RemovedPerson,
  RoomQuestion,
  ServerMessage,
} from '#contract/live-room.ts'

/** A participant's socket. After it was lost, the page can reconnect for a while. */
export type Socket = { isOpen: true } | { isOpen: false; reconnectUntil: number; how: SocketEnd }

/** The page announced its closing, the socket was cut off, or nothing arrived on it anymore. */
export type SocketEnd = 'page-closed' | 'cut' | 'silent'

/** Someone in the room. Times are milliseconds since 1970. */
export interface Person {
  /** The participant's random id, which others see. */
  id: string
  /** Never sent to anyone in the room. */
  memberId: string
  anonymousUsername: string
  isHost: boolean
  media: Participant['state']
  /** When `media` last changed. */
  mediaSince: number
  socket: Socket
  microphone: Participant['microphone']
}

export interface Question {
  id: number
  /** Used once. No other field sent to others reveals who asked. */
  name: string
  text: string
  isAnswered: boolean
  /** Only hosts and the member who asked see one that waits or is hidden. */
  state: RoomQuestion['state']
  /**
   * A host has silenced the member who asked, by this question. Their other questions don't show it,
   * so that nobody learns which ones are from the same person.
   */
  isAskerSilenced: boolean
  /** The member who asked; never sent to anyone in the room. */
  askedBy: string
}

/** `finalising` lasts until the engine has stopped; the recording is processed after that. */
export type RoomRecording =
  | { state: 'idle' }
  | { state: 'recording'; since: number }
  | { state: 'finalising' }

/** When a person's time to speak ends, or has ended. */
export interface SpeakingTime {
  endsAt: number
  isUp: boolean
}

/** The room of one session. Never changed in place. */
export interface Room {
  isOnAir: boolean
  /** In order of arrival. */
  people: ReadonlyMap<string, Person>
  /** When members raised their hands, in that order, present or not. */
  hands: ReadonlyMap<string, number>
  /** In the order of their ids. */
  questions: readonly Question[]
  /** Hosts see new questions first. */
  areQuestionsChecked: boolean
  /** Members who have entered and not left since; access that ends meanwhile lasts. */
  admitted: ReadonlySet<string>
  /** Members whom a host has removed, and the person that they were. */
  removed: ReadonlyMap<string, RemovedPerson>
  /** Members a host made co-hosts, present or not. */
  cohosts: ReadonlySet<string>
  /** Members who were muted and have not been invited to speak since, present or not. */
  silenced: ReadonlySet<string>
  /** Members speak by invitation only. */
  isInviteOnly: boolean
  /** Members who were invited to speak and have not been muted since, present or not. */
  invited: ReadonlySet<string>
  /** The rules that a host has last written; empty before the first. */
  rules: string
  /** Everyone sees the rules. */
  areRulesShown: boolean
  /** Of members, present or not. */
  speakingTimes: ReadonlyMap<string, SpeakingTime>
  recording: RoomRecording
  /** Since when the room has had no host; null while one is in it. */
  hostGoneSince: number | null
}

export type EndReason = Extract<ServerMessage, { type: 'ended' }>['reason']

/** The part of a room that outlives its process. */
export type Kept = Pick<
  Room,
  | 'admitted'
  | 'areQuestionsChecked'
  | 'areRulesShown'
  | 'cohosts'
  | 'hands'
  | 'invited'
  | 'isInviteOnly'
  | 'questions'
  | 'removed'
  | 'rules'
  | 'silenced'
>

/** The effects of a step, in order. */
export type Effect =
  | { type: 'welcome'; id: string }
  | { type: 'send'; id: string; message: ServerMessage }
  | { type: 'send-all'; message: ServerMessage }
  /** Everyone's view of the room is outdated. */
  | { type: 'refresh' }
  /** The number of people, or whether they are being recorded, changed. */
  | { type: 'count' }
  /** The last message to this page. */
  | { type: 'end'; id: string; reason: EndReason }
  /** Tells this page why it can't enter. */
  | { type: 'refuse'; id: string; sentence: string }
  /** The page has reconnected with another socket: the old one is closed without a message. */
  | { type: 'close-socket'; id: string }
  /** The engine opens or closes the person's microphone. */
  | { type: 'microphone'; id: string; isOpen: boolean }
  /** The participant is gone, for the engine too. */
  | { type: 'release'; id: string }
  | { type: 'stop-recording' }
  /** No host came back in time. */
  | { type: 'go-off-air' }

export interface Step {
  room: Room
  effects: readonly Effect[]
}

/** A room that goes on air, or that an earlier process had open until `hostGoneSince`. */
export function openRoom(hostGoneSince: number, kept: Partial<Kept> = {}): Room {
  return {
    isOnAir: true,
    people: new Map(),
    hands: new Map(),
    questions: [],
    areQuestionsChecked: false,
    admitted: new Set(),
    removed: new Map(),
    cohosts: new Set(),
    silenced: new Set(),
    isInviteOnly: false,
    invited: new Set(),
    rules: '',
    areRulesShown: false,
    ...kept,
    speakingTimes: new Map(),
    recording: { state: 'idle' },
    hostGoneSince,
  }
}

export type Role = 'host' | 'cohost' | 'member'

/** The facts that the rules need about a person, whether in the room or about to enter. */
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

/** Whether people see them as one of those who speak, with or without an open microphone. */
export function isOnStage(room: Room, person: Person): boolean {
  if (roleOf(room, person) !== 'member' || person.microphone === 'live') return true
  return room.isInviteOnly && maySpeak(room, person)
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

/** Closes a microphone; with `by`, the page is told that it did not do so itself. */
export function closeMicrophone(room: Room, person: Person, by?: 'host' | 'room'): Step {
  if (person.microphone === 'muted') return unchanged(room)
  const { id } = person
  const notice: Effect[] = by ? [{ type: 'send', id, message: { type: 'muted', by } }] : []
  return {
    room: withPerson(room, { ...person, microphone: 'muted' }),
    effects: [{ type: 'microphone', id, isOpen: false }, ...notice, { type: 'refresh' }],
  }
}

/** Closes the microphone of someone who may no longer speak. */
export function closeUnlessAllowed(room: Room, person: Person): Step {
  return maySpeak(room, person) ? unchanged(room) : closeMicrophone(room, person, 'host')
}

/**
 * Takes a person out of the room; the page is sent `reason` if it is still connected. A raised hand
 * waits for their return.
 */
export function takeOut(room: Room, person: Person, reason?: EndReason): Step {
  const { id } = person
  const people = new Map(room.people)
  people.delete(id)
  const last: Effect[] = reason && person.socket.isOpen ? [{ type: 'end', id, reason }] : []
  return {
    room: { ...room, people },
    effects: [...last, { type: 'release', id }, { type: 'refresh' }, { type: 'count' }],
  }
}

/**
 * Takes out a person who doesn't come back as the one that they were: no hand or speaking time waits
 * for them.
 */
export function leave(room: Room, person: Person, reason: EndReason): Step {
  const { memberId } = person
  const left = {
    hands: without(room.hands, memberId),
    admitted: withoutMember(room.admitted, memberId),
    speakingTimes: without(room.speakingTimes, memberId),
  }
  return takeOut({ ...room, ...left }, person, reason)
}

export function withoutMember(members: ReadonlySet<string>, memberId: string): ReadonlySet<string> {
  if (!members.has(memberId)) return members
  const rest = new Set(members)
  rest.delete(memberId)
  return rest
}

/** The same map if it has no such key. */
export function without<T>(all: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> {
  if (!all.has(key)) return all
  const rest = new Map(all)
  rest.delete(key)
  return rest
}

/** Runs steps one after another and collects their effects. */
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
