import type { QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/accounts.ts'
import { endFirstAnswers } from '#web/lib/first-answers.ts'
import { deliverNow } from '#web/lib/outbox/delivery.ts'
import { countUnsent } from '#web/lib/outbox/outbox-store.ts'
import { restoreAnswers } from '#web/lib/query-cache.ts'
import { forgetAnswers } from '#web/lib/query-cache-store.ts'

/** How long the first page waits for the server before it shows what this device has kept. */
const PATIENCE_MS = 2_500

/**
 * Who is here, for the first page of a visit. As the server says, with what this device has kept
 * for them to read meanwhile; while the server says nothing, whoever was here last.
 *
 * @param ask asks the server: null for a visitor
 * @param onLate takes the server's answer when it comes after all; `isSame` unless the page shows
 *   what belongs to somebody else, all of which has been forgotten on this device by then
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

/** What waited is sent before pages ask for the state of the day, so that they get all of it. */
async function prepare(client: QueryClient, user: User): Promise<void> {
  await restoreAnswers(client, user.id).catch(() => undefined)
  const count = await countUnsent(user.id).catch(() => 0)
  if (count === 0) return
  // They came with the page, without what waited.
  endFirstAnswers()
  await within(PATIENCE_MS, deliverNow(user.id))
}

/** What the work comes to, or undefined when it takes longer. */
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
