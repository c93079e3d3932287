import type { QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/accounts.ts'
import { forgetAnswers } from '#web/lib/device-database.ts'
import { deliverNow } from '#web/lib/outbox/delivery.ts'
import { countUnsent } from '#web/lib/outbox/outbox-items.ts'
import { restoreAnswers } from '#web/lib/query-cache.ts'

/** How long the first page waits for the server before it shows kept answers. */
const PATIENCE_MS = 2_500

/**
 * Finds the user for the first page of a visit, and restores the answers that this device kept for
 * them. If the server doesn't answer in time, that is the last user of this device.
 *
 * @param ask asks the server; null for a visitor
 * @param onLate receives the server's answer if it comes later. `isSame` is false if the page shows
 *   another user's data, which by then has been removed from this device
 */
export async function findFirstUser(
  client: QueryClient,
  ask: () => Promise<User | null>,
  onLate: (late: { user: User | null; isSame: boolean }) => void,
): Promise<User | null> {
  const asked = ask()
  const user = await within(PATIENCE_MS, asked).catch(() => undefined)
  if (user === undefined) {
    const last = await restoreAnswers(client, undefined).catch(() => undefined)
    if (!last) return asked
    asked.then(
      async (late) => {
        const isSame = late?.id === last.id
        if (!isSame) await forgetAnswers().catch(() => undefined)
        onLate({ user: late, isSame })
      },
      () => undefined,
    )
    return last
  }
  if (user === null) await forgetAnswers().catch(() => undefined)
  else await prepare(client, user)
  return user
}

/** Restores kept answers and sends waiting calls, so that pages then read an up-to-date state. */
async function prepare(client: QueryClient, user: User): Promise<void> {
  await restoreAnswers(client, user.id).catch(() => undefined)
  const count = await countUnsent(user.id).catch(() => 0)
  if (count === 0) return
  await within(PATIENCE_MS, deliverNow(user.id))
}

/** The result of `work`, or undefined if it takes longer than `limitMs`. */
async function within<T>(limitMs: number, work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limitMs)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
