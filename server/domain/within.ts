/** The work of `within` took longer than its limit. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError'

  constructor(limitMs: number) {
    super(`Slower than ${limitMs} ms.`)
  }
}

/**
 * Settles like `work`, but after `limitMs` milliseconds at the latest. The work itself continues.
 *
 * @throws TimeLimitError after the limit
 */
export async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new TimeLimitError(limitMs)), limitMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Settles like `work`, but rejects as soon as the signal aborts. The work itself continues. */
export async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = (): void => aborted.reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([aborted.promise, work])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
