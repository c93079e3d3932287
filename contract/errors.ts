import { z } from 'zod'

/**
 * Every error code of the API with its HTTP status. The type, the status and the
 * documentation derive from this record.
 */
export const ERROR_STATUS = {
  invalid_input: 400,
  not_signed_in: 401,
  not_allowed: 403,
  subscription_required: 403,
  /**
   * The password or emailed code was right, but the account has a second factor: the sign-in stays
   * pending in this browser until `POST /api/login/factor`. `GET` there lists the factors.
   */
  factor_required: 403,
  /** The call needs a fresh proof of who the caller is: `POST /api/step-up`, then call again. */
  step_up: 403,
  /** The session began through an unconfirmed email address that an administrator set. */
  address_changed: 403,
  /** The journal is locked and needs the password first. */
  journal_locked: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_media: 415,
  rate_limited: 429,
  internal: 500,
  provider_unavailable: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** Maps an input's name to the sentence shown beside it. */
export type FieldErrors = Record<string, string>

const codes = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]

/** What a suspended member needs to ask for a second look at the suspension. */
export const SuspensionLook = z.object({
  /** Their own, under which the page keeps what they write. */
  memberId: z.string(),
  /** Proves for 30 minutes that the caller signed in as this member. */
  proof: z.string(),
  /** Whether the answer also goes to their email address. */
  byEmail: z.boolean(),
})
export type SuspensionLook = z.infer<typeof SuspensionLook>

/** The body of every answer that is not a success. `message` and `error` are the same sentence. */
export const ErrorBody = z.object({
  message: z.string(),
  error: z.string(),
  code: z.enum(codes),
  fields: z.record(z.string(), z.string()).optional(),
  /** With `conflict`: what is saved now, as the call would answer it, if a `version` was outdated. */
  newer: z.unknown().optional(),
  /** For a suspended member who proved who they are and can still ask for a second look. */
  secondLook: SuspensionLook.optional(),
  requestId: z.string(),
})
export type ErrorBody = z.infer<typeof ErrorBody>
