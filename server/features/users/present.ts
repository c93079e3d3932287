import type { TeamMember } from '#contract/team.ts'
import type { AdminUser } from '#contract/users.ts'
import type { Admin } from '#server/domain/viewer.ts'
import type { TeamRow, UserRow } from './store.ts'

/** The one answer in which a community username stands beside a login name and an address. */
export function presentUser(row: UserRow, admin: Admin): AdminUser {
  return {
    id: row.memberId,
    username: row.username,
    email: row.email,
    emailVerified: row.emailVerifiedAt !== null,
    anonymousUsername: row.anonymousUsername,
    createdAt: row.createdAt.toISOString(),
    isAdmin: row.rights.length > 0,
    isSuspended: row.suspendedAt !== null,
    isSelf: row.memberId === admin.id,
  }
}

export function presentTeamMember(row: TeamRow, admin: Admin): TeamMember {
  return {
    id: row.memberId,
    username: row.username,
    rights: row.rights,
    since: row.adminSince?.toISOString() ?? null,
    changedAt: row.rightsChangedAt?.toISOString() ?? null,
    changedBy: row.changedBy,
    isSuspended: row.suspendedAt !== null,
    isSelf: row.memberId === admin.id,
  }
}
