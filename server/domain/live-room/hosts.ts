import {
  chain,
  closeMicrophone,
  closeUnlessAllowed,
  isOnStage,
  leave,
  type Person,
  type Question,
  type Room,
  roleOf,
  type Step,
  unchanged,
  without,
  withoutMember,
} from './room.ts'
import { changeSpeakingTime } from './speaking-time.ts'

/** An action by a host or co-host on one person. */
type PersonAct =
  | { type: 'mute' | 'invite' | 'remove' | 'lower-hand'; participantId: string }
  | { type: 'cohost'; participantId: string; isCohost: boolean }
  | { type: 'speaking-time'; participantId: string; minutes: number | null }

/** An action by a host or co-host. */
export type HostAct =
  | PersonAct
  | { type: 'mute-all' }
  | { type: 'lower-all-hands' }
  | { type: 'invite-only'; isOn: boolean }
  | { type: 'let-in'; participantId: string }
  | { type: 'check-questions'; isOn: boolean }
  | { type: 'rules'; text: string; isShown: boolean }
  | QuestionAct

/** An action by a host on one question. */
type QuestionAct =
  | { type: 'question-answered'; questionId: number; isAnswered: boolean }
  | { type: 'question-shown'; questionId: number; isShown: boolean }
  /** Nobody learns who asked it. */
  | { type: 'asker-silenced'; questionId: number; isSilenced: boolean }

/** The actions that co-hosts may take too. */
const COHOST_ACTS: ReadonlySet<HostAct['type']> = new Set([
  'mute',
  'mute-all',
  'invite',
  'remove',
  'let-in',
  'lower-hand',
  'lower-all-hands',
  'speaking-time',
])

export function actAsHost(
  room: Room,
  by: Person,
  { act, now }: { act: HostAct; now: number },
): Step {
  const role = roleOf(room, by)
  const mayAct = role === 'host' || (role === 'cohost' && COHOST_ACTS.has(act.type))
  if (!mayAct) return refuse(room, by, 'Only a host can do this.')
  switch (act.type) {
    case 'mute-all':
      return muteAll(room)
    case 'lower-all-hands':
      return room.hands.size === 0
        ? unchanged(room)
        : { room: { ...room, hands: new Map() }, effects: [{ type: 'refresh' }] }
    case 'invite-only':
      return switchInviteOnly(room, act.isOn)
    case 'let-in':
      return letIn(room, act.participantId)
    case 'check-questions':
      return room.areQuestionsChecked === act.isOn
        ? unchanged(room)
        : { room: { ...room, areQuestionsChecked: act.isOn }, effects: [{ type: 'refresh' }] }
    case 'rules':
      return changeRules(room, act)
    case 'question-answered':
      return changeQuestion(room, act.questionId, { isAnswered: act.isAnswered })
    case 'question-shown':
      return changeQuestion(room, act.questionId, { state: act.isShown ? 'shown' : 'hidden' })
    case 'asker-silenced':
      return changeQuestion(room, act.questionId, { isAskerSilenced: act.isSilenced })
    default:
      return actOn(room, by, { act, now })
  }
}

function actOn(room: Room, by: Person, { act, now }: { act: PersonAct; now: number }): Step {
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
      return lowerHand(room, person.memberId)
    case 'cohost':
      return person.isHost
        ? refuse(room, by, 'A host can’t be a co-host.')
        : changeCohost(room, person, act.isCohost)
    case 'speaking-time':
      if (isAmongEquals) return refuse(room, by, 'Only a host can time a host or co-host.')
      return act.minutes === null || isOnStage(room, person)
        ? changeSpeakingTime(room, person, { minutes: act.minutes, now })
        : refuse(room, by, 'This person isn’t on the stage.')
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
      invited: withoutMember(room.invited, memberId),
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
      silenced: withoutMember(room.silenced, memberId),
      invited: new Set([...room.invited, memberId]),
      hands: without(room.hands, memberId),
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
    effects: [{ type: 'refresh' }],
  }
}

function changeCohost(room: Room, person: Person, isCohost: boolean): Step {
  const { memberId } = person
  if (room.cohosts.has(memberId) === isCohost) return unchanged(room)
  const cohosts = new Set(room.cohosts)
  if (isCohost) cohosts.add(memberId)
  else cohosts.delete(memberId)
  const silenced = isCohost ? withoutMember(room.silenced, memberId) : room.silenced
  return chain(
    room,
    (before) => ({
      room: { ...before, cohosts, silenced },
      effects: [{ type: 'refresh' }],
    }),
    (before) => closeUnlessAllowed(before, person),
  )
}

function lowerHand(room: Room, memberId: string): Step {
  if (!room.hands.has(memberId)) return unchanged(room)
  const hands = without(room.hands, memberId)
  return { room: { ...room, hands }, effects: [{ type: 'refresh' }] }
}

/** From here on the member can't get in again. */
function remove(room: Room, person: Person): Step {
  const { id, memberId, anonymousUsername } = person
  const removed = new Map(room.removed).set(memberId, { id, anonymousUsername })
  return chain(
    { ...room, removed },
    (before) => changeCohost(before, person, false),
    (before) => leave(before, before.people.get(id) ?? person, 'removed'),
  )
}

/** A member whom a host has removed may come back. */
function letIn(room: Room, participantId: string): Step {
  const entry = [...room.removed].find(([, { id }]) => id === participantId)
  if (!entry) return unchanged(room)
  const removed = without(room.removed, entry[0])
  return { room: { ...room, removed }, effects: [{ type: 'refresh' }] }
}

function changeRules(room: Room, { text, isShown }: { text: string; isShown: boolean }): Step {
  if (room.rules === text && room.areRulesShown === isShown) return unchanged(room)
  return {
    room: { ...room, rules: text, areRulesShown: isShown },
    effects: [{ type: 'refresh' }],
  }
}

function changeQuestion(
  room: Room,
  questionId: number,
  changes: Partial<Pick<Question, 'isAnswered' | 'state' | 'isAskerSilenced'>>,
): Step {
  const question = room.questions.find(({ id }) => id === questionId)
  if (!question) return unchanged(room)
  const changed = { ...question, ...changes }
  if (JSON.stringify(changed) === JSON.stringify(question)) return unchanged(room)
  const questions = room.questions.map((one) => (one === question ? changed : one))
  return { room: { ...room, questions }, effects: [{ type: 'refresh' }] }
}

function refuse(room: Room, { id }: Person, sentence: string): Step {
  return { room, effects: [{ type: 'send', id, message: { type: 'refused', sentence } }] }
}
