import type { ErrorCode, FieldErrors } from '#contract/errors.ts'

interface AppErrorOptions {
  /** Sentences that belong beside single inputs, by input name. */
  fields?: FieldErrors
  /** What went wrong underneath. Goes to the log, never to a member. */
  cause?: unknown
  /** How long to wait, in whole seconds: for `rate_limited`, and where there is too much to do. */
  retryAfterSeconds?: number
}

/** An expected failure. `message` is a sentence that a member may read. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.fields = options.fields
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** For work that this server has not begun, because too much has come at once. */
export function tooBusy(retryAfterSeconds: number): AppError {
  const sentence = 'We are very busy right now. Nothing is lost. Please try again in a moment.'
  return new AppError('provider_unavailable', sentence, { retryAfterSeconds })
}

/** Nobody is signed in, or their account is gone meanwhile. */
export function notSignedIn(): AppError {
  return new AppError('not_signed_in', 'Please sign in to continue.')
}
