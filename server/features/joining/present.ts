import type { Invitation } from '#contract/joining.ts'
import { stateOf } from './policy.ts'
import type { InvitationRow } from './store.ts'

export function presentInvitation(
  row: InvitationRow,
  { viewer, now }: { viewer: { id: string }; now: Date },
): Invitation {
  return {
    id: row.invitationId,
    kind: row.kind,
    state: stateOf(row, now),
    maxUses: row.maxUses,
    uses: row.uses,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    mine: row.createdBy === viewer.id,
  }
}
