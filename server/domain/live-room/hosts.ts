import {
  chain,
  closeMicrophone,
  closeUnlessAllowed,
  type Effect,
  type Person,
  type Room,
  roleOf,
  type Step,
  takeOut,
  unchanged,
} from './room.ts'

/** An action by a host or co-host on one person. */
type PersonAct =
  | { type: 'mute' | 'invite' | 'remove' | 'lower-hand'; participantId: string }
  | { type: 'cohost'; participantId: string; isCohost: boolean }

/** An action by a host or co-host. */
export type HostAct =
  | PersonAct
  | { type: 'mute-all' }
  | { type: 'lower-all-hands' }
  | { type: 'invite-only'; isOn: boolean }
  | { type: 'question-answered'; questionId: number; isAnswered: boolean }

/** The actions that co-hosts may take too. */
const COHOST_ACTS: ReadonlySet<HostAct['type']> = new Set([
  'mute',
  'mute-all',
  'invite',
  'remove',
  'lower-hand',
  'lower-all-hands',
])

export function actAsHost(room: Room, by: Person, act: HostAct): Step {
  const role = roleOf(room, by)
  const mayAct = role === 'host' || (role === 'cohost' && COHOST_ACTS.has(act.type))
  if (!mayAct) return refuse(room, by, 'Only a host can do this.')
  switch (act.type) {
    case 'mute-all':
      return muteAll(room)
    case 'lower-all-hands':
      return room.hands.length === 0
        ? unchanged(room)
        : { room: { ...room, hands: [] }, effects: [{ type: 'refresh' }] }
    case 'invite-only':
      return switchInviteOnly(room, act.isOn)
    case 'question-answered':
      return markQuestion(room, act)
    default:
      return actOn(room, by, act)
  }
}

function actOn(room: Room, by: Person, act: PersonAct): Step {
  const person = room.people.get(act.participantId)
  if (!person) return refuse(room, by, 'This person has left the room.')
  const isAmongEquals = !by.isHost && roleOf(room, person) !== 'member'
  switch (act.type) {
    case 'mute':
      return isAmongEquals
        ? refuse(room, by, 'Only a host can mute a host or co-host.')
        : mute(room, person)
    case 'invite':
      return invite(room, person)
    case 'lower-hand':
      return lowerHand(room, person.id)
    case 'cohost':
      return person.isHost
        ? refuse(room, by, 'A host can’t be a co-host.')
        : changeCohost(room, person, act.isCohost)
    case 'remove':
      if (person.isHost) return refuse(room, by, 'A host can’t be removed.')
      return isAmongEquals
        ? refuse(room, by, 'Only a host can remove a co-host.')
        : remove(room, person)
  }
}

/** A muted host or co-host can unmute themselves; a member needs an invitation. */
function mute(room: Room, person: Person): Step {
  return chain(
    room,
    (before) => closeMicrophone(before, person, 'host'),
    (before) => silence(before, person),
  )
}

function silence(room: Room, person: Person): Step {
  const { memberId } = person
  if (roleOf(room, person) !== 'member' || room.silenced.has(memberId)) return unchanged(room)
  return {
    room: {
      ...room,
      silenced: new Set([...room.silenced, memberId]),
      invited: without(room.invited, memberId),
    },
    effects: [{ type: 'refresh' }],
  }
}

/**
 * Closes the microphones of all members. They can unmute themselves, or need another invitation if
 * the room is invite-only.
 */
function muteAll(room: Room): Step {
  const members = [...room.people.values()].filter((person) => roleOf(room, person) === 'member')
  return chain(
    room,
    ...members.map((person) => (before: Room) => closeMicrophone(before, person, 'host')),
    (before) =>
      before.invited.size === 0
        ? unchanged(before)
        : { room: { ...before, invited: new Set() }, effects: [{ type: 'refresh' }] },
  )
}

/** Also lowers the person's raised hand. The page is notified even if the person was not muted. */
function invite(room: Room, person: Person): Step {
  const { id, memberId } = person
  return {
    room: {
      ...room,
      silenced: without(room.silenced, memberId),
      invited: new Set([...room.invited, memberId]),
      hands: room.hands.filter((hand) => hand !== id),
    },
    effects: [{ type: 'send', id, message: { type: 'invited' } }, { type: 'refresh' }],
  }
}

/** People who are speaking may continue. */
function switchInviteOnly(room: Room, isOn: boolean): Step {
  if (room.isInviteOnly === isOn) return unchanged(room)
  const speaking = [...room.people.values()].filter(({ microphone }) => microphone === 'live')
  const invited = isOn ? [...room.invited, ...speaking.map(({ memberId }) => memberId)] : []
  return {
    room: { ...room, isInviteOnly: isOn, invited: new Set(invited) },
    effects: [{ type: 'invite-only', isOn }, { type: 'refresh' }],
  }
}

function changeCohost(room: Room, person: Person, isCohost: boolean): Step {
  const { memberId } = person
  if (room.cohosts.has(memberId) === isCohost) return unchanged(room)
  const cohosts = new Set(room.cohosts)
  if (isCohost) cohosts.add(memberId)
  else cohosts.delete(memberId)
  const silenced = isCohost ? without(room.silenced, memberId) : room.silenced
  return chain(
    room,
    (before) => ({
      room: { ...before, cohosts, silenced },
      effects: [{ type: 'cohost', memberId, isCohost }, { type: 'refresh' }],
    }),
    (before) => closeUnlessAllowed(before, person),
  )
}

function lowerHand(room: Room, id: string): Step {
  if (!room.hands.includes(id)) return unchanged(room)
  const hands = room.hands.filter((hand) => hand !== id)
  return { room: { ...room, hands }, effects: [{ type: 'refresh' }] }
}

function remove(room: Room, person: Person): Step {
  // Barred first, so that a person who was just removed cannot get in again.
  const barred: Effect = { type: 'bar', memberId: person.memberId }
  return chain(
    room,
    (before) => ({ room: before, effects: [barred] }),
    (before) => changeCohost(before, person, false),
    (before) => takeOut(before, before.people.get(person.id) ?? person, 'removed'),
  )
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
  return { room, effects: [{ type: 'send', id, message: { type: 'refused', sentence } }] }
}

function without(members: ReadonlySet<string>, memberId: string): ReadonlySet<string> {
  if (!members.has(memberId)) return members
  const rest = new Set(members)
  rest.delete(memberId)
  return rest
}
