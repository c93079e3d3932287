import { forgetAnswers } from '#web/lib/device-database.ts'
import { removeDrafts } from '#web/lib/drafts.ts'
import { removeItemsOf } from '#web/lib/outbox/outbox-items.ts'
import { noteOutboxChange } from '#web/lib/outbox/outbox-state.ts'

/** Limit for a browser whose storage hangs, so that the member can still sign out. */
const PATIENCE_MS = 2_000

/**
 * Removes a member's outbox, drafts, recordings and kept answers from this device, and ends its
 * push subscription.
 */
export async function forgetMember(memberId: string): Promise<void> {
  const work = Promise.allSettled([
    removeItemsOf(memberId),
    removeDrafts(memberId),
    forgetAnswers(),
    import('#web/lib/push-device.ts').then(({ unsubscribeDevice }) => unsubscribeDevice()),
  ])
  const limit = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  await Promise.race([work, limit])
  void noteOutboxChange()
}
