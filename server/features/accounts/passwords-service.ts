import type { User, UserChanges } from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { hashPassword, isPassword, pretendToCheck } from '#server/domain/password.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { AppError } from '#server/http/app-error.ts'
import { hashToken, newToken } from '#server/http/session.ts'
import { queueMail } from '../email/service.ts'
import { passwordChangedMail, passwordResetMail } from '../email/templates/account-mails.ts'
import { siteTitle } from '../settings/service.ts'
import { presentUser } from './present.ts'
import { openSession, type SignedIn } from './sessions-service.ts'
import {
  deleteResets,
  deleteSessions,
  findMember,
  findMemberByLogin,
  insertReset,
  lockMember,
  lockMemberByEmail,
  markEmailVerified,
  takeReset,
  updateMember,
} from './store.ts'

const RESET_MINUTES = 60

/**
 * Signs in with a login name or an e-mail address. Whichever was wrong, the answer and the time
 * it takes are the same.
 */
export async function signInWithPassword(
  context: Context,
  input: { username: string; password: string; address: string; device: string },
): Promise<SignedIn> {
  await context.limits.consume('sign-in-address', input.address)
  const login = input.username.normalize('NFKC').toLowerCase()
  const subject = `${login} ${input.address}`
  // Counted before the check, so that guesses at the same moment are not judged all at once.
  await context.limits.consume('wrong-password', subject)
  await context.limits.consume('wrong-password-account', login)
  const member = await findMemberByLogin(context.db, login)
  const isRight = member
    ? await isPassword(member.passwordHash, input.password)
    : await pretendToCheck(input.password)
  if (!member || !isRight) {
    throw new AppError('not_signed_in', 'Invalid username or password')
  }
  await context.limits.reset('wrong-password', subject)
  await context.limits.refund('wrong-password-account', login)
  return inTransaction(context.db, async (trx) => {
    // A reset that came in between has ended the password that was just checked.
    const current = await lockMember(trx, member.memberId)
    if (current?.passwordHash !== member.passwordHash) {
      throw new AppError('not_signed_in', 'Invalid username or password')
    }
    const { device } = input
    return openSession(trx, { member: current, device, now: context.now(), proof: 'password' })
  })
}

/** Queues the reset whether the address is known or not, so that both take the same time. */
export async function requestReset(
  context: Context,
  input: { email: string; address: string },
): Promise<void> {
  await context.limits.consume('reset-address', input.address)
  await context.limits.consume('reset-email', input.email)
  await context.jobs.send(context.db, 'request-reset', { email: input.email })
}

/** Mails a reset link if the address has an account. */
export async function mailReset(context: Context, email: string): Promise<void> {
  const token = newToken()
  await inTransaction(context.db, async (trx) => {
    // Locked, so that no link to an address outlives the moment when it is the member's no more.
    const member = await lockMemberByEmail(trx, email)
    if (!member) return
    await insertReset(trx, {
      tokenHash: hashToken(token),
      memberId: member.memberId,
      expiresAt: new Date(context.now().getTime() + RESET_MINUTES * 60_000),
    })
    const url = `${context.config.publicUrl}/reset-password?token=${token}`
    const mail = passwordResetMail({ brand: await siteTitle(trx), url })
    await queueMail(context, trx, { kind: 'reset', to: email, mail })
  })
}

/** Sets a new password with a mailed link; every session of the account ends. */
export async function resetPassword(
  context: Context,
  input: { token: string; newPassword: string; address: string },
): Promise<void> {
  await context.limits.consume('verify-address', input.address)
  const passwordHash = await hashPassword(input.newPassword)
  const now = context.now()
  const memberId = await inTransaction(context.db, async (trx) => {
    const taken = await takeReset(trx, { tokenHash: hashToken(input.token), now })
    if (!taken) {
      throw new AppError(
        'invalid_input',
        'This link has expired or was already used. Please ask for a new one.',
        { fields: { token: 'This link has expired or was already used.' } },
      )
    }
    const { email } = await updateMember(trx, taken, { passwordHash })
    await markEmailVerified(trx, email, now)
    await deleteSessions(trx, taken)
    await tellOfChange(context, trx, email)
    return taken
  })
  context.changes.announce({ kind: 'member', memberId })
}

/** Changes the time zone or, with the current one, the password; other sessions then end. */
export async function changeUser(
  context: Context,
  viewer: Viewer,
  changes: UserChanges,
): Promise<User> {
  const passwordHash = changes.newPassword
    ? await provenNewHash(context, viewer, changes.currentPassword, changes.newPassword)
    : undefined
  const member = await inTransaction(context.db, async (trx) => {
    const current = await findMember(trx, viewer.id)
    if (!current) throw new AppError('not_signed_in', 'Please sign in to go on.')
    if (!changes.timeZone && !passwordHash) return current
    const updated = await updateMember(trx, viewer.id, {
      ...(changes.timeZone && { timeZone: changes.timeZone }),
      ...(passwordHash && { passwordHash }),
    })
    if (passwordHash) {
      await deleteSessions(trx, viewer.id, viewer.sessionId)
      await deleteResets(trx, viewer.id)
      await tellOfChange(context, trx, updated.email)
    }
    return updated
  })
  context.changes.announce({ kind: 'member', memberId: viewer.id })
  return presentUser(member)
}

async function provenNewHash(
  context: Context,
  viewer: Viewer,
  currentPassword: string | undefined,
  newPassword: string,
): Promise<string> {
  await provePassword(context, viewer, {
    password: currentPassword ?? '',
    field: 'currentPassword',
  })
  return hashPassword(newPassword)
}

/** Throws unless the viewer knows their own password; wrong tries are limited. */
export async function provePassword(
  context: Context,
  viewer: Viewer,
  input: { password: string; field: string },
): Promise<void> {
  await context.limits.consume('wrong-password', viewer.id)
  const member = await findMember(context.db, viewer.id)
  if (member && (await isPassword(member.passwordHash, input.password))) {
    return context.limits.reset('wrong-password', viewer.id)
  }
  const sentence = 'This is not your current password.'
  throw new AppError('invalid_input', sentence, { fields: { [input.field]: sentence } })
}

async function tellOfChange(
  context: Context,
  trx: Parameters<typeof queueMail>[1],
  email: string,
): Promise<void> {
  const mail = passwordChangedMail({
    brand: await siteTitle(trx),
    resetUrl: `${context.config.publicUrl}/auth`,
  })
  await queueMail(context, trx, { kind: 'password-changed', to: email, mail })
}
