import { RIGHTS } from '#contract/rights.ts'
import type { RightsChange, TeamMember } from '#contract/team.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { requireKnown } from '#server/domain/version.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { endAllSessions } from '../accounts/sessions.ts'
import { findMemberIdByPseudonym, recordAudit } from '../audit/service.ts'
import { refusalOfLoss } from './policy.ts'
import { lockFor, presentTeamMember } from './service.ts'
import { ROW, type TeamRow, updateUser } from './store.ts'

/** A community has only a few; the page would be useless beyond this. */
const MOST = 200

export async function readTeam(context: Context, admin: Admin): Promise<TeamMember[]> {
  const rows = await listTeam(context.db, MOST)
  return rows.map((row) => presentTeamMember(row, admin))
}

/**
 * Sets a member's rights, on all nodes at once. A member who gains a right is signed out, so that
 * no existing session gains rights. Throws `not_found` for an unknown community username, and `conflict` if
 * nobody who can give rights would be left, or if the rights have changed since `version`.
 */
export async function changeRights(
  context: Context,
  admin: Admin,
  change: RightsChange,
): Promise<TeamMember> {
  const memberId = await findMemberIdByPseudonym(context.db, change.anonymousUsername)
  if (!memberId) {
    const sentence = 'Nobody has this community username.'
    throw new AppError('not_found', sentence, { fields: { anonymousUsername: sentence } })
  }
  const rights = RIGHTS.filter((right) => change.rights.includes(right))
  const row = await inTransaction(context.db, async (trx) => {
    const { user, team } = await lockFor(trx, { admin, right: 'keeper', memberId })
    const gained = rights.filter((right) => !user.rights.includes(right))
    const lost = user.rights.filter((right) => !rights.includes(right))
    if (gained.length + lost.length === 0) return getTeamRow(trx, memberId)
    const before = await getTeamRow(trx, memberId)
    requireKnown({
      version: change.version,
      saved: user.rights.length > 0 ? { rights: user.rights } : undefined,
      changes: { rights },
      newer: () => presentTeamMember(before, admin),
    })
    const refusal = lost.includes('keeper') ? refusalOfLoss(user, team) : undefined
    if (refusal) throw new AppError('conflict', refusal)
    await recordAudit(trx, admin, {
      action: 'user-rights-changed',
      subjectId: memberId,
      detail: { given: gained.join(', '), taken: lost.join(', ') },
    })
    if (gained.length > 0) await endAllSessions(trx, memberId)
    await updateUser(trx, memberId, {
      rights,
      rightsChangedAt: context.now(),
      rightsChangedBy: admin.id,
    })
    return getTeamRow(trx, memberId)
  })
  // Whether a second person reads guidance may have changed.
  context.changes.announce({ kind: 'member', memberId }, { kind: 'topic', topic: 'guidance' })
  return presentTeamMember(row, admin)
}

function teamRows(db: Queryable) {
  return db
    .selectFrom('member')
    .leftJoin('member as changer', 'changer.memberId', 'member.rightsChangedBy')
    .select(ROW.map((column) => `member.${column}` as const))
    .select([
      'member.adminSince',
      'member.rightsChangedAt',
      'changer.anonymousUsername as changedBy',
    ])
}

/** Everyone with rights, longest-serving first. */
function listTeam(db: Queryable, limit: number): Promise<TeamRow[]> {
  return teamRows(db)
    .where('member.isAdmin', '=', true)
    .orderBy('member.adminSince')
    .orderBy('member.memberId')
    .limit(limit)
    .execute()
}

function getTeamRow(db: Queryable, memberId: string): Promise<TeamRow> {
  return teamRows(db).where('member.memberId', '=', memberId).executeTakeFirstOrThrow()
}
