import {
  chain,
  closeMicrophone,
  type Effect,
  type Person,
  type Room,
  type Step,
  takeOut,
  unchanged,
} from './room.ts'

/** What a host does to the room. */
export type HostAct =
  | { type: 'mute' | 'allow' | 'remove' | 'lower-hand'; participantId: string }
  | { type: 'lower-all-hands' }
  | { type: 'question-answered'; questionId: number; isAnswered: boolean }

export function actAsHost(room: Room, by: Person, act: HostAct): Step {
  if (!by.isHost) return refuse(room, by, 'Only a host can do this.')
  switch (act.type) {
    case 'lower-all-hands':
      return room.hands.length === 0
        ? unchanged(room)
        : { room: { ...room, hands: [] }, effects: [{ type: 'refresh' }] }
    case 'question-answered':
      return markQuestion(room, act)
    default:
      return actOn(room, by, act)
  }
}

function actOn(
  room: Room,
  by: Person,
  { type, participantId }: Extract<HostAct, { participantId: string }>,
): Step {
  const person = room.people.get(participantId)
  if (!person) return refuse(room, by, 'This person has left the room.')
  switch (type) {
    case 'mute':
      return mute(room, person)
    case 'allow':
      return allow(room, person)
    case 'lower-hand':
      return lowerHand(room, person.id)
    case 'remove':
      return person.isHost ? refuse(room, by, 'A host can’t be removed.') : remove(room, person)
  }
}

/** A host who is muted can speak again by themselves; a member needs a host's word. */
function mute(room: Room, person: Person): Step {
  return chain(
    room,
    (before) => closeMicrophone(before, person, 'host'),
    (before) => silence(before, person),
  )
}

function silence(room: Room, person: Person): Step {
  if (person.isHost || room.silenced.has(person.memberId)) return unchanged(room)
  return {
    room: { ...room, silenced: new Set([...room.silenced, person.memberId]) },
    effects: [{ type: 'refresh' }],
  }
}

/** Answers a raised hand, too. */
function allow(room: Room, person: Person): Step {
  if (!room.silenced.has(person.memberId)) return unchanged(room)
  const silenced = new Set(room.silenced)
  silenced.delete(person.memberId)
  const hands = room.hands.filter((hand) => hand !== person.id)
  return { room: { ...room, silenced, hands }, effects: [{ type: 'refresh' }] }
}

function lowerHand(room: Room, id: string): Step {
  if (!room.hands.includes(id)) return unchanged(room)
  const hands = room.hands.filter((hand) => hand !== id)
  return { room: { ...room, hands }, effects: [{ type: 'refresh' }] }
}

function remove(room: Room, person: Person): Step {
  // Remembered first: who is told must not get in again.
  const barred: Effect = { type: 'bar', memberId: person.memberId }
  const out = takeOut(room, person, 'removed')
  return { room: out.room, effects: [barred, ...out.effects] }
}

function markQuestion(
  room: Room,
  { questionId, isAnswered }: { questionId: number; isAnswered: boolean },
): Step {
  const question = room.questions.find(({ id }) => id === questionId)
  if (!question || question.isAnswered === isAnswered) return unchanged(room)
  const questions = room.questions.map((one) => (one === question ? { ...one, isAnswered } : one))
  return { room: { ...room, questions }, effects: [{ type: 'refresh' }] }
}

function refuse(room: Room, { id }: Person, sentence: string): Step {
  return { room, effects: [{ type: 'tell', id, message: { type: 'refused', sentence } }] }
}
