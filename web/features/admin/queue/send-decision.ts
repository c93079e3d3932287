import { isOutdated } from '#web/features/admin/moderation.ts'

/**
 * Makes the call of a decision. Refetches what it is about after it is accepted, or if it was out of
 * date. Resolves to whether the server accepted it.
 */
export async function sendDecision(input: {
  work: () => Promise<unknown>
  refresh: () => Promise<void>
  onDone: () => void
  onFailed: (error: Error) => void
}): Promise<boolean> {
  const { work, refresh, onDone, onFailed } = input
  try {
    await work()
  } catch (error) {
    onFailed(error instanceof Error ? error : new Error(String(error)))
    if (isOutdated(error)) void refresh()
    return false
  }
  onDone()
  void refresh()
  return true
}
