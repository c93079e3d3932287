import type { QueryClient } from '@tanstack/react-query'
import { refreshReview } from '#web/features/admin/queue/queries.ts'
import { isOutdated } from '#web/lib/api.ts'
import type { Decision } from '#web/lib/undo.ts'
import { toast, toastError } from '#web/ui/toast-store.ts'

interface DecisionOptions {
  client: QueryClient
  /** Shown while the decision can be undone: 'Approving'. */
  label: string
  /** Shown once the decision has been made: '✓ Story Approved'. */
  doneLabel: string
  /** The call, with `keepalive`. */
  work: () => Promise<unknown>
  /** The toast after a success. */
  done: string | { title: string; description: string }
  /** The title of the toast after a failure, or what shows it. */
  failed: string | ((error: Error) => void)
  /** Called once the server has accepted it. */
  onDone?: () => void
  /** Refetches more than the queue. */
  refresh?: () => Promise<void>
}

/**
 * A decision with its call and its toasts. Refetches what it is about after it is accepted, or if it
 * was out of date.
 */
export function reviewDecision(options: DecisionOptions): Omit<Decision, 'subject'> {
  const { client, label, doneLabel, done, failed } = options
  const refresh = options.refresh ?? (() => refreshReview(client))
  const send = async (): Promise<boolean> => {
    try {
      await options.work()
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      if (typeof failed === 'string') toastError(failed, error)
      else failed(error)
      if (isOutdated(error)) void refresh()
      return false
    }
    options.onDone?.()
    toast(typeof done === 'string' ? { title: done } : done)
    void refresh()
    return true
  }
  return { label, doneLabel, send }
}
