import type { Context } from '#server/context.ts'

/** How often reopening a room is retried after its engine gave up. */
const REOPEN_MS = 5_000

/** Restores the sound after the engine gave up, with retries until the room is closed. */
export function createReopening(
  { log }: Context,
  { reopen, onReopened }: { reopen: () => Promise<void>; onReopened: () => void },
): { begin(): void; close(): void } {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const attempt = async (): Promise<void> => {
    try {
      await reopen()
      if (!isClosed) onReopened()
    } catch (error) {
      log.warn({ err: error }, 'the live engine is still unavailable')
      if (!isClosed) timer = setTimeout(() => void attempt(), REOPEN_MS).unref()
    }
  }
  return {
    begin: () => {
      clearTimeout(timer)
      void attempt()
    },
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
