import type { MediaGrant } from '#contract/live.ts'
import type { ServerMessage } from '#contract/live-room.ts'
import type { Person, Room } from '#server/domain/live-room/room.ts'
import { questionsFor, sharedView, snapshotFor } from '#server/domain/live-room/snapshot.ts'

/** Changes within this time are sent together; it is longer with more people in the room. */
const GATHER_MS = { base: 50, perPerson: 3 }

/** The room, and how to reach its pages. */
export interface Audience {
  room: () => Room
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

/** The parts of the room that are the same for everyone, each as JSON. */
type Parts = Map<string, string>

export function createBroadcast({ room, send }: Audience): Broadcast {
  let timer: NodeJS.Timeout | undefined
  let shown: { parts: Parts; questions: Room['questions'] } = { parts: new Map(), questions: [] }

  const flush = (): void => {
    timer = undefined
    const now = room()
    const parts = partsOf(now)
    const changed = [...parts].filter(([name, json]) => shown.parts.get(name) !== json)
    const hasNewQuestions = shown.questions !== now.questions
    shown = { parts, questions: now.questions }
    if (changed.length === 0 && !hasNewQuestions) return
    const shared = changed.map(([name, json]) => `"${name}":${json}`)
    const questions = hasNewQuestions ? questionTexts(now) : undefined
    for (const { id, memberId } of now.people.values()) {
      const fields = questions ? [...shared, `"questions":${questions(memberId)}`] : shared
      send(id, `{"type":"room","room":{${fields.join(',')}}}`)
    }
  }

  return {
    welcome: ({ id, memberId }, media) => {
      const message: ServerMessage = {
        type: 'welcome',
        participantId: id,
        media,
        room: snapshotFor(room(), memberId),
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

function partsOf(room: Room): Parts {
  return new Map(
    Object.entries(sharedView(room)).map(([name, part]) => [name, JSON.stringify(part)]),
  )
}

/** Members who have not asked a question all get the same text. */
function questionTexts(room: Room): (memberId: string) => string {
  const authors = new Set(room.questions.map(({ askedBy }) => askedBy))
  const forOthers = JSON.stringify(questionsFor(room, ''))
  return (memberId) =>
    authors.has(memberId) ? JSON.stringify(questionsFor(room, memberId)) : forOthers
}
