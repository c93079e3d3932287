import {
  AnonymousUsername,
  Email,
  type FirstAdmin,
  type Registration,
  type User,
  Username,
} from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import type { Db, Queryable } from '#server/db/connect.ts'
import { brokenUniqueRule, inTransaction } from '#server/db/transaction.ts'
import { isReservedName, nameKey } from '#server/domain/name-key.ts'
import { hashPassword } from '#server/domain/password.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { AppError } from '#server/http/app-error.ts'
import { hashToken, newToken } from '#server/http/session.ts'
import { queueMail } from '../email/service.ts'
import { welcomeMail } from '../email/templates/account-mails.ts'
import { readSettings } from '../settings/service.ts'
import { isRightCode, spendCode } from './codes-service.ts'
import { presentUser } from './present.ts'
import { openSession, type SignedIn } from './sessions-service.ts'
import {
  findMember,
  findMemberByLogin,
  hasAdmin,
  insertFirstAdminLink,
  insertMember,
  isTaken,
  type MemberRow,
  takeFirstAdminLink,
  updateMember,
} from './store.ts'

const LINK_HOURS = 24

/** The inputs that must be nobody else's, with the sentence when they are. */
const TAKEN = {
  username: 'Username is already taken',
  email: 'Email is already registered',
  anonymousUsername: 'Community username is already taken',
} as const
type UniqueInput = keyof typeof TAKEN

export const EMAIL_TAKEN = TAKEN.email

const UNIQUE_RULES: Record<string, UniqueInput> = {
  member_username_key: 'username',
  member_username_key_key: 'username',
  member_email_key: 'email',
  member_anonymous_username_key_key: 'anonymousUsername',
}

export async function readUser(context: Context, viewer: Viewer): Promise<User> {
  const member = await findMember(context.db, viewer.id)
  if (!member) throw new AppError('not_signed_in', 'Please sign in to go on.')
  return presentUser(member)
}

/** Whether a login name is free: nobody's, no look-alike of one, not reserved. */
export async function isUsernameFree(db: Db, value: string): Promise<boolean> {
  const username = Username.safeParse(value)
  if (!username.success || isReservedName(username.data)) return false
  return !(await isTaken(db, 'usernameKey', nameKey(username.data)))
}

export async function isEmailFree(db: Db, value: string): Promise<boolean> {
  const email = Email.safeParse(value)
  return email.success && !(await isTaken(db, 'email', email.data))
}

/** Whether a community username is free: nobody's, no look-alike of one, not reserved. */
export async function isAnonymousUsernameFree(db: Db, value: string): Promise<boolean> {
  const name = AnonymousUsername.safeParse(value)
  if (!name.success || isReservedName(name.data)) return false
  const key = nameKey(name.data)
  return key !== '' && !(await isTaken(db, 'anonymousUsernameKey', key))
}

/** Creates an account and signs in. A right code proves the address; a wrong one is refused. */
export async function register(
  context: Context,
  input: { registration: Registration; address: string; device: string },
): Promise<SignedIn> {
  const { registration } = input
  await context.limits.consume('register-address', input.address)
  await requireFree(context.db, registration)
  const code = registration.otp && { email: registration.email, code: registration.otp }
  if (code) await proveCode(context, { ...code, address: input.address })
  const row = await newMember(context, registration)
  return inTransaction(context.db, async (trx) => {
    if (code && !(await spendCode(context, trx, code))) throw invalidCode()
    const member = await insertOwn(trx, {
      ...row,
      emailVerifiedAt: code ? context.now() : null,
    })
    return welcome(context, trx, { member, device: input.device })
  })
}

/**
 * A link that makes the first administrator, or undefined when there is one already.
 * It lives a day and serves once.
 */
export async function offerFirstAdminLink(context: Context): Promise<string | undefined> {
  if (await hasAdmin(context.db)) return undefined
  const token = newToken()
  await insertFirstAdminLink(context.db, {
    tokenHash: hashToken(token),
    expiresAt: new Date(context.now().getTime() + LINK_HOURS * 3_600_000),
  })
  return `${context.config.publicUrl}/first-admin?token=${token}`
}

/** Creates the first administrator. Throws `invalid_input` for a used, expired or unknown link. */
export async function createFirstAdmin(
  context: Context,
  input: { registration: FirstAdmin; address: string; device: string },
): Promise<SignedIn> {
  await context.limits.consume('verify-address', input.address)
  const { token, ...registration } = input.registration
  await requireFree(context.db, registration)
  const row = await newMember(context, registration)
  return inTransaction(context.db, async (trx) => {
    const isValid = await takeFirstAdminLink(trx, {
      tokenHash: hashToken(token),
      now: context.now(),
    })
    if (!isValid || (await hasAdmin(trx))) {
      throw new AppError(
        'invalid_input',
        'This link has expired or was already used. Restart the server for a new one.',
        { fields: { token: 'This link is not valid any more.' } },
      )
    }
    const member = await insertOwn(trx, { ...row, isAdmin: true })
    return welcome(context, trx, { member, device: input.device })
  })
}

/**
 * Makes a member an administrator who can sign in, whatever other administrators did; undefined
 * when nobody has this login name.
 */
export async function makeAdmin(db: Db, username: string): Promise<string | undefined> {
  const member = await findMemberByLogin(db, username.trim().toLowerCase())
  if (!member) return undefined
  await updateMember(db, member.memberId, { isAdmin: true, suspendedAt: null })
  return member.memberId
}

type NewMember = Parameters<typeof insertMember>[1]

async function newMember(
  context: Context,
  registration: Omit<Registration, 'otp'>,
): Promise<NewMember> {
  const { username, email, anonymousUsername } = registration
  return {
    username,
    usernameKey: nameKey(username),
    email,
    passwordHash: await hashPassword(registration.password),
    anonymousUsername,
    anonymousUsernameKey: nameKey(anonymousUsername),
    timeZone: registration.timeZone ?? (await readSettings(context.db)).timeZone,
    createdAt: context.now(),
  }
}

async function requireFree(db: Db, input: Pick<Registration, UniqueInput>): Promise<void> {
  const [username, email, anonymousUsername] = await Promise.all([
    isUsernameFree(db, input.username),
    isEmailFree(db, input.email),
    isAnonymousUsernameFree(db, input.anonymousUsername),
  ])
  const free = { username, email, anonymousUsername }
  // The keys of TAKEN are exactly these three.
  const taken = (Object.keys(TAKEN) as UniqueInput[]).filter((name) => !free[name])
  if (taken.length > 0) throw takenError(taken)
}

function takenError(inputs: UniqueInput[]): AppError {
  const [first = 'username'] = inputs
  return new AppError('conflict', TAKEN[first], {
    fields: Object.fromEntries(inputs.map((name) => [name, TAKEN[name]])),
  })
}

/** Inserts a member; when somebody else took a name a moment before, says which. */
async function insertOwn(trx: Queryable, row: NewMember): Promise<MemberRow> {
  try {
    return await insertMember(trx, row)
  } catch (error) {
    const input = UNIQUE_RULES[brokenUniqueRule(error) ?? '']
    throw input ? takenError([input]) : error
  }
}

async function proveCode(
  context: Context,
  input: { email: string; code: string; address: string },
): Promise<void> {
  await context.limits.consume('verify-address', input.address)
  if (!(await isRightCode(context, input))) throw invalidCode()
}

function invalidCode(): AppError {
  return new AppError('invalid_input', 'Invalid code', { fields: { otp: 'Invalid code' } })
}

async function welcome(
  context: Context,
  trx: Queryable,
  input: { member: MemberRow; device: string },
): Promise<SignedIn> {
  const { siteTitle } = await readSettings(trx)
  const mail = welcomeMail({ brand: siteTitle, url: context.config.publicUrl })
  await queueMail(context, trx, { kind: 'welcome', to: input.member.email, mail })
  return openSession(trx, { ...input, now: context.now(), proof: 'password' })
}
