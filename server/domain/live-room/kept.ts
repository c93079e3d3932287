import type { Kept, Question, Room } from './room.ts'

/** The state that is kept of one member of the room. */
export interface KeptMember {
  isAdmitted: boolean
  isCohost: boolean
  isInvited: boolean
  isRemoved: boolean
  isSilenced: boolean
  /** Null while their hand is down. */
  handRaisedAt: number | null
}

/** The changes of a step in the part of a room that outlives its process. */
export interface KeptChanges {
  members: ReadonlyMap<string, KeptMember>
  /** New ones, and those that have changed. */
  questions: readonly Question[]
  session: Pick<Kept, (typeof OF_SESSION)[number]> | undefined
  /** Kept for later sessions, too. */
  rules: string | undefined
}

const OF_SESSION = ['isInviteOnly', 'areQuestionsChecked', 'areRulesShown'] as const

const ABOUT_MEMBERS = ['admitted', 'cohosts', 'hands', 'invited', 'removed', 'silenced'] as const

/** Undefined if nothing of it has changed. */
export function keptChanges(before: Room, after: Room): KeptChanges | undefined {
  const members = changedMembers(before, after)
  const known = new Set(before.questions)
  const questions = after.questions.filter((question) => !known.has(question))
  const { isInviteOnly, areQuestionsChecked, areRulesShown } = after
  const session = OF_SESSION.some((field) => before[field] !== after[field])
    ? { isInviteOnly, areQuestionsChecked, areRulesShown }
    : undefined
  const rules = before.rules === after.rules ? undefined : after.rules
  const isSame = !session && rules === undefined && members.size === 0 && questions.length === 0
  return isSame ? undefined : { members, questions, session, rules }
}

function changedMembers(before: Room, after: Room): Map<string, KeptMember> {
  const parts = ABOUT_MEMBERS.filter((part) => before[part] !== after[part])
  const ids = new Set(parts.flatMap((part) => [...before[part].keys(), ...after[part].keys()]))
  const changed = [...ids].filter((memberId) => {
    const [was, is] = [before, after].map((room) => JSON.stringify(keptMember(room, memberId)))
    return was !== is
  })
  return new Map(changed.map((memberId) => [memberId, keptMember(after, memberId)]))
}

function keptMember(room: Room, memberId: string): KeptMember {
  return {
    isAdmitted: room.admitted.has(memberId),
    isCohost: room.cohosts.has(memberId),
    isInvited: room.invited.has(memberId),
    isRemoved: room.removed.has(memberId),
    isSilenced: room.silenced.has(memberId),
    handRaisedAt: room.hands.get(memberId) ?? null,
  }
}
