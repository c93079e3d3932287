import type { Insertable, Selectable } from 'kysely'
import { DAY_MS } from '#contract/durations.ts'
import {
  INVITATION_PAGE,
  type Invitation,
  type InvitationState,
  type NewInvitation,
} from '#contract/joining.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { Invitation as InvitationTable } from '#server/db/schema.gen.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { hashToken, newToken } from '#server/http/session.ts'
import { recordAudit } from '../audit/service.ts'

/** A page of invitations, newest first. */
export async function readInvitations(
  context: Context,
  admin: Admin,
  { before }: { before?: number | undefined },
): Promise<Invitation[]> {
  const rows = await listInvitations(context.db, { before, limit: INVITATION_PAGE })
  return rows.map((row) => presentInvitation(row, { viewer: admin, now: context.now() }))
}

/** Creates an invitation and returns its link, which cannot be shown again. */
export async function createInvitation(
  context: Context,
  admin: Admin,
  input: NewInvitation,
): Promise<Invitation & { url: string }> {
  await context.limits.consume('invitation-admin', admin.id)
  const { row, url } = await inTransaction(context.db, async (trx) => {
    const made = await makeInvitation(context, trx, {
      ...input,
      name: input.name || null,
      kind: 'link',
      createdBy: admin.id,
    })
    await recordAudit(trx, admin, {
      action: 'invitation-created',
      subjectId: made.row.invitationId,
      detail: { maxUses: input.maxUses, days: input.days },
    })
    return made
  })
  return { ...presentInvitation(row, { viewer: admin, now: context.now() }), url }
}

/** Creates an invitation in the caller's transaction. */
export async function makeInvitation(
  context: Pick<Context, 'config' | 'now'>,
  trx: Queryable,
  input: Pick<NewInvitation, 'maxUses' | 'days'> &
    Pick<InvitationRow, 'kind' | 'createdBy'> &
    Partial<Pick<InvitationRow, 'name'>>,
): Promise<{ row: InvitationRow; url: string }> {
  const { days, ...values } = input
  const token = newToken()
  const now = context.now()
  const row = await insertInvitation(trx, {
    ...values,
    tokenHash: hashToken(token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + days * DAY_MS),
  })
  // The token follows `#`, so that browsers send it to no server and in no referrer.
  return { row, url: `${context.config.publicUrl}/register#invite=${token}` }
}

/** Revokes an invitation. Throws `conflict` if it was used up or has expired. */
export async function revokeInvitation(
  context: Context,
  admin: Admin,
  invitationId: number,
): Promise<void> {
  await inTransaction(context.db, async (trx) => {
    const now = context.now()
    const invitation = await lockInvitation(trx, invitationId)
    if (!invitation) throw new AppError('not_found', 'This invitation does not exist.')
    const state = stateOf(invitation, now)
    if (state === 'revoked') return
    if (state !== 'valid') {
      const why = state === 'used' ? 'was used up' : 'has expired'
      throw new AppError('conflict', `This invitation ${why}, so there’s nothing to revoke.`)
    }
    await markRevoked(trx, { invitationId, now })
    await recordAudit(trx, admin, { action: 'invitation-revoked', subjectId: invitationId })
  })
}

function presentInvitation(
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

/** The facts that decide whether an invitation can be used. */
interface InvitationFacts {
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

export type InvitationRow = Selectable<InvitationTable>

function insertInvitation(
  db: Queryable,
  invitation: Insertable<InvitationTable>,
): Promise<InvitationRow> {
  return db.insertInto('invitation').values(invitation).returningAll().executeTakeFirstOrThrow()
}

/** Newest first, only those older than `before` if it is given. */
function listInvitations(
  db: Queryable,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<InvitationRow[]> {
  return db
    .selectFrom('invitation')
    .selectAll()
    .$if(before !== undefined, (query) => query.where('invitationId', '<', before ?? 0))
    .orderBy('invitationId', 'desc')
    .limit(limit)
    .execute()
}

/** Reads an invitation and locks it until the transaction ends. */
function lockInvitation(trx: Queryable, invitationId: number): Promise<InvitationRow | undefined> {
  return trx
    .selectFrom('invitation')
    .selectAll()
    .where('invitationId', '=', invitationId)
    .forUpdate()
    .executeTakeFirst()
}

async function markRevoked(
  trx: Queryable,
  { invitationId, now }: { invitationId: number; now: Date },
): Promise<void> {
  await trx
    .updateTable('invitation')
    .set({ revokedAt: now })
    .where('invitationId', '=', invitationId)
    .execute()
}
