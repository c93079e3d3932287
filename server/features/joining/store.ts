import type { Insertable, Selectable } from 'kysely'
import type { JoiningSettings, JoiningSettingsInput } from '#contract/joining.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { Invitation } from '#server/db/schema.gen.ts'

export type InvitationRow = Selectable<Invitation>

const SETTINGS = [
  'mode',
  'holdsFirstReply',
  'newcomerDays',
  'newcomerReplies',
  'newcomerReports',
] as const satisfies (keyof JoiningSettings)[]

export function getSettings(db: Queryable): Promise<JoiningSettings> {
  return db.selectFrom('joiningSettings').select(SETTINGS).executeTakeFirstOrThrow()
}

/** Reads the settings and locks them until the transaction ends. */
export function lockSettings(trx: Queryable): Promise<JoiningSettings> {
  return trx.selectFrom('joiningSettings').select(SETTINGS).forUpdate().executeTakeFirstOrThrow()
}

/** Reads the settings with a shared lock, so that the mode stays until the transaction ends. */
export function holdSettings(trx: Queryable): Promise<JoiningSettings> {
  return trx.selectFrom('joiningSettings').select(SETTINGS).forShare().executeTakeFirstOrThrow()
}

/** Changes the given settings; `changes` must not be empty. */
export async function updateSettings(trx: Queryable, changes: JoiningSettingsInput): Promise<void> {
  await trx.updateTable('joiningSettings').set(changes).execute()
}

export function insertInvitation(
  db: Queryable,
  invitation: Insertable<Invitation>,
): Promise<InvitationRow> {
  return db.insertInto('invitation').values(invitation).returningAll().executeTakeFirstOrThrow()
}

export function findInvitation(
  db: Queryable,
  tokenHash: Buffer,
): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('invitation')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
}

/** Uses an invitation once; false if it can no longer be used. */
export async function spendInvitation(
  trx: Queryable,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<boolean> {
  const used = await trx
    .updateTable('invitation')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('tokenHash', '=', tokenHash)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .whereRef('uses', '<', 'maxUses')
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

/** Newest first, only those older than `before` if it is given. */
export function listInvitations(
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
export function lockInvitation(
  trx: Queryable,
  invitationId: number,
): Promise<InvitationRow | undefined> {
  return trx
    .selectFrom('invitation')
    .selectAll()
    .where('invitationId', '=', invitationId)
    .forUpdate()
    .executeTakeFirst()
}

export async function markRevoked(
  trx: Queryable,
  { invitationId, now }: { invitationId: number; now: Date },
): Promise<void> {
  await trx
    .updateTable('invitation')
    .set({ revokedAt: now })
    .where('invitationId', '=', invitationId)
    .execute()
}
