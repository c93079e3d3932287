import type { Page } from '#contract/endpoint.ts'
import type { PageQuery } from '#contract/fields.ts'
import type { Right } from '#contract/rights.ts'
import type { Purchase } from '#contract/shop.ts'
import type { TeamMember } from '#contract/team.ts'
import type {
  AdminUser,
  UserFilter,
  UserOrder,
  UserProfile,
  UserPurchase,
} from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { versionOf } from '#server/domain/version.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { endAllSessions } from '../accounts/sessions.ts'
import { recordAudit } from '../audit/service.ts'
import { withdrawSecondLooks } from '../review/refusals.ts'
import { announceQueue } from '../review/service.ts'
import { readSettings } from '../settings/service.ts'
import { browsePurchasesOf } from '../shop/purchases/service.ts'
import { isActing, refusalOfChange, refusalOfSuspension } from './policy.ts'
import {
  countMeasures,
  dropSuspension,
  findUser,
  listUsers,
  lockUserAndTeam,
  putSuspension,
  type TeamRow,
  type UserRow,
  updateUser,
} from './store.ts'

/**
 * Members, newest first unless ordered otherwise. Names and addresses appear together with
 * pseudonyms, so each read is in the audit log, with the accounts that a search matched, but not
 * the search text.
 */
export async function readUsers(
  context: Context,
  admin: Admin,
  query: PageQuery & {
    q?: string | undefined
    show?: UserFilter | undefined
    sort?: UserOrder | undefined
  },
): Promise<Page<AdminUser>> {
  const { q: text = '', show, sort = 'newest' } = query
  const { membershipProductId } = await readSettings(context.db)
  const { rows, total } = await listUsers(context.db, {
    text,
    show,
    membershipProductId,
    now: context.now(),
    sort,
    ...sliceOf(query),
  })
  const isSearch = text !== '' || show !== undefined
  // Before responding, so that no match is shown that the log lacks.
  await recordAudit(context.db, admin, {
    action: 'users-listed',
    detail: {
      page: query.page,
      searched: text === '' ? 'no' : 'yes',
      ...(show && { show }),
      ...(isSearch && { matched: rows.map((row) => row.memberId) }),
    },
  })
  return { items: rows.map((row) => presentUser(row, admin)), total }
}

/** One member. Each read is in the audit log. Throws `not_found`. */
export async function readUserProfile(
  context: Context,
  admin: Admin,
  memberId: string,
): Promise<UserProfile> {
  const row = await getUser(context.db, memberId)
  const measures = await countMeasures(context.db, memberId)
  await recordAudit(context.db, admin, { action: 'user-opened', subjectId: memberId })
  return { ...presentUser(row, admin), ...measures }
}

/** A member's purchases, newest first. Each read is in the audit log. Throws `not_found`. */
export async function readUserPurchases(
  context: Context,
  admin: Admin,
  { memberId, ...query }: PageQuery & { memberId: string },
): Promise<Page<UserPurchase>> {
  await getUser(context.db, memberId)
  await recordAudit(context.db, admin, { action: 'user-purchases-read', subjectId: memberId })
  const { items, total } = await browsePurchasesOf(context, memberId, query)
  return { items: items.map(presentUserPurchase), total }
}

/** Throws `not_found`. */
export async function getUser(db: Queryable, memberId: string): Promise<UserRow> {
  const user = await findUser(db, memberId)
  if (!user) throw noSuchUser()
  return user
}

/**
 * Suspends a member, who is signed out everywhere and can't sign in, or restores one. Their content
 * stays. The reason is for the member alone, so the audit log, which names the account, doesn't have it.
 * Throws `conflict` for the administrator's own account.
 */
export async function changeSuspension(
  context: Context,
  admin: Admin,
  input: { memberId: string; isSuspended: boolean; reason?: string | undefined },
): Promise<AdminUser> {
  const { memberId, isSuspended, reason = null } = input
  const user = await inTransaction(context.db, async (trx) => {
    const locked = await lockFor(trx, { admin, right: 'people', memberId })
    if ((locked.user.suspendedAt !== null) === isSuspended) {
      await recordAudit(trx, admin, { action: 'users-listed', subjectId: memberId })
      return locked.user
    }
    allow(refusalOfChange(locked.actor, locked.user))
    const action = isSuspended ? 'user-suspended' : 'user-restored'
    await recordAudit(trx, admin, { action, subjectId: memberId })
    if (isSuspended) return suspendLocked(context, trx, { ...locked, reason })
    await dropSuspension(trx, memberId)
    await withdrawSecondLooks(trx)
    return updateUser(trx, memberId, NOT_SUSPENDED)
  })
  announceSuspension(context, memberId)
  announceQueue(context)
  return presentUser(user, admin)
}

const NOT_SUSPENDED = { suspendedAt: null, suspensionReason: null } as const

/** Locks a suspended member with the team, as those do who restore them. */
export async function lockSuspended(trx: Trx, memberId: string): Promise<void> {
  await lockUserAndTeam(trx, memberId)
}

/** Call it after the commit. */
export function announceSuspension({ changes }: Context, memberId: string): void {
  changes.announce({ kind: 'member', memberId }, { kind: 'topic', topic: 'guidance' })
}

/**
 * Ends a suspension after a second look as if it had not been, or keeps it with the answer's reason, in
 * the caller's transaction, which has locked the member and the team. The audit log doesn't name the
 * member: it has the second look. Throws `not_allowed` if only someone with the right `keeper` may end it.
 */
export async function answerSuspension(
  trx: Trx,
  admin: Admin,
  input: { memberId: string; isLifted: boolean; reason: string },
): Promise<void> {
  const { memberId, isLifted, reason } = input
  const { actor, user } = await lockFor(trx, { admin, right: 'stories', memberId })
  if (!isLifted) {
    await updateUser(trx, memberId, { suspensionReason: reason })
    return
  }
  allow(refusalOfChange(actor, user))
  await dropSuspension(trx, memberId)
  const { suspensions } = await countMeasures(trx, memberId)
  const suspensionCount = Math.max(0, suspensions - 1)
  await updateUser(trx, memberId, { ...NOT_SUSPENDED, suspensionCount })
}

/**
 * Suspends the author of some content without naming them: the audit log has the content's id, not
 * the author's. Does nothing the second time. Throws `conflict` for the administrator's own
 * content, and if the account is deleted.
 */
export async function suspendAuthorOf(
  context: Context,
  admin: Admin,
  input: {
    memberId: string | null
    /** For the audit log. */
    entry: { action: `${'story' | 'reply' | 'prayer'}-author-suspended`; subjectId: number }
    reason: string
  },
): Promise<void> {
  const { memberId, entry, reason } = input
  if (memberId === null) throw formerAuthor()
  await inTransaction(context.db, async (trx) => {
    const locked = await lockFor(trx, { admin, right: 'stories', memberId }).catch(
      (error: unknown) => {
        throw error instanceof AppError && error.code === 'not_found' ? formerAuthor() : error
      },
    )
    if (locked.user.suspendedAt) return
    await suspendLocked(context, trx, { ...locked, reason })
    await recordAudit(trx, admin, { ...entry, detail: { reason } })
  })
  context.changes.announce({ kind: 'member', memberId })
}

async function suspendLocked(
  context: Context,
  trx: Trx,
  input: Locked & { reason: string | null },
): Promise<UserRow> {
  const { user, actor, reason } = input
  allow(refusalOfChange(actor, user))
  const refusal = refusalOfSuspension(user, input)
  if (refusal) throw new AppError('conflict', refusal)
  await endAllSessions(trx, user.memberId)
  const suspendedAt = context.now()
  const { suspensions } = await countMeasures(trx, user.memberId)
  const suspensionCount = suspensions + 1
  await putSuspension(trx, { memberId: user.memberId, suspendedAt, suspendedBy: actor.memberId })
  return updateUser(trx, user.memberId, { suspendedAt, suspensionReason: reason, suspensionCount })
}

/** Signs a member out everywhere. Throws `not_found`. */
export async function endSessionsOf(
  context: Context,
  admin: Admin,
  memberId: string,
): Promise<void> {
  await inTransaction(context.db, async (trx) => {
    const { actor, user } = await lockFor(trx, { admin, right: 'people', memberId })
    allow(refusalOfChange(actor, user))
    await endAllSessions(trx, memberId)
    await recordAudit(trx, admin, { action: 'user-sessions-ended', subjectId: memberId })
  })
  context.changes.announce({ kind: 'member', memberId })
}

interface Locked {
  user: UserRow
  /** The acting administrator, as read from the database now. */
  actor: UserRow
  /** Everyone with rights who can sign in. */
  team: UserRow[]
}

/**
 * Locks a member together with the whole team, so that if two administrators remove each other's
 * rights at once, the second one's right is already gone. Throws `not_allowed` then, and
 * `not_found`.
 */
export async function lockFor(
  trx: Trx,
  { admin, right, memberId }: { admin: Admin; right: Right; memberId: string },
): Promise<Locked> {
  const rows = await lockUserAndTeam(trx, memberId)
  const actor = rows.find((row) => row.memberId === admin.id)
  if (!actor || !isActing(actor, right)) {
    throw new AppError('not_allowed', 'Your rights have changed. Reload the page to continue.')
  }
  const user = rows.find((row) => row.memberId === memberId)
  if (!user) throw noSuchUser()
  const team = rows.filter((row) => row.rights.length > 0 && row.suspendedAt === null)
  return { user, actor, team }
}

/** Throws `not_allowed` with a reason. */
export function allow(refusal: string | undefined): void {
  if (refusal) throw new AppError('not_allowed', refusal)
}

function formerAuthor(): AppError {
  return new AppError('conflict', 'The author deleted their account, so there’s nobody to suspend.')
}

function noSuchUser(): AppError {
  return new AppError('not_found', 'This user does not exist.')
}

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
function presentUserPurchase(purchase: Purchase): UserPurchase {
  const { id, title, productType, price, purchaseDate, status } = purchase
  const { accessUntil, hasAccess, isRefunded } = purchase
  return {
    id,
    title,
    productType,
    price,
    purchaseDate,
    status,
    accessUntil,
    hasAccess,
    isRefunded,
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
    version: versionOf({ rights: row.rights }),
  }
}
