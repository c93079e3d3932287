import { z } from 'zod'
import { isSingleAlphabet } from './alphabets.ts'
import { ACCOUNT_BODY_BYTES, defineEndpoint } from './endpoint.ts'
import { IdParams, Instant, RightName, requiredLine, TimeZone, Version } from './fields.ts'
import type { NeutralName } from './neutral-names.ts'
import { isWithinLength } from './text-length.ts'
import { hasUnseen, isReadable, withoutTraceless } from './visible.ts'

const NEUTRAL_KEYS = ['notes', 'journal', 'daily'] as const satisfies NeutralName[]

/** The signed-in member. Only they see this. */
export const User = z.object({
  id: z.uuid(),
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  anonymousUsername: z.string(),
  /** False after a takeover of the account, until its new owner chooses a password. */
  hasPassword: z.boolean(),
  /** Whether they have any right. */
  isAdmin: z.boolean(),
  rights: z.array(RightName),
  /** How many passkeys the account has, and whether it has an authenticator app. */
  factors: z.object({ passkeys: z.int(), totp: z.boolean() }),
  timeZone: z.string(),
  /** Shown instead of the site's name in tabs, on the installed app and in email subjects. */
  neutralName: z.enum(NEUTRAL_KEYS).nullable(),
  createdAt: Instant,
  /** That of the time zone, the neutral name and the community username. */
  version: z.string(),
})
export type User = z.infer<typeof User>

/** Login name: lowercased, then 1 to 30 of `a-z 0-9 _ -` (member document, section 5). */
export const Username = z
  .string('Username is required')
  .trim()
  .toLowerCase()
  .min(1, 'Username is required')
  .max(30, 'Username must be 30 characters or less')
  .regex(
    /^[a-z0-9_-]+$/,
    'Username can only contain lowercase letters, numbers, underscores, and hyphens',
  )

/** An email address, lowercased, without white space and invisible characters from a paste. */
export const Email = z
  .string('Invalid email address')
  .overwrite(withoutTraceless)
  .trim()
  .toLowerCase()
  .max(254, 'Invalid email address')
  .pipe(z.email('Invalid email address'))

/** A new password. The upper limit keeps hashing from using up the server's CPU. */
export const NewPassword = z
  .string('Password must be at least 8 characters')
  .min(8, 'Password must be at least 8 characters')
  .max(200, 'Password must be 200 characters or less')

/**
 * The pseudonym that others see: white space collapsed, 1 to 30 characters that can be seen, of one
 * alphabet. Which names look alike is in `server/domain/name-key.ts`.
 */
export const AnonymousUsername = z
  .string('Community username is required')
  .transform((name) => name.normalize('NFC').replace(/\s+/gu, ' ').trim())
  .pipe(
    z
      .string()
      .refine(isReadable, 'Community username is required')
      // The second limit refuses letters with so many marks that they would cover other names.
      .refine(
        (name) => isWithinLength(name, 30) && name.length <= 360,
        'Community username must be 30 characters or less',
      )
      .refine((name) => !name.includes('@'), 'Community username cannot contain @')
      .refine((name) => !hasUnseen(name), 'Community username cannot contain invisible characters')
      .refine(isSingleAlphabet, 'Community username cannot mix letters of different alphabets'),
  )

/** A six-digit one-time code. */
export const OneTimeCode = z
  .string('Verification code is required')
  .overwrite(withoutTraceless)
  .trim()
  .regex(/^\d{6}$/, 'Enter the 6 digits of your code')

/** An empty field counts as missing. */
const OptionalCode = z
  .string()
  .overwrite(withoutTraceless)
  .trim()
  .optional()
  .transform((code) => code || undefined)
  .pipe(z.string().min(6, 'Verification code is required').max(20).optional())

/** The secret of an invitation's link. */
export const InvitationToken = z
  .string('This invitation isn’t valid.')
  .min(1, 'This invitation isn’t valid.')
  .max(200, 'This invitation isn’t valid.')

/** Must be true in a community for adults only. It isn't stored. */
export const IsAdult = z.boolean().optional()

export const Registration = z.object({
  username: Username,
  email: Email,
  password: NewPassword,
  anonymousUsername: AnonymousUsername,
  otp: OptionalCode,
  timeZone: TimeZone.optional(),
  /** From an invitation link; required unless everyone may join. */
  invitation: InvitationToken.optional(),
  isAdult: IsAdult,
})
export type Registration = z.infer<typeof Registration>

export const Credentials = z.object({
  username: requiredLine({
    required: 'Username is required',
    max: 254,
    tooLong: 'Username is too long',
  })
    .overwrite(withoutTraceless)
    .trim(),
  password: z
    .string('Password is required')
    .min(1, 'Password is required')
    .max(1000, 'Password is too long'),
})
export type Credentials = z.infer<typeof Credentials>

export const EmailBody = z.object({ email: Email })
const CodeVerification = z.object({ email: Email, code: OneTimeCode })
const PasswordReset = z.object({
  token: z.string('This link is not valid.').min(1, 'This link is not valid.').max(200),
  newPassword: NewPassword,
})

export const UserChanges = z.object({
  timeZone: TimeZone.optional(),
  neutralName: z.enum(NEUTRAL_KEYS, 'Choose a name.').nullable().optional(),
  currentPassword: z.string().max(1000).optional(),
  newPassword: NewPassword.optional(),
  version: Version,
})
export type UserChanges = z.infer<typeof UserChanges>

export const AccountRemoval = z.object({
  /** Required if the account has one. */
  password: z.string('Enter your password.').max(1000).optional(),
  /** A fresh emailed code, for an account with neither a password nor a second factor. */
  code: OptionalCode,
  stories: z.enum(['remove', 'keep'], 'Choose what becomes of your stories.'),
})
export type AccountRemoval = z.infer<typeof AccountRemoval>

export const FirstAdmin = Registration.omit({ otp: true, invitation: true, isAdult: true }).extend({
  token: z.string('This link is not valid.').min(1, 'This link is not valid.').max(200),
})
export type FirstAdmin = z.infer<typeof FirstAdmin>

/** One of the member's sessions. */
export const UserSession = z.object({
  id: z.int(),
  createdAt: Instant,
  lastSeenAt: Instant,
  /** Browser and system in words, such as 'Firefox on Android'. */
  device: z.string(),
  current: z.boolean(),
})
export type UserSession = z.infer<typeof UserSession>

const Available = z.object({ available: z.boolean() })
/** The message is the same whether or not the address has an account. */
const Accepted = z.object({ message: z.string() })
const NEEDS_INVITATION =
  'Unless everyone may join, the header `X-Invitation` must contain a valid invitation.'
const NameQuery = z.object({ username: z.string().max(200).default('') })

export const accountEndpoints = {
  currentUser: defineEndpoint({
    method: 'GET',
    path: '/api/user',
    who: 'member',
    summary: 'The signed-in member.',
    response: User,
  }),
  login: defineEndpoint({
    method: 'POST',
    path: '/api/login',
    who: 'any',
    summary: 'Sign in with a username or an email address and a password.',
    body: Credentials,
    response: User,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
  }),
  register: defineEndpoint({
    method: 'POST',
    path: '/api/register',
    who: 'any',
    summary: 'Create an account and sign in, if `GET /api/joining` allows it.',
    body: Registration,
    response: User,
    status: 201,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
  }),
  logout: defineEndpoint({
    method: 'POST',
    path: '/api/logout',
    who: 'any',
    summary: 'End the current session.',
    response: null,
  }),
  requestOtp: defineEndpoint({
    method: 'POST',
    path: '/api/request-otp',
    who: 'any',
    summary:
      'Email a six-digit code for sign-in or registration. It works for 10 minutes, in the browser that asked for it.',
    body: EmailBody,
    response: Accepted,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
  }),
  verifyOtp: defineEndpoint({
    method: 'POST',
    path: '/api/verify-otp',
    who: 'any',
    summary: 'Sign in with an emailed code. The first to verify an address owns its account.',
    body: CodeVerification,
    response: User,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
  }),
  forgotPassword: defineEndpoint({
    method: 'POST',
    path: '/api/forgot-password',
    who: 'any',
    summary: 'Email a link to set a new password, valid for 60 minutes.',
    body: EmailBody,
    response: Accepted,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
  }),
  resetPassword: defineEndpoint({
    method: 'POST',
    path: '/api/reset-password',
    who: 'any',
    summary: 'Set a new password with an emailed link; every session of the account ends.',
    body: PasswordReset,
    response: Accepted,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
  }),
  checkUsername: defineEndpoint({
    method: 'GET',
    path: '/api/check-username',
    who: 'any',
    summary: `Whether a login name is free. ${NEEDS_INVITATION}`,
    query: NameQuery,
    response: Available,
  }),
  checkEmail: defineEndpoint({
    method: 'GET',
    path: '/api/check-email',
    who: 'any',
    summary: `Whether an email address is free. ${NEEDS_INVITATION}`,
    query: z.object({ email: z.string().max(300).default('') }),
    response: Available,
  }),
  checkAnonymousUsername: defineEndpoint({
    method: 'GET',
    path: '/api/check-anonymous-username',
    who: 'any',
    summary: `Whether a community username is free; the value is in \`username\`. ${NEEDS_INVITATION}`,
    query: NameQuery,
    response: Available,
  }),
  changeUser: defineEndpoint({
    method: 'PATCH',
    path: '/api/user',
    who: 'member',
    summary:
      'Change the time zone, the neutral name or, with the current password, the password. An account without a password can get its first one within 15 minutes of a sign-in.',
    body: UserChanges,
    response: User,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
  }),
  listSessions: defineEndpoint({
    method: 'GET',
    path: '/api/user/sessions',
    who: 'member',
    summary: 'Where the caller is signed in.',
    response: z.array(UserSession),
    noStore: true,
  }),
  endSession: defineEndpoint({
    method: 'DELETE',
    path: '/api/user/sessions/:id',
    who: 'member',
    summary: 'End one of the caller’s sessions.',
    params: IdParams,
    response: null,
  }),
  exportData: defineEndpoint({
    method: 'GET',
    path: '/api/user/export',
    who: 'member',
    ownerOnly: true,
    stepUp: true,
    summary: 'All of the caller’s data as a ZIP archive: JSON and audio files.',
    response: 'archive',
    noStore: true,
  }),
  removeAccount: defineEndpoint({
    method: 'DELETE',
    path: '/api/user',
    who: 'member',
    ownerOnly: true,
    summary:
      'Delete the account, with its password, or with an emailed code if it has neither a password nor a second factor; its stories are removed or kept without an author.',
    body: AccountRemoval,
    response: null,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
  }),
  checkFirstAdminLink: defineEndpoint({
    method: 'POST',
    path: '/api/first-admin/check',
    who: 'any',
    summary: 'Whether the one-time link for the first administrator still works.',
    body: FirstAdmin.pick({ token: true }),
    response: z.object({ isValid: z.boolean() }),
    maxBodyBytes: ACCOUNT_BODY_BYTES,
  }),
  createFirstAdmin: defineEndpoint({
    method: 'POST',
    path: '/api/first-admin',
    who: 'any',
    summary: 'Create the first administrator with the one-time link that the server printed.',
    body: FirstAdmin,
    response: User,
    status: 201,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
  }),
}
