import type { Page } from '#contract/endpoint.ts'
import type { PageQuery } from '#contract/fields.ts'
import type { Purchase } from '#contract/shop.ts'
import type { Context } from '#server/context.ts'
import { sliceOf } from '#server/db/page.ts'
import { AppError } from '#server/domain/app-error.ts'
import { dollarsOf } from '#server/domain/money.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { refreshCheckout } from '../events/sync.ts'
import { canCancel, canRenew, canResume, hasAccess, statusOf } from '../policy.ts'
import { productImageUrl } from '../products/service.ts'
import {
  type BookedPaymentRow,
  findCustomer,
  findLatestPayment,
  findOwnPurchase,
  listOwnPurchases,
  listPaymentsOf,
  type OwnPurchaseRow,
  type PurchaseRow,
  walkOwnPurchases,
} from './store.ts'

/** The viewer's purchases, newest first. */
export function browsePurchases(
  context: Context,
  viewer: Viewer,
  query: PageQuery,
): Promise<Page<Purchase>> {
  return browsePurchasesOf(context, viewer.id, query)
}

/** A member's purchases, newest first. */
export async function browsePurchasesOf(
  context: Context,
  memberId: string,
  query: PageQuery,
): Promise<Page<Purchase>> {
  const { rows, total } = await listOwnPurchases(context.db, {
    memberId,
    ...sliceOf(query),
  })
  const now = context.now()
  return { items: rows.map((row) => presentPurchase(row, now)), total }
}

/**
 * Cancels the viewer's subscription at the end of the paid period. One that is already canceled or
 * over stays as it is. Throws `not_found`.
 */
export async function cancelSubscription(
  context: Context,
  viewer: Viewer,
  subscriptionRef: string,
): Promise<Purchase> {
  const purchase = await getSubscription(context, viewer, subscriptionRef)
  if (!canCancel(purchase)) return presentPurchase(purchase, context.now())
  return changeSubscription(context, viewer, { purchase, subscriptionRef, ends: true })
}

/**
 * Resumes the viewer's canceled subscription. Throws `not_found`, and `conflict` if it has ended.
 */
export async function resumeSubscription(
  context: Context,
  viewer: Viewer,
  subscriptionRef: string,
): Promise<Purchase> {
  const purchase = await getSubscription(context, viewer, subscriptionRef)
  if (canCancel(purchase)) return presentPurchase(purchase, context.now())
  if (!canResume(purchase, context.now())) throw ranOut()
  const resumed = await changeSubscription(context, viewer, {
    purchase,
    subscriptionRef,
    ends: false,
  })
  // It ended at the provider before the call arrived there.
  if (!resumed.canCancel) throw ranOut()
  return resumed
}

async function changeSubscription(
  context: Context,
  viewer: Viewer,
  change: { purchase: PurchaseRow; subscriptionRef: string; ends: boolean },
): Promise<Purchase> {
  const { purchase, subscriptionRef, ends } = change
  await context.limits.consume('subscription-member', viewer.id)
  requireProvider(context, purchase)
  await context.payments.setEndsAtPeriodEnd(subscriptionRef, ends)
  await refreshCheckout(context, { checkoutId: purchase.checkoutId })
  return presentPurchase(await getSubscription(context, viewer, subscriptionRef), context.now())
}

async function getSubscription(
  context: Context,
  { id: memberId }: Viewer,
  subscriptionRef: string,
): Promise<OwnPurchaseRow> {
  const purchase = await findOwnPurchase(context.db, { memberId, subscriptionRef })
  if (!purchase) throw new AppError('not_found', 'You don’t have this subscription.')
  return purchase
}

function ranOut(): AppError {
  return new AppError('conflict', 'This subscription has ended. You can buy it again.')
}

/** Throws `conflict` for a purchase from another provider, which this one can't change. */
export function requireProvider(context: Context, { provider }: PurchaseRow): void {
  if (provider === context.payments.name) return
  throw new AppError(
    'conflict',
    'This was bought through a payment service we no longer use. Please write to us.',
  )
}

/** The URL of the receipt for a purchase's latest payment. Throws `not_found`. */
export async function findReceipt(
  context: Context,
  { id: memberId }: Viewer,
  purchaseId: number,
): Promise<{ url: string }> {
  const purchase = await findOwnPurchase(context.db, { memberId, purchaseId })
  if (!purchase) throw new AppError('not_found', 'You don’t have this purchase.')
  requireProvider(context, purchase)
  const paymentRef = await findLatestPayment(context.db, purchaseId)
  const url = paymentRef && (await context.payments.findReceipt(paymentRef))
  if (!url) throw new AppError('not_found', 'This purchase has no receipt.')
  return { url }
}

/** The URL of the viewer's billing page at the provider. Throws `not_found` if there is none. */
export async function openBillingPortal(
  context: Context,
  { id: memberId }: Viewer,
): Promise<{ url: string }> {
  const { db, payments, config } = context
  const customerRef = await findCustomer(db, { memberId, provider: payments.name })
  const url =
    customerRef && (await payments.findBillingPortal(customerRef, `${config.publicUrl}/dashboard`))
  if (!url) throw new AppError('not_found', 'You don’t have a billing page.')
  return { url }
}

/**
 * The product whose file the viewer may download for a purchase. Throws `not_found` for another
 * member's purchase and for one without access now.
 */
export async function getDownloadable(
  context: Context,
  viewer: Viewer,
  purchaseId: number,
): Promise<{ productId: number }> {
  const purchase = await findOwnPurchase(context.db, { memberId: viewer.id, purchaseId })
  if (!purchase || !hasAccess(purchase, context.now())) {
    throw new AppError('not_found', 'This purchase has nothing to download.')
  }
  return { productId: purchase.productId }
}

/** A purchase with all of its payments. */
export interface WholePurchase extends PurchaseRow {
  payments: BookedPaymentRow[]
}

/** All of a member's purchases, oldest first, for an export. */
export async function* walkPurchases(
  context: Context,
  memberId: string,
): AsyncGenerator<WholePurchase> {
  for await (const rows of walkOwnPurchases(context.db, memberId)) {
    const ids = rows.map(({ purchaseId }) => purchaseId)
    const payments = Map.groupBy(await listPaymentsOf(context.db, ids), (row) => row.purchaseId)
    for (const row of rows) yield { ...row, payments: payments.get(row.purchaseId) ?? [] }
  }
}

/** A purchase as its member sees it. */
function presentPurchase(row: OwnPurchaseRow, now: Date): Purchase {
  const givesAccess = hasAccess(row, now)
  return {
    id: row.purchaseId,
    productId: row.productId,
    productType: row.productType,
    title: row.title,
    imageUrl: row.imageName && productImageUrl(row.imageName),
    price: dollarsOf(row.priceCents),
    purchaseDate: row.purchasedAt.toISOString(),
    status: statusOf(row, now),
    accessUntil: accessUntilOf(row, givesAccess),
    hasAccess: givesAccess,
    isRefunded: row.isRefunded,
    note: noteOf(row, givesAccess),
    subscriptionId: row.subscriptionRef,
    hasDigitalFile: row.hasFile,
    digitalFileUrl: row.hasFile && givesAccess ? `/api/purchases/${row.purchaseId}/download` : null,
    hasReceipt: row.hasReceipt,
    // The test till has no card to change.
    hasBillingPage: row.provider !== 'till',
    canCancel: canCancel(row),
    canResume: canResume(row, now),
    canRenew: canRenew(row, row),
  }
}

/** Explains to a member who paid why they have no access. */
function noteOf(row: OwnPurchaseRow, givesAccess: boolean): string | null {
  const { isSurplus, isRefunded, isDisputed, state } = row
  if (isSurplus) {
    return isRefunded ? 'Paid twice – refunded.' : 'Paid twice – our team will refund it.'
  }
  if (givesAccess) return null
  if (isRefunded) return 'Your payment was refunded, so you don’t have access.'
  if (isDisputed)
    return 'Your payment is disputed at your bank. You’ll have access once that’s settled.'
  if (state === 'paused')
    return 'Paused at the payment service. You’ll have access once it resumes.'
  return null
}

/** Only where access depends on a date, which it doesn't after a pause or a refund. */
function accessUntilOf(row: OwnPurchaseRow, givesAccess: boolean): string | null {
  const isByTime = givesAccess || row.state === 'ended' || row.state === 'past_due'
  return row.subscriptionRef !== null && isByTime && !row.isSurplus
    ? (row.accessUntil?.toISOString() ?? null)
    : null
}
