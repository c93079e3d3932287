import { AppError } from '#server/domain/app-error.ts'
import { within } from '#server/domain/within.ts'
import { EngineFailure, liveUnavailable } from '../port.ts'

/** How soon a failed call of `insist` is retried, and how often. */
const AGAIN_MS = 5_000
const MOST_TRIES = 120

/** Calls a provider with a time limit, and translates its errors into ours. */
export interface ProviderClient {
  ask<T>(work: () => Promise<T>, limitMs?: number): Promise<T>
  /**
   * Like `ask`, but a failed call is retried in the background while it is still wanted. Throws the
   * first error.
   */
  insist<T>(work: () => Promise<T>, isWanted: () => boolean): Promise<T>
  /** Runs `work` once after this time, unless the client is closed before. */
  later(milliseconds: number, work: () => Promise<void>): void
  /** Whether the provider may have carried out the call although it failed. */
  isUnsure(error: unknown): boolean
  close(): void
}

export function createProviderClient(options: {
  limitMs: number
  describe: (error: unknown) => string
  onProblem: (error: Error) => void
}): ProviderClient {
  const timers = new Set<NodeJS.Timeout>()
  const unsure = new WeakSet<object>()

  const ask = async <T>(work: () => Promise<T>, limitMs = options.limitMs): Promise<T> => {
    try {
      return await within(limitMs, work())
    } catch (error) {
      // Thrown by an adapter on purpose.
      if (error instanceof AppError) throw error
      const description = options.describe(error)
      const reason = `The sound service didn’t answer as expected (${description}).`
      const translated = liveUnavailable(new EngineFailure(description, { reason }))
      unsure.add(translated)
      throw translated
    }
  }
  const later = (milliseconds: number, work: () => Promise<void>): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work().catch(options.onProblem)
    }, milliseconds).unref()
    timers.add(timer)
  }
  const again = (work: () => Promise<unknown>, isWanted: () => boolean, tries: number): void =>
    later(AGAIN_MS, async () => {
      if (!isWanted()) return
      try {
        await ask(work)
      } catch (error) {
        if (tries >= MOST_TRIES) throw error
        again(work, isWanted, tries + 1)
      }
    })
  return {
    ask,
    later,
    insist: async (work, isWanted) => {
      try {
        return await ask(work)
      } catch (error) {
        again(work, isWanted, 2)
        throw error
      }
    },
    isUnsure: (error) => typeof error === 'object' && error !== null && unsure.has(error),
    close: () => {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
