import type { AdminUser } from '#contract/users.ts'
import type { Admin } from '#server/domain/viewer.ts'
import type { UserRow } from './store.ts'

/** The one answer in which a community username stands beside a login name and an address. */
export function presentUser(row: UserRow, admin: Admin): AdminUser {
  return {
    id: row.memberId,
    username: row.username,
    email: row.email,
    emailVerified: row.emailVerifiedAt !== null,
    anonymousUsername: row.anonymousUsername,
    createdAt: row.createdAt.toISOString(),
    isAdmin: row.isAdmin,
    isSuspended: row.suspendedAt !== null,
    isSelf: row.memberId === admin.id,
  }
}
