import type { ErrorCode, FieldErrors, SuspensionLook } from '#contract/errors.ts'

interface AppErrorOptions {
  /** Sentences to show beside single inputs, by input name. */
  fields?: FieldErrors
  /** The underlying error. It is logged and never shown to a member. */
  cause?: unknown
  /**
   * How long to wait before retrying, in whole seconds: for `rate_limited`, and when the server is
   * overloaded.
   */
  retryAfterSeconds?: number
  /** For a `conflict`: what is saved now, as the call would answer it. */
  newer?: unknown
  /** For a suspended member, who can ask for a second look. */
  secondLook?: SuspensionLook | undefined
}

/** An expected failure. `message` is a sentence that a member may read. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined
  readonly retryAfterSeconds: number | undefined
  readonly newer: unknown
  readonly secondLook: SuspensionLook | undefined

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.fields = options.fields
    this.retryAfterSeconds = options.retryAfterSeconds
    this.newer = options.newer
    this.secondLook = options.secondLook
  }
}

/** For work that the server did not start because it is overloaded. */
export function tooBusy(retryAfterSeconds: number): AppError {
  const sentence = 'We are very busy right now. Nothing is lost. Please try again in a moment.'
  return new AppError('provider_unavailable', sentence, { retryAfterSeconds })
}

/** For a caller with too many calls at the same time. */
export function tooManyAtOnce(retryAfterSeconds: number): AppError {
  const sentence = 'Too many requests at once. Try again in a moment.'
  return new AppError('rate_limited', sentence, { retryAfterSeconds })
}

/** Nobody is signed in, or their account was deleted in the meantime. */
export function notSignedIn(): AppError {
  return new AppError('not_signed_in', 'Please sign in to continue.')
}
