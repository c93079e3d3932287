import type { User, UserSession } from '#contract/accounts.ts'
import { versionOf } from '#server/domain/version.ts'
import type { SessionRow } from './sessions-store.ts'
import type { MemberRow } from './store.ts'

/** A member's own account data; shown to no one else. */
export function presentUser(row: MemberRow, factors: User['factors']): User {
  return {
    id: row.memberId,
    username: row.username,
    email: row.email,
    emailVerified: row.emailVerifiedAt !== null,
    anonymousUsername: row.anonymousUsername,
    hasPassword: row.passwordHash !== null,
    isAdmin: row.isAdmin,
    rights: row.rights,
    factors,
    timeZone: row.timeZone,
    neutralName: row.neutralName,
    createdAt: row.createdAt.toISOString(),
    version: versionOf(editable(row)),
  }
}

export type Editable = Pick<User, 'timeZone' | 'neutralName' | 'anonymousUsername'>

/** The fields of a `User` that its version is about. */
export function editable({ timeZone, neutralName, anonymousUsername }: Editable): Editable {
  return { timeZone, neutralName, anonymousUsername }
}

export function presentSession(row: SessionRow, currentSessionId: number): UserSession {
  return {
    id: row.sessionId,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    device: row.device,
    current: row.sessionId === currentSessionId,
  }
}
