import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { checkOut } from '#server/features/shop/checkout/service.ts'
import { refreshCheckout } from '#server/features/shop/events/sync.ts'
import { finishSession } from '#server/features/till/sessions.ts'
import { demoMembers } from './members.ts'

/** The usernames of every fourth member without rights, starting with the first. */
export function membersWithMembership(): string[] {
  return demoMembers()
    .filter(({ rights }) => !rights)
    .filter((_, index) => index % 4 === 0)
    .map(({ username }) => username)
}

/** Buys the membership for some members at the test till, as they would themselves. */
export async function loadMemberships(
  context: Context,
  usernames: readonly string[],
): Promise<void> {
  const { db } = context
  const { membershipProductId } = await db
    .selectFrom('websiteSettings')
    .select('membershipProductId')
    .executeTakeFirstOrThrow()
  const members = await db
    .selectFrom('member')
    .select('memberId')
    .where('username', 'in', usernames)
    .execute()
  for (const { memberId } of members) {
    // There is no session yet, so the viewer is made here.
    const viewer = { id: memberId } as Viewer
    const { url } = await checkOut(context, viewer, membershipProductId)
    const sessionRef = url.split('/').at(-1) ?? ''
    await finishSession(context, { sessionRef, action: 'pay' })
    const { checkoutId } = await db
      .selectFrom('checkout')
      .select('checkoutId')
      .where('memberId', '=', memberId)
      .executeTakeFirstOrThrow()
    await refreshCheckout(context, { checkoutId })
  }
}
