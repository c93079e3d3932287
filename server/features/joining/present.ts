import type { Application, Invitation } from '#contract/joining.ts'
import type { ApplicationRow } from './applications-store.ts'
import { stateOf } from './policy.ts'
import type { InvitationRow } from './store.ts'

export function presentInvitation(
  row: InvitationRow,
  { viewer, now }: { viewer: { id: string }; now: Date },
): Invitation {
  return {
    id: row.invitationId,
    kind: row.kind,
    name: row.name,
    state: stateOf(row, now),
    maxUses: row.maxUses,
    uses: row.uses,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    mine: row.createdBy === viewer.id,
  }
}

export function presentApplication(row: ApplicationRow): Application {
  const { applicationId: id, email, message, createdAt } = row
  return { id, email, message, createdAt: createdAt.toISOString() }
}
