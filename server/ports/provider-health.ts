import { getSystemErrorName } from 'node:util'
import { TimeLimitError, within } from '#server/domain/within.ts'

/**
 * The result of a check of a provider: it works, it answers and refuses what we need, or it doesn't
 * answer usefully. `reason` is a code such as `ECONNREFUSED` or `401`, never the provider's own
 * words, which can contain keys and addresses.
 */
export type ProviderHealth = { state: 'ok' } | { state: 'refused' | 'unreachable'; reason: string }

/** Time limit for a check of a provider, in milliseconds; shorter than that of all checks (`checks/run.ts`). */
export const HEALTH_LIMIT_MS = 8_000

/** An HTTP response with an error. */
export class StatusError extends Error {
  readonly status: number | undefined

  constructor(status: number | undefined) {
    super(`status ${status}`)
    this.name = String(status ?? 'no answer')
    this.status = status
  }
}

/**
 * Tries a provider within the limit.
 *
 * @param refusalOf the reason if the error means that the provider refuses us
 */
export async function tryProvider(
  work: () => Promise<unknown>,
  {
    limitMs = HEALTH_LIMIT_MS,
    refusalOf,
  }: { limitMs?: number | undefined; refusalOf: (error: unknown) => string | undefined },
): Promise<ProviderHealth> {
  try {
    await within(limitMs, work())
    return { state: 'ok' }
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal !== undefined) return { state: 'refused', reason: refusal }
    return { state: 'unreachable', reason: reasonOf(error) }
  }
}

/** Reads a StatusError with one of these statuses as a refusal. */
export function refusedWith(statuses: readonly number[]): (error: unknown) => string | undefined {
  return (error) =>
    error instanceof StatusError && statuses.includes(error.status ?? 0) ? error.name : undefined
}

/** The code of an error's deepest cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  if (error.cause instanceof Error) return reasonOf(error.cause)
  if (error instanceof TimeLimitError || error.name === 'TimeoutError') return 'no answer in time'
  if ('errno' in error && typeof error.errno === 'number' && error.errno < 0) {
    return getSystemErrorName(error.errno)
  }
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
