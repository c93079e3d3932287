import { noteOutboxChange } from '#web/lib/outbox/outbox-state.ts'
import { removeCallsOf } from '#web/lib/outbox/outbox-store.ts'
import { forgetAnswers } from '#web/lib/query-cache-store.ts'

/** A browser whose storage hangs must not keep a member from leaving. */
const PATIENCE_MS = 2_000

/**
 * Removes from this device what waits to be sent for a member, what they have begun to write or to
 * record and what was kept to be read, and ends its pushes.
 */
export async function forgetMember(memberId: string): Promise<void> {
  const work = Promise.allSettled([
    removeCallsOf(memberId),
    import('#web/lib/kept-writing.ts').then(({ removeKeptWriting }) => removeKeptWriting(memberId)),
    forgetAnswers(),
    import('#web/lib/push-device.ts').then(({ unsubscribeDevice }) => unsubscribeDevice()),
  ])
  const limit = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  await Promise.race([work, limit])
  void noteOutboxChange()
}
