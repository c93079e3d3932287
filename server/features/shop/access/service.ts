import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { readSettings } from '../../settings/service.ts'
import { refreshCheckout } from '../events/sync.ts'
import { hasAccess, isUnsettled, type PurchaseState } from '../policy.ts'

/**
 * Whether the viewer has a subscription that gives access to a product now, by default the
 * membership, and whether they have access at all, as administrators and buyers of a one-time
 * product do.
 */
export async function checkSubscription(
  context: Context,
  viewer: Viewer,
  input: { productId?: number | undefined } = {},
): Promise<{ hasSubscription: boolean; hasAccess: boolean }> {
  const productId = input.productId ?? (await readSettings(context.db)).membershipProductId
  const giving = await listGiving(context, viewer, productId)
  return {
    hasSubscription: giving.some(({ subscriptionRef }) => subscriptionRef !== null),
    hasAccess: viewer.isAdmin || giving.length > 0,
  }
}

/** Whether the viewer may join the live room. */
export async function mayJoinLive(context: Context, viewer: Viewer): Promise<boolean> {
  return viewer.isAdmin || (await checkSubscription(context, viewer)).hasAccess
}

/**
 * Purchases that give access now. If a paid period is over and no event has arrived, asks the
 * provider about the renewal.
 */
async function listGiving(
  context: Context,
  viewer: Viewer,
  productId: number,
): Promise<AccessRow[]> {
  const now = context.now()
  const which = { memberId: viewer.id, productId, now }
  const rows = await listAccess(context.db, which)
  const giving = rows.filter((row) => hasAccess(row, now))
  const unsettled = rows.filter((row) => isUnsettled(row, now))
  if (giving.length > 0 || unsettled.length === 0) return giving
  for (const { checkoutId } of unsettled) await settle(context, checkoutId)
  return (await listAccess(context.db, which)).filter((row) => hasAccess(row, now))
}

/** At most once a minute. If the provider doesn't answer, nothing changes. */
async function settle(context: Context, checkoutId: string): Promise<void> {
  try {
    await context.limits.consume('unsettled-purchase', checkoutId)
    await refreshCheckout(context, { checkoutId })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

interface AccessRow {
  checkoutId: string
  subscriptionRef: string | null
  state: PurchaseState
  isSurplus: boolean
  periodEnd: Date | null
  accessUntil: Date | null
}

/** A member's purchases of a product that give access or are active. */
function listAccess(
  db: Queryable,
  { memberId, productId, now }: { memberId: string; productId: number; now: Date },
): Promise<AccessRow[]> {
  return db
    .selectFrom('purchase')
    .select(['checkoutId', 'subscriptionRef', 'state', 'isSurplus', 'periodEnd', 'accessUntil'])
    .where('memberId', '=', memberId)
    .where('productId', '=', productId)
    .where(sql<boolean>`(access_until is null or access_until > ${now} or state = 'active')`)
    .execute()
}
