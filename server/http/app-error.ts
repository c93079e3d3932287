import type { ErrorCode, FieldErrors } from '#contract/errors.ts'

interface AppErrorOptions {
  /** Sentences that belong beside single inputs, by input name. */
  fields?: FieldErrors
  /** What went wrong underneath. Goes to the log, never to a member. */
  cause?: unknown
  /** For `rate_limited`: how long to wait, in whole seconds. */
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
