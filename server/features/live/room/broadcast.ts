import type { MediaGrant } from '#contract/live.ts'
import type { ServerMessage } from '#contract/live-room.ts'
import { type Person, type Room, roleOf } from '#server/domain/live-room/room.ts'
import { ownView, sharedView, snapshotFor } from '#server/domain/live-room/snapshot.ts'

/** Changes within this time are sent together; it is longer with more people in the room. */
const GATHER_MS = { base: 50, perPerson: 3 }

/** The room, and how to reach its pages. */
export interface Audience {
  room: () => Room
  now: () => Date
  /** Sends text to the person's page, if it has a socket. */
  send: (id: string, text: string) => void
}

/** Sends the room's state to everyone: all of it at first, and then only changes. */
export interface Broadcast {
  welcome(person: Person, media: MediaGrant): void
  /** Sends changes soon, together with any that happen until then. */
  refresh(): void
  send(id: string, message: ServerMessage): void
  sendAll(message: ServerMessage): void
  close(): void
}

/** Parts of a room's snapshot, each as JSON. */
type Parts = Map<string, string>

export function createBroadcast({ room, now, send }: Audience): Broadcast {
  let timer: NodeJS.Timeout | undefined
  let shown: Parts = new Map()
  /** The latest part of their own that each participant was sent, as JSON. */
  let shownOwn = new Map<string, Parts>()

  const flush = (): void => {
    timer = undefined
    const seen = room()
    const sentAt = now().toISOString()
    const parts = toParts(sharedView(seen))
    const shared = changes(shown, parts)
    shown = parts
    const ownPart = ownParts(seen)
    const before = shownOwn
    shownOwn = new Map([...seen.people.values()].map((person) => [person.id, ownPart(person)]))
    for (const [id, own] of shownOwn) {
      const fields = [...shared, ...changes(before.get(id), own)]
      if (fields.length > 0)
        send(id, `{"type":"room","now":"${sentAt}","room":{${fields.join(',')}}}`)
    }
  }

  return {
    welcome: (person, media) => {
      const { id, memberId } = person
      shownOwn.set(id, ownParts(room())(person))
      const message: ServerMessage = {
        type: 'welcome',
        participantId: id,
        media,
        room: snapshotFor(room(), memberId),
        now: now().toISOString(),
      }
      send(id, JSON.stringify(message))
    },
    refresh: () => {
      timer ??= setTimeout(flush, GATHER_MS.base + room().people.size * GATHER_MS.perPerson)
    },
    send: (id, message) => send(id, JSON.stringify(message)),
    sendAll: (message) => {
      const text = JSON.stringify(message)
      for (const id of room().people.keys()) send(id, text)
    },
    close: () => clearTimeout(timer),
  }
}

function toParts(view: object): Parts {
  return new Map(Object.entries(view).map(([name, part]) => [name, JSON.stringify(part)]))
}

/** The parts that have changed, as fields of a JSON object. */
function changes(before: Parts | undefined, after: Parts): string[] {
  if (before === after) return []
  const changed = [...after].filter(([name, json]) => before?.get(name) !== json)
  return changed.map(([name, json]) => `"${name}":${json}`)
}

/**
 * The fields of a snapshot that depend on who sees it, as JSON. Everyone in the same role who has not
 * asked a question, and has no speaking time, gets the same text.
 */
function ownParts(room: Room): (person: Person) => Parts {
  const concerned = new Set([
    ...room.questions.map(({ askedBy }) => askedBy),
    ...room.speakingTimes.keys(),
  ])
  const known = new Map<string, Parts>()
  return (person) => {
    const role = roleOf(room, person)
    const memberId = concerned.has(person.memberId) ? person.memberId : ''
    const key = `${role} ${memberId}`
    const parts = known.get(key) ?? toParts(ownView(room, { memberId, role }))
    known.set(key, parts)
    return parts
  }
}
