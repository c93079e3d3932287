import type { Purchase } from '#contract/shop.ts'
import type { TeamMember } from '#contract/team.ts'
import type { AdminUser, UserPurchase } from '#contract/users.ts'
import type { Admin } from '#server/domain/viewer.ts'
import type { TeamRow, UserRow } from './store.ts'

/** The only response that shows a community username together with a login name and an address. */
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
    lastSeenWeek: row.lastSeenWeek,
    isSelf: row.memberId === admin.id,
  }
}

/** Omits details that are only for the buyer. */
export function presentUserPurchase(purchase: Purchase): UserPurchase {
  const { id, title, productType, price, purchaseDate, status } = purchase
  const { accessUntil, hasAccess, isRefunded } = purchase
  return {
    ...{ id, title, productType, price, purchaseDate, status },
    ...{ accessUntil, hasAccess, isRefunded },
  }
}

export function presentTeamMember(row: TeamRow, admin: Admin): TeamMember {
  return {
    id: row.memberId,
    anonymousUsername: row.anonymousUsername,
    rights: row.rights,
    since: row.adminSince?.toISOString() ?? null,
    changedAt: row.rightsChangedAt?.toISOString() ?? null,
    changedBy: row.changedBy,
    isSuspended: row.suspendedAt !== null,
    isSelf: row.memberId === admin.id,
  }
}
