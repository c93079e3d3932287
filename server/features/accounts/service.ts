import type { Insertable } from 'kysely'
import {
  AnonymousUsername,
  Email,
  type Registration,
  type User,
  Username,
} from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import type { Db, Queryable, Trx } from '#server/db/connect.ts'
import type { Member } from '#server/db/schema.gen.ts'
import { brokenUniqueRule } from '#server/db/transaction.ts'
import { AppError, notSignedIn } from '#server/domain/app-error.ts'
import type { Browser } from '#server/domain/browser.ts'
import { isReservedName, nameColumns, nameKey } from '#server/domain/name-key.ts'
import { requireKnown } from '#server/domain/version.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { isReturnAddress } from '../address-changes/holds.ts'
import { queueMail } from '../email/service.ts'
import { welcomeMail } from '../email/templates/account-mails.ts'
import { factorsOf } from '../factors/lookup.ts'
import { admit, requireAdmission, requireAdult } from '../joining/admission.ts'
import { isPseudonymFree } from '../pseudonyms/names.ts'
import { readSettings, siteTitle } from '../settings/service.ts'
import { INVALID_CODE, refusalOfCode, spendCode } from './codes.ts'
import { newPasswordHash } from './passwords.ts'
import { type Editable, editable, presentUser } from './present.ts'
import { enter, type SignIn } from './sessions.ts'
import { findMember, findMemberByLogin, type MemberRow } from './store.ts'

const MANY_ACCOUNTS =
  'Many accounts were created from this network today. Verify your email address with a code to create yours.'

/** The inputs that must be unique, with the error shown when they are taken. */
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
  member_one_name_skeleton: 'anonymousUsername',
}

/** Throws `conflict` if what is changed isn't what `version` showed. The caller locks the member. */
export async function requireUserKnown(
  trx: Queryable,
  viewer: Viewer,
  save: {
    version: string | undefined
    changes: { [Name in keyof Editable]?: Editable[Name] | undefined }
  },
): Promise<void> {
  const user = await readUser({ db: trx }, viewer)
  requireKnown({ ...save, saved: editable(user), newer: () => user })
}

export async function readUser({ db }: { db: Queryable }, viewer: Viewer): Promise<User> {
  const member = await findMember(db, viewer.id)
  if (!member) throw notSignedIn()
  return presentUser(member, await factorsOf(db, viewer.id))
}

export async function findMemberIdByLogin(db: Db, login: string): Promise<string | undefined> {
  return (await findMemberByLogin(db, login))?.memberId
}

/** Whether a username is free: not taken, not a look-alike of a taken one, not reserved. */
export async function isUsernameFree(db: Db, value: string): Promise<boolean> {
  const username = Username.safeParse(value)
  if (!username.success || isReservedName(username.data)) return false
  return !(await isTaken(db, 'usernameKey', nameKey(username.data)))
}

/** Whether an address has no account, and no member but `memberId` can return to it. */
export async function isEmailFree(
  context: Pick<Context, 'db' | 'now'>,
  value: string,
  memberId?: string,
): Promise<boolean> {
  const email = Email.safeParse(value)
  if (!email.success) return false
  const { db } = context
  const [isMembers, isReturn] = await Promise.all([
    isTaken(db, 'email', email.data),
    isReturnAddress(db, { email: email.data, memberId, now: context.now() }),
  ])
  return !isMembers && !isReturn
}

/**
 * Whether a community username is free: not taken, not a look-alike of a taken one, not reserved.
 */
export async function isAnonymousUsernameFree(
  context: Pick<Context, 'db' | 'now'>,
  value: string,
): Promise<boolean> {
  const name = AnonymousUsername.safeParse(value)
  return name.success && isPseudonymFree(context, name.data)
}

/**
 * Creates an account and signs in. A right code verifies the address; a wrong one is refused. The
 * invitation is used only if the account is created.
 */
export async function register(
  context: Context,
  { registration, browser }: { registration: Registration; browser: Browser },
): Promise<SignIn> {
  await context.limits.consume('register-try-address', browser.address)
  const { email, otp, invitation } = registration
  await requireAdmission(context, invitation)
  await requireAdult(context.db, registration.isAdult)
  await requireFree(context, registration)
  const entry = otp ? { email, code: otp, browser } : undefined
  const refusal = entry && (await refusalOfCode(context, entry))
  if (refusal) throw refusedCode(refusal)
  const row = await newMember(context, registration)
  await countAccount(context, { browser, isVerified: entry !== undefined })
  return enter(context, { browser, proof: 'password' }, async (trx) => {
    if (entry && !(await spendCode(context, trx, entry))) throw refusedCode(INVALID_CODE)
    await admit(context, trx, invitation)
    const emailVerifiedAt = entry ? context.now() : null
    return createMember(context, trx, { ...row, emailVerifiedAt })
  })
}

/** Throws `rate_limited`. A network over its limit can still register with verified addresses. */
async function countAccount(
  { limits }: Context,
  { browser, isVerified }: { browser: Browser; isVerified: boolean },
): Promise<void> {
  if (isVerified) return limits.consume('register-verified-address', browser.address)
  await limits.consume('register-address', browser.address).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error
    const { retryAfterSeconds = 1 } = error
    throw new AppError('rate_limited', MANY_ACCOUNTS, {
      fields: { otp: MANY_ACCOUNTS },
      retryAfterSeconds,
    })
  })
}

type NewMember = Parameters<typeof insertMember>[1]

export async function newMember(
  context: Context,
  registration: Omit<Registration, 'otp' | 'invitation' | 'isAdult'>,
): Promise<NewMember> {
  const { username, email, anonymousUsername, password } = registration
  const passwordHash = await newPasswordHash(password, { names: registration, field: 'password' })
  return {
    username,
    usernameKey: nameKey(username),
    email,
    passwordHash,
    ...nameColumns(anonymousUsername),
    timeZone: registration.timeZone ?? (await readSettings(context.db)).timeZone,
    createdAt: context.now(),
  }
}

export async function requireFree(
  context: Context,
  input: Pick<Registration, UniqueInput>,
): Promise<void> {
  const [username, email, anonymousUsername] = await Promise.all([
    isUsernameFree(context.db, input.username),
    isEmailFree(context, input.email),
    isAnonymousUsernameFree(context, input.anonymousUsername),
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

/** Inserts a member. Throws `conflict` naming the input if another request just took it. */
async function insertOwn(trx: Queryable, row: NewMember): Promise<MemberRow> {
  try {
    return await insertMember(trx, row)
  } catch (error) {
    const input = UNIQUE_RULES[brokenUniqueRule(error) ?? '']
    throw input ? takenError([input]) : error
  }
}

function refusedCode(sentence: string): AppError {
  return new AppError('invalid_input', sentence, { fields: { otp: sentence } })
}

export async function createMember(context: Context, trx: Trx, row: NewMember): Promise<MemberRow> {
  const member = await insertOwn(trx, row)
  const mail = welcomeMail({ brand: await siteTitle(trx), url: context.config.publicUrl })
  // If the address is not verified yet, the welcome email is sent when it is.
  if (member.emailVerifiedAt) {
    await queueMail(context, trx, { kind: 'welcome', to: member.email, mail })
  }
  return member
}

function insertMember(db: Queryable, member: Insertable<Member>): Promise<MemberRow> {
  return db.insertInto('member').values(member).returningAll().executeTakeFirstOrThrow()
}

type UniqueColumn = 'usernameKey' | 'email' | 'anonymousUsernameKey'

/** Whether a member has this value in a unique column. */
async function isTaken(db: Queryable, column: UniqueColumn, value: string): Promise<boolean> {
  const row = await db
    .selectFrom('member')
    .select('memberId')
    .where(column, '=', value)
    .executeTakeFirst()
  return row !== undefined
}
