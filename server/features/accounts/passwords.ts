import { randomUUID } from 'node:crypto'
import type { User, UserChanges } from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError, notSignedIn } from '#server/domain/app-error.ts'
import type { Browser } from '#server/domain/browser.ts'
import { type OwnNames, refusalOfPassword } from '#server/domain/new-password.ts'
import { hashPassword, isPassword, pretendToCheck } from '#server/domain/password.ts'
import { requireKnown } from '#server/domain/version.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import type { Count } from '#server/http/rate-limit.ts'
import { hashToken, newToken } from '#server/http/session.ts'
import { findHoldChangeId } from '../address-changes/holds.ts'
import { queueMail } from '../email/service.ts'
import { passwordChangedMail, passwordResetMail } from '../email/templates/account-mails.ts'
import { factorsOf } from '../factors/lookup.ts'
import { moveReminder } from '../notifications/reminder.ts'
import { noteFailedSignIn, recordSecurityEvent } from '../security-log/service.ts'
import { siteTitle } from '../settings/service.ts'
import { findDevice, knownDeviceCookie } from './devices.ts'
import { editable, presentUser } from './present.ts'
import { announceMembers, enter, openSession, type SignedIn, type SignIn } from './sessions.ts'
import { deleteSessions } from './sessions-store.ts'
import {
  deleteResets,
  findMember,
  findMemberByEmail,
  findMemberByLogin,
  findReset,
  insertReset,
  lockCodes,
  lockMember,
  type MemberRow,
  takeReset,
  updateMember,
} from './store.ts'
import { verifyAddress } from './takeover.ts'

const RESET_MINUTES = 60
/** How long after a sign-in with a code an account without a password can set one. */
const FRESH_MINUTES = 15

/**
 * Signs in with a username or an email address. The response and its timing are the same whether
 * the name or the password was wrong.
 */
export async function signInWithPassword(
  context: Context,
  input: { username: string; password: string; browser: Browser },
): Promise<SignIn> {
  const { browser, password } = input
  const login = input.username.normalize('NFKC').toLowerCase()
  const member = await findMemberByLogin(context.db, login)
  await requireRightPassword(context, { login, member, password, browser })
  return enter(context, { browser, proof: 'password' }, async (trx) => {
    // A reset since the check may have replaced the password.
    const current = member && (await lockMember(trx, member.memberId))
    if (!current || current.passwordHash !== member.passwordHash) throw wrongPassword()
    return current
  })
}

async function requireRightPassword(
  context: Context,
  input: { login: string; member: MemberRow | undefined; password: string; browser: Browser },
): Promise<void> {
  const { member, password, browser } = input
  const account = member?.memberId ?? input.login
  const device = findDevice(context, browser, member)
  const own: Count = device
    ? ['wrong-password-device', device]
    : ['wrong-password', `${account} ${browser.address}`]
  const shared: Count[] = device ? [] : [['wrong-password-account', account]]
  const visits: Count[] = device ? [] : [['sign-in-address', browser.address]]
  // Counted before the check, so that simultaneous guesses cannot exceed the limit.
  await context.limits.consumeAll([own, ...shared, ...visits])
  const isRight = member?.passwordHash
    ? await isPassword(member.passwordHash, password)
    : await pretendToCheck(password)
  if (!isRight) {
    if (member) noteFailedSignIn(context, { memberId: member.memberId, device: browser.device })
    throw wrongPassword()
  }
  await context.limits.forgive({ reset: [own], refund: shared })
}

function wrongPassword(): AppError {
  return new AppError('not_signed_in', 'Invalid username or password')
}

/**
 * Queues a job whether or not the address has an account, so that both cases take the same time.
 */
export async function requestReset(
  context: Context,
  { email, browser }: { email: string; browser: Browser },
): Promise<void> {
  const member = await findMemberByEmail(context.db, email)
  const device = findDevice(context, browser, member)
  await context.limits.consumeAll(
    device
      ? [['reset-email-device', device]]
      : [
          ['reset-address', browser.address],
          ['reset-email', `${email} ${browser.address}`],
          ['reset-email-account', email],
        ],
  )
  // For an unknown address, a random id: the job doesn't reveal which address was entered.
  const memberId = member?.memberId ?? randomUUID()
  await context.jobs.send(context.db, 'request-reset', { memberId })
}

/** Emails a reset link to a member; does nothing if no member has this id. */
async function mailReset(context: Context, memberId: string): Promise<void> {
  const token = newToken()
  const expiresAt = new Date(context.now().getTime() + RESET_MINUTES * 60_000)
  await inTransaction(context.db, async (trx) => {
    // Locked, so that no link is sent to an address that is being replaced.
    const member = await lockMember(trx, memberId)
    if (!member) return
    await insertReset(trx, {
      tokenHash: hashToken(token),
      memberId,
      expiresAt,
    })
    const url = `${context.config.publicUrl}/reset-password?token=${token}`
    const mail = passwordResetMail({ brand: await siteTitle(trx), url })
    await queueMail(context, trx, { kind: 'reset', to: member.email, mail, expiresAt })
  })
}

/**
 * Sets a new password with an emailed link, which also verifies the address; every session of the
 * account ends. Returns the cookie that makes the browser a known device.
 */
export async function resetPassword(
  context: Context,
  input: { token: string; newPassword: string; browser: Browser },
): Promise<string> {
  const { browser, newPassword } = input
  await context.limits.consume('verify-address', browser.address)
  const tokenHash = hashToken(input.token)
  const owner = await findReset(context.db, { tokenHash, now: context.now() })
  if (!owner) throw deadLink()
  const passwordHash = await newPasswordHash(newPassword, { names: owner, field: 'newPassword' })
  const memberId = await inTransaction(context.db, async (trx) => {
    await lockCodes(trx, owner.email)
    const taken = await takeReset(trx, { tokenHash, now: context.now() })
    if (!taken) throw deadLink()
    // Verified first, because a takeover removes the password.
    const { email } = (await lockMember(trx, taken)) ?? owner
    await verifyAddress(context, trx, { email, viewer: browser.viewer })
    // A link sent to an address that an administrator set gives no more access than that address.
    const passwordAddressChangeId = await findHoldChangeId(trx, {
      memberId: taken,
      now: context.now(),
    })
    await setPassword(context, trx, { memberId: taken, passwordHash, passwordAddressChangeId })
    await noteNewPassword(context, trx, { memberId: taken, browser, kind: 'password-reset' })
    await mailPasswordChanged(context, trx, email)
    return taken
  })
  announceMembers(context, [memberId])
  return knownDeviceCookie(context, browser, memberId)
}

function noteNewPassword(
  context: Context,
  trx: Queryable,
  input: { memberId: string; browser: Browser; kind: 'password-reset' | 'password-changed' },
): Promise<void> {
  const { memberId, browser, kind } = input
  return recordSecurityEvent(trx, { memberId, kind, device: browser.device, now: context.now() })
}

function deadLink(): AppError {
  return new AppError(
    'invalid_input',
    'This link has expired or was already used. Please ask for a new one.',
    { fields: { token: 'This link has expired or was already used.' } },
  )
}

/** Sets a password and ends all sessions and reset links of the account. */
async function setPassword(
  context: Context,
  trx: Queryable,
  input: { memberId: string; passwordHash: string; passwordAddressChangeId: number | null },
): Promise<MemberRow> {
  const { memberId, ...password } = input
  await deleteSessions(trx, memberId)
  await deleteResets(trx, memberId)
  return updateMember(trx, memberId, { ...password, devicesSince: context.now() })
}

/**
 * Changes the time zone, the neutral name or, with the current one, the password. A new password
 * ends all sessions and opens a new one in this browser; its cookies are then returned.
 */
export async function changeUser(
  context: Context,
  viewer: Viewer,
  { changes, browser }: { changes: UserChanges; browser: Browser },
): Promise<User | SignedIn> {
  const { timeZone, neutralName, newPassword } = changes
  const passwordHash = newPassword
    ? await provenNewHash(context, viewer, { ...changes, newPassword })
    : undefined
  const changed = await inTransaction(context.db, async (trx) => {
    // A password locks the codes before the member.
    const current = await (passwordHash ? findMember : lockMember)(trx, viewer.id)
    if (!current) throw notSignedIn()
    const factors = await factorsOf(trx, viewer.id)
    const newer = (): User => presentUser(current, factors)
    const known = { version: changes.version, saved: editable(current), newer }
    requireKnown({ ...known, changes: { timeZone, neutralName } })
    const settings = {
      ...(timeZone !== undefined && { timeZone }),
      ...(neutralName !== undefined && { neutralName }),
    }
    const member =
      Object.keys(settings).length > 0 ? await updateMember(trx, viewer.id, settings) : current
    if (member.timeZone !== current.timeZone) await moveReminder(context, trx, viewer.id)
    if (!passwordHash) return presentUser(member, factors)
    const memberId = viewer.id
    const passwordAddressChangeId = viewer.heldUntil
      ? await findHoldChangeId(trx, { memberId, now: context.now() })
      : null
    const updated = await setPassword(context, trx, {
      memberId,
      passwordHash,
      passwordAddressChangeId,
    })
    await noteNewPassword(context, trx, { memberId, browser, kind: 'password-changed' })
    await mailPasswordChanged(context, trx, updated.email)
    return openSession(context, trx, { member: updated, browser, proof: 'password' })
  })
  announceMembers(context, [viewer.id])
  return changed
}

/**
 * The hash of a new password, after checking the current one. An account without a password can set
 * its first one within `FRESH_MINUTES` of a sign-in.
 */
async function provenNewHash(
  context: Context,
  viewer: Viewer,
  input: { currentPassword?: string | undefined; newPassword: string },
): Promise<string> {
  const member = await findMember(context.db, viewer.id)
  if (!member) throw notSignedIn()
  if (member.passwordHash !== null) {
    const password = input.currentPassword ?? ''
    await provePassword(context, viewer, { password, field: 'currentPassword' })
  } else if (context.now().getTime() - viewer.signedInAt.getTime() > FRESH_MINUTES * 60_000) {
    const sentence = 'Sign in again with a code to choose a password, or use an emailed link.'
    throw new AppError('invalid_input', sentence, { fields: { newPassword: sentence } })
  }
  return newPasswordHash(input.newPassword, { names: member, field: 'newPassword' })
}

/**
 * Throws `invalid_input` on `field` if this is not the viewer's password; wrong tries are limited.
 */
export async function provePassword(
  context: Context,
  viewer: Viewer,
  input: { password: string; field: string },
): Promise<void> {
  // Per session, so that a stolen session does not use up the tries of the others.
  const tries: Count = ['wrong-password', `${viewer.id} ${viewer.sessionId}`]
  await context.limits.consumeAll([tries])
  const member = await findMember(context.db, viewer.id)
  if (member?.passwordHash && (await isPassword(member.passwordHash, input.password))) {
    return context.limits.forgive({ reset: [tries] })
  }
  const sentence =
    member?.passwordHash === null
      ? 'Your account has no password yet. Choose one on your account page first.'
      : 'This is not your current password.'
  throw new AppError('invalid_input', sentence, { fields: { [input.field]: sentence } })
}

async function mailPasswordChanged(context: Context, trx: Queryable, email: string): Promise<void> {
  const mail = passwordChangedMail({
    brand: await siteTitle(trx),
    resetUrl: `${context.config.publicUrl}/auth`,
  })
  await queueMail(context, trx, { kind: 'password-changed', to: email, mail })
}

/** The hash of a new password. Throws `invalid_input` on `field` if it is too easy to guess. */
export async function newPasswordHash(
  password: string,
  { names, field }: { names: OwnNames; field: string },
): Promise<string> {
  const refusal = await refusalOfPassword(password, names)
  if (refusal) throw new AppError('invalid_input', refusal, { fields: { [field]: refusal } })
  return hashPassword(password)
}

export async function startAccountJobs(context: Context): Promise<void> {
  await context.jobs.work('request-reset', ({ memberId }) => mailReset(context, memberId))
}
