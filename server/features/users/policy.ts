/** What somebody may do in the community. */
export interface Standing {
  memberId: string
  isAdmin: boolean
  suspendedAt: Date | null
}

/** Whether an administrator can act as one: a suspended one cannot sign in. */
export function isActingAdmin({ isAdmin, suspendedAt }: Standing): boolean {
  return isAdmin && suspendedAt === null
}

/** Why a member cannot stop being an administrator, or undefined when they can. */
export function refusalOfDemotion(
  member: Standing,
  everyAdmin: readonly Standing[],
): string | undefined {
  const stays = everyAdmin.some(
    (other) => other.memberId !== member.memberId && isActingAdmin(other),
  )
  return stays
    ? undefined
    : 'You are the only administrator. Make someone else an administrator first.'
}

/** Why `actorId` cannot suspend a member, or undefined when they can. */
export function refusalOfSuspension(
  member: Standing,
  { actorId, everyAdmin }: { actorId: string; everyAdmin: readonly Standing[] },
): string | undefined {
  if (member.memberId === actorId) return 'You can’t suspend your own account.'
  return member.isAdmin ? refusalOfDemotion(member, everyAdmin) : undefined
}
