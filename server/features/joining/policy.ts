import type { InvitationState } from '#contract/joining.ts'

/** What decides whether an invitation can be used. */
export interface InvitationFacts {
  maxUses: number
  uses: number
  expiresAt: Date
  revokedAt: Date | null
}

/** Used up comes before expired: it says more. */
export function stateOf(
  invitation: InvitationFacts,
  now: Date,
): Exclude<InvitationState, 'unknown'> {
  if (invitation.revokedAt) return 'revoked'
  if (invitation.uses >= invitation.maxUses) return 'used'
  return invitation.expiresAt <= now ? 'expired' : 'valid'
}
