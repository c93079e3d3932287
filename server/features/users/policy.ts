import { RIGHT_WORDS, type Right } from '#contract/rights.ts'

const TEAM = RIGHT_WORDS.keeper.name

/** What somebody may do in the community. */
export interface Standing {
  memberId: string
  rights: readonly Right[]
  suspendedAt: Date | null
}

/** Whether somebody can use a right: a suspended member cannot sign in. */
export function isActing({ rights, suspendedAt }: Standing, right: Right): boolean {
  return rights.includes(right) && suspendedAt === null
}

/** Why a member must keep the right `keeper` and stay able to use it, or undefined. */
export function refusalOfLoss(member: Standing, team: readonly Standing[]): string | undefined {
  if (!isActing(member, 'keeper')) return undefined
  const stays = team.some(
    (other) => other.memberId !== member.memberId && isActing(other, 'keeper'),
  )
  return stays ? undefined : `Nobody else has the right “${TEAM}”. Give it to someone else first.`
}

/** Why `actor` cannot change somebody's account, or undefined when they can. */
export function refusalOfChange(actor: Standing, member: Standing): string | undefined {
  const isFree =
    member.rights.length === 0 ||
    member.memberId === actor.memberId ||
    actor.rights.includes('keeper')
  return isFree
    ? undefined
    : `This account is on the team. Only someone with the right “${TEAM}” can do this.`
}

/** Why `actor` cannot suspend a member, or undefined when they can. */
export function refusalOfSuspension(
  member: Standing,
  { actor, team }: { actor: Standing; team: readonly Standing[] },
): string | undefined {
  if (member.memberId === actor.memberId) return 'You can’t suspend your own account.'
  return refusalOfChange(actor, member) ?? refusalOfLoss(member, team)
}
