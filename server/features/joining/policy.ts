import type { InvitationState } from '#contract/joining.ts'

/** The facts that decide whether an invitation can be used. */
export interface InvitationFacts {
  maxUses: number
  uses: number
  expiresAt: Date
  revokedAt: Date | null
}

/** `used` takes precedence over `expired`, because it is more informative. */
export function stateOf(
  invitation: InvitationFacts,
  now: Date,
): Exclude<InvitationState, 'unknown'> {
  if (invitation.revokedAt) return 'revoked'
  if (invitation.uses >= invitation.maxUses) return 'used'
  return invitation.expiresAt <= now ? 'expired' : 'valid'
}
