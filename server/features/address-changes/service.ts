import { DAY_MS, HOUR_MS } from '#contract/durations.ts'
import type { EmailChange } from '#contract/email-changes.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { hashToken, newToken } from '#server/http/session.ts'
import { emailOf, endCodes, moveAddress } from '../accounts/address.ts'
import { endAllAccess, forgetPassword } from '../accounts/takeover.ts'
import { recordAudit } from '../audit/service.ts'
import { queueMail } from '../email/service.ts'
import { emailChangeUndoneMail } from '../email/templates/user-mails.ts'
import { recordSecurityEvent } from '../security-log/service.ts'
import { siteTitle } from '../settings/service.ts'
import {
  type AddressChangeRow,
  deleteOldChanges,
  deleteRequest,
  deleteSessionsThrough,
  findChange,
  findUndoable,
  insertChange,
  type LockedMember,
  lockMemberForChange,
  markAgreed,
  markUndone,
  setVerifiedAt,
} from './store.ts'

/** An administrator's change can be stopped for 72 hours. */
const ADMIN_UNDO_MS = 72 * HOUR_MS
/** Sessions through an administrator's change can open private writing after 7 days. */
const HOLD_MS = 7 * DAY_MS
/** A member's own change can be undone for 7 days. */
const OWN_UNDO_MS = 7 * DAY_MS
/** A change is deleted after 30 days, when nothing depends on it anymore. */
const KEPT_MS = 30 * DAY_MS

/**
 * Stores a change in the transaction that makes it. Returns the link to send to the old address;
 * undefined if it was never verified, because it may be somebody else's.
 */
export async function rememberChange(
  context: Context,
  trx: Trx,
  input: {
    memberId: string
    byAdmin: boolean
    oldEmail: string
    oldEmailVerifiedAt: Date | null
    newEmail: string
  },
): Promise<string | undefined> {
  const token = newToken()
  const now = context.now()
  const after = (ms: number): Date => new Date(now.getTime() + ms)
  await insertChange(trx, {
    ...input,
    tokenHash: hashToken(token),
    createdAt: now,
    undoUntil: after(input.byAdmin ? ADMIN_UNDO_MS : OWN_UNDO_MS),
    holdUntil: input.byAdmin ? after(HOLD_MS) : null,
  })
  if (!input.oldEmailVerifiedAt) return undefined
  return `${context.config.publicUrl}/email-change?token=${token}`
}

/** The state of the change behind a link. Throws `not_found` for an unknown link. */
export async function readChange(
  context: Context,
  input: { token: string; address: string },
): Promise<EmailChange> {
  await context.limits.consume('verify-address', input.address)
  const change = await findChange(context.db, hashToken(input.token))
  if (!change) throw deadLink()
  return presentChange(change, context.now())
}

/**
 * Restores the account's previous address. Sessions that began through the new address end. Undoing
 * a member's own change ends all sessions and removes the password, because whoever made the change
 * had access to the account. Does nothing the second time.
 */
export async function undoChange(
  context: Context,
  input: { token: string; address: string },
): Promise<EmailChange> {
  return decide(context, input, lockBeforeUndo, async (trx, { change, member }) => {
    if (change.undoneAt) return
    if (!canUndo(change, context.now())) throw tooLate(change)
    await restore(context, trx, { change, member })
    await recordAudit(trx, null, { action: 'user-email-change-undone', subjectId: change.memberId })
  })
}

/** Confirms an administrator's change. Does nothing the second time. */
export async function agreeToChange(
  context: Context,
  input: { token: string; address: string },
): Promise<EmailChange> {
  return decide(context, input, lockMemberForChange, async (trx, { change }) => {
    const { addressChangeId, agreedAt } = change
    const now = context.now()
    if (agreedAt) return
    if (!canAgree(change, now)) throw tooLate(change)
    await markAgreed(trx, { addressChangeId, now })
  })
}

/**
 * For an administrator who sets an address that the account recently had: undoes that change, so
 * that nobody has to agree. Returns false if there is no such change.
 */
export async function returnToAddress(
  context: Context,
  trx: Trx,
  { memberId, email }: { memberId: string; email: string },
): Promise<boolean> {
  const input = { memberId, oldEmail: email, now: context.now() }
  if (!(await findUndoable(trx, input))) return false
  const member = await lockBeforeUndo(trx, memberId)
  // Read again under the lock: another request may have decided meanwhile.
  const change = member && (await findUndoable(trx, input))
  if (!change) return false
  await restore(context, trx, { change, member })
  return true
}

/** Run by a daily job: deletes changes older than 30 days. */
function forgetOldChanges(context: Context): Promise<void> {
  return deleteOldChanges(context.db, new Date(context.now().getTime() - KEPT_MS))
}

/** Runs `work` on the change while its member is locked, so that decisions run one at a time. */
async function decide(
  context: Context,
  input: { token: string; address: string },
  lock: (trx: Trx, memberId: string) => Promise<LockedMember | undefined>,
  work: (trx: Trx, locked: { change: AddressChangeRow; member: LockedMember }) => Promise<void>,
): Promise<EmailChange> {
  await context.limits.consume('verify-address', input.address)
  const tokenHash = hashToken(input.token)
  const found = await findChange(context.db, tokenHash)
  if (!found) throw deadLink()
  const change = await inTransaction(context.db, async (trx) => {
    const member = await lock(trx, found.memberId)
    // Read again under the lock: another request may have decided meanwhile.
    const change = member && (await findChange(trx, tokenHash))
    if (!change) throw deadLink()
    await work(trx, { change, member })
    return (await findChange(trx, tokenHash)) ?? change
  })
  context.changes.announce({ kind: 'member', memberId: change.memberId })
  return presentChange(change, context.now())
}

/** Ends the codes of the account's current address, then locks the member. */
async function lockBeforeUndo(trx: Trx, memberId: string): Promise<LockedMember | undefined> {
  const email = await emailOf(trx, memberId)
  if (email !== undefined) await endCodes(trx, email)
  const member = await lockMemberForChange(trx, memberId)
  if (member && member.email !== email) {
    throw new AppError('conflict', 'This address was just changed. Please try again.')
  }
  return member
}

/**
 * Undoes a change and every later one, in the caller's transaction, which has locked the member.
 */
async function restore(
  context: Context,
  trx: Trx,
  { change, member }: { change: AddressChangeRow; member: LockedMember },
): Promise<void> {
  const { memberId, oldEmail, oldEmailVerifiedAt, addressChangeId: fromId } = change
  const { email } = member
  const now = context.now()
  if (email !== oldEmail) {
    await moveAddress(context, trx, {
      memberId,
      oldEmail: email,
      newEmail: oldEmail,
      field: 'token',
    })
    if (member.emailVerifiedAt) {
      const mail = emailChangeUndoneMail({ brand: await siteTitle(trx) })
      await queueMail(context, trx, { kind: 'email-change-undone', to: email, memberId, mail })
    }
  }
  await setVerifiedAt(trx, { memberId, verifiedAt: oldEmailVerifiedAt })
  await markUndone(trx, { memberId, fromId, now })
  await deleteRequest(trx, memberId)
  await endAccess(context, trx, change)
  await recordSecurityEvent(trx, { memberId, kind: 'email-change-undone', device: '', now })
}

async function endAccess(context: Context, trx: Trx, change: AddressChangeRow): Promise<void> {
  const { memberId, addressChangeId: fromId, byAdmin } = change
  if (!byAdmin) {
    await endAllAccess(context, trx, memberId)
    return
  }
  const member = await lockMemberForChange(trx, memberId)
  await deleteSessionsThrough(trx, { memberId, fromId })
  if ((member?.passwordAddressChangeId ?? 0) >= fromId) await forgetPassword(context, trx, memberId)
}

function deadLink(): AppError {
  return new AppError('not_found', 'This link is not valid. Open it again from the email.')
}

function tooLate(change: AddressChangeRow): AppError {
  if (change.undoneAt) return new AppError('conflict', 'This change was already stopped.')
  if (change.agreedAt) return new AppError('conflict', 'This change was already confirmed.')
  return new AppError('conflict', 'This link has expired. The change can no longer be undone.')
}

/** The facts that decide what can be done with an address change. */
interface ChangeFacts {
  createdAt: Date
  byAdmin: boolean
  undoUntil: Date
  holdUntil: Date | null
  agreedAt: Date | null
  undoneAt: Date | null
}

function canUndo(change: ChangeFacts, now: Date): boolean {
  return isOpen(change) && change.undoUntil > now
}

/** Whether agreeing has an effect: it ends a running hold on private writing. */
function canAgree(change: ChangeFacts, now: Date): boolean {
  return isOpen(change) && change.holdUntil !== null && change.holdUntil > now
}

function isOpen({ agreedAt, undoneAt }: ChangeFacts): boolean {
  return agreedAt === null && undoneAt === null
}

/** Contains no address: the link's reader knows their own and must not learn the other one. */
function presentChange(change: ChangeFacts, now: Date): EmailChange {
  const [undo, agree] = [canUndo(change, now), canAgree(change, now)]
  return {
    byAdmin: change.byAdmin,
    changedAt: change.createdAt.toISOString(),
    state: stateOf(change, undo || agree),
    undoUntil: undo ? change.undoUntil.toISOString() : null,
    holdUntil: agree ? (change.holdUntil?.toISOString() ?? null) : null,
  }
}

function stateOf(change: ChangeFacts, isOpen: boolean): EmailChange['state'] {
  if (change.undoneAt) return 'undone'
  if (change.agreedAt) return 'agreed'
  return isOpen ? 'open' : 'over'
}

export async function startAddressChangeJobs(context: Context): Promise<void> {
  await context.jobs.repeat('forget-address-changes', '20 4 * * *', () => forgetOldChanges(context))
}
