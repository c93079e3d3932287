/** The work of `within` took longer than its limit. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError'

  constructor(limitMs: number) {
    super(`Slower than ${limitMs} ms.`)
  }
}

/**
 * Settles as `work` does, but no later than after `limitMs` milliseconds. The work itself goes on.
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
