import { RIGHT_WORDS, type Right } from '#contract/rights.ts'

const TEAM = RIGHT_WORDS.keeper.name

/** The facts that decide what a member may do in the administration. */
export interface MemberStatus {
  memberId: string
  rights: readonly Right[]
  suspendedAt: Date | null
}

/** Whether a member can use a right: a suspended member can't sign in. */
export function isActing({ rights, suspendedAt }: MemberStatus, right: Right): boolean {
  return rights.includes(right) && suspendedAt === null
}

/**
 * The reason why a member must keep the right `keeper` and stay able to use it; undefined if they
 * needn't.
 */
export function refusalOfLoss(
  member: MemberStatus,
  team: readonly MemberStatus[],
): string | undefined {
  if (!isActing(member, 'keeper')) return undefined
  const stays = team.some(
    (other) => other.memberId !== member.memberId && isActing(other, 'keeper'),
  )
  return stays ? undefined : `Nobody else has the right “${TEAM}”. Give it to someone else first.`
}

/** The reason why `actor` can't change a member's account; undefined if they can. */
export function refusalOfChange(actor: MemberStatus, member: MemberStatus): string | undefined {
  const isFree =
    member.rights.length === 0 ||
    member.memberId === actor.memberId ||
    actor.rights.includes('keeper')
  return isFree
    ? undefined
    : `This account is on the team. Only someone with the right “${TEAM}” can do this.`
}

/** The reason why `actor` can't suspend a member; undefined if they can. */
export function refusalOfSuspension(
  member: MemberStatus,
  { actor, team }: { actor: MemberStatus; team: readonly MemberStatus[] },
): string | undefined {
  if (member.memberId === actor.memberId) return 'You can’t suspend your own account.'
  return refusalOfChange(actor, member) ?? refusalOfLoss(member, team)
}
