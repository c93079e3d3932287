import { z } from 'zod'
import { User } from './accounts.ts'
import { defineEndpoint } from './endpoint.ts'
import { IdParams, Instant, requiredLine, Version } from './fields.ts'

export const FACTOR_LIMITS = {
  passkeys: 20,
  passkeyName: 60,
  recoveryCodes: 8,
  /** With this many recovery codes left, or fewer, the member is told to make new ones. */
  fewRecoveryCodes: 3,
  /** Days that administrators have to set up a factor once they need one. */
  graceDays: 14,
} as const

const Password = z
  .string('Enter your password.')
  .min(1, 'Enter your password.')
  .max(1000, 'This is not your password.')

/** Six digits from an authenticator app; white space between them is ignored. */
export const TotpCode = z
  .string('Enter the 6-digit code from your authenticator app.')
  .transform((code) => code.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the 6-digit code from your authenticator app.'))

/** How many letters and digits recovery codes have: new ones, and older ones that still work. */
export const RECOVERY_CODE_LENGTHS = [24, 16] as const

/** A recovery code in any case, with or without its dashes. */
export const RecoveryCode = z
  .string('Enter one of your recovery codes.')
  .max(60, 'Enter one of your recovery codes.')
  .transform((code) => code.toLowerCase().replace(/[\s-]/g, ''))
  .pipe(
    z.string().regex(/^([a-z0-9]{24}|[a-z0-9]{16})$/, 'A recovery code has 24 letters and digits.'),
  )

const Base64Url = z
  .string()
  .max(8_000)
  .regex(/^[A-Za-z0-9_-]+$/)
const CredentialId = z
  .string()
  .max(1_400)
  .regex(/^[A-Za-z0-9_-]+$/)
const Transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])

/** The browser's answer when it has created a passkey (WebAuthn level 3, section 5.1). */
export const PasskeyRegistration = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>

/** The browser's answer when it has signed with a passkey. */
export const PasskeyAssertion = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Base64Url.optional(),
  }),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(Transport),
})

/** For `navigator.credentials.create`, in the format of `@simplewebauthn/browser`. */
export const PasskeyCreationOptions = z.object({
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>

/** For `navigator.credentials.get`. */
export const PasskeyRequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  /** Empty if any passkey of the site may be used. */
  allowCredentials: z.array(Descriptor),
})
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>

const factorProofs = [
  z.object({ method: z.literal('totp'), code: TotpCode }),
  z.object({ method: z.literal('recovery-code'), code: RecoveryCode }),
  z.object({ method: z.literal('passkey'), response: PasskeyAssertion }),
] as const

/** A proof of a second factor, which finishes a pending sign-in. */
export const FactorProof = z.discriminatedUnion('method', factorProofs)
export type FactorProof = z.infer<typeof FactorProof>

/** How a signed-in member proves again who they are. */
export const StepUp = z.discriminatedUnion('method', [
  ...factorProofs,
  /** For accounts without a second factor only. */
  z.object({ method: z.literal('password'), password: Password }),
])
export type StepUp = z.infer<typeof StepUp>

export const Passkey = z.object({
  id: z.int(),
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
  version: z.string(),
})
export type Passkey = z.infer<typeof Passkey>

export const Factors = z.object({
  passkeys: z.array(Passkey),
  /** Null without an authenticator app. */
  totp: z.object({ addedAt: Instant }).nullable(),
  recoveryCodesLeft: z.int(),
  /** False until the member has said that they saved the codes. */
  areCodesKept: z.boolean(),
  /** Deadline for an administrator without a required factor, who loses their rights after it. */
  neededBy: Instant.nullable(),
})
export type Factors = z.infer<typeof Factors>

/** New recovery codes, shown only once. */
const NewCodes = z.object({ recoveryCodes: z.array(z.string()) })
/** Recovery codes come with the first factor; null with later ones. */
const AddedFactor = z.object({ recoveryCodes: z.array(z.string()).nullable() })
export type AddedFactor = z.infer<typeof AddedFactor>

export const PasskeyName = requiredLine({
  required: 'Give the passkey a name.',
  max: FACTOR_LIMITS.passkeyName,
  tooLong: 'Names must be 60 characters or less.',
})

export const FactorPolicy = z.object({
  /** Since when administrators need a second factor; null while they do not. */
  adminsSince: Instant.nullable(),
  /** How many administrators have none yet. */
  adminsWithout: z.int(),
})
export type FactorPolicy = z.infer<typeof FactorPolicy>

export const factorEndpoints = {
  stepUp: defineEndpoint({
    method: 'POST',
    path: '/api/step-up',
    who: 'member',
    summary: 'Proves again who the caller is, for sensitive calls within the next 10 minutes.',
    body: StepUp,
    response: null,
  }),
  checkStepUp: defineEndpoint({
    method: 'POST',
    path: '/api/step-up/check',
    who: 'member',
    stepUp: true,
    summary: 'Checks whether a step-up is needed now, before following a link that needs one.',
    response: null,
  }),
  stepUpOptions: defineEndpoint({
    method: 'POST',
    path: '/api/step-up/passkey',
    who: 'member',
    summary: 'What the browser needs to step up with a passkey.',
    response: PasskeyRequestOptions,
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/api/user/factors',
    who: 'member',
    noStore: true,
    summary: "The caller's passkeys, authenticator app and how many recovery codes are left.",
    response: Factors,
  }),
  passkeyOptions: defineEndpoint({
    method: 'POST',
    path: '/api/user/passkeys/options',
    who: 'member',
    ownerOnly: true,
    stepUp: true,
    summary: 'What the browser needs to create a passkey.',
    response: PasskeyCreationOptions,
  }),
  addPasskey: defineEndpoint({
    method: 'POST',
    path: '/api/user/passkeys',
    who: 'member',
    ownerOnly: true,
    stepUp: true,
    summary: 'Adds the passkey that the browser has created.',
    body: z.object({ name: PasskeyName, response: PasskeyRegistration }),
    response: AddedFactor,
    status: 201,
  }),
  renamePasskey: defineEndpoint({
    method: 'PATCH',
    path: '/api/user/passkeys/:id',
    who: 'member',
    ownerOnly: true,
    stepUp: true,
    summary: 'Gives a passkey another name.',
    params: IdParams,
    body: z.object({ name: PasskeyName, version: Version }),
    response: Passkey,
  }),
  removePasskey: defineEndpoint({
    method: 'DELETE',
    path: '/api/user/passkeys/:id',
    who: 'member',
    ownerOnly: true,
    stepUp: true,
    summary: 'Removes a passkey; with the last factor the recovery codes go too.',
    params: IdParams,
    response: null,
  }),
  startTotp: defineEndpoint({
    method: 'POST',
    path: '/api/user/totp',
    who: 'member',
    ownerOnly: true,
    stepUp: true,
    summary:
      'Makes a key for an authenticator app, which takes effect once one of its codes is confirmed.',
    response: z.object({
      /** Base32. */
      secret: z.string(),
      /** `otpauth:` address for a QR code. */
      uri: z.string(),
    }),
  }),
  confirmTotp: defineEndpoint({
    method: 'POST',
    path: '/api/user/totp/confirm',
    who: 'member',
    ownerOnly: true,
    stepUp: true,
    summary: 'Confirms the authenticator app with one of its codes.',
    body: z.object({ code: TotpCode }),
    response: AddedFactor,
  }),
  removeTotp: defineEndpoint({
    method: 'DELETE',
    path: '/api/user/totp',
    who: 'member',
    ownerOnly: true,
    stepUp: true,
    summary: 'Removes the authenticator app; with the last factor the recovery codes go too.',
    response: null,
  }),
  renewRecoveryCodes: defineEndpoint({
    method: 'POST',
    path: '/api/user/recovery-codes',
    who: 'member',
    ownerOnly: true,
    stepUp: true,
    summary: 'Makes eight new recovery codes; the old ones stop working.',
    response: NewCodes,
  }),
  keepRecoveryCodes: defineEndpoint({
    method: 'POST',
    path: '/api/user/recovery-codes/kept',
    who: 'member',
    ownerOnly: true,
    summary: 'Notes that the caller has saved their recovery codes.',
    response: null,
  }),
  pendingSignIn: defineEndpoint({
    method: 'GET',
    path: '/api/login/factor',
    who: 'any',
    noStore: true,
    summary:
      'The factors of the account whose sign-in is pending in this browser after 403 `factor_required`.',
    response: User.shape.factors,
  }),
  factorOptions: defineEndpoint({
    method: 'POST',
    path: '/api/login/factor/passkey',
    who: 'any',
    summary: 'What the browser needs to finish the pending sign-in with a passkey.',
    response: PasskeyRequestOptions,
  }),
  finishSignIn: defineEndpoint({
    method: 'POST',
    path: '/api/login/factor',
    who: 'any',
    summary: 'Finishes the sign-in that is pending in this browser.',
    body: FactorProof,
    response: User,
  }),
  passkeySignInOptions: defineEndpoint({
    method: 'POST',
    path: '/api/login/passkey/options',
    who: 'any',
    summary: 'What the browser needs to sign in with a passkey.',
    response: PasskeyRequestOptions,
  }),
  passkeySignIn: defineEndpoint({
    method: 'POST',
    path: '/api/login/passkey',
    who: 'any',
    summary: 'Signs in with a passkey, which needs no other factor.',
    body: z.object({ response: PasskeyAssertion }),
    response: User,
  }),
  getPolicy: defineEndpoint({
    method: 'GET',
    path: '/api/admin/factor-policy',
    who: 'keeper',
    summary: 'Whether administrators need a second factor.',
    response: FactorPolicy,
  }),
  savePolicy: defineEndpoint({
    method: 'PUT',
    path: '/api/admin/factor-policy',
    who: 'keeper',
    stepUp: true,
    summary:
      'Makes a second factor mandatory for administrators, who then have 14 days, or optional again.',
    body: z.object({ required: z.boolean('Choose whether administrators need a second factor.') }),
    response: FactorPolicy,
  }),
}
