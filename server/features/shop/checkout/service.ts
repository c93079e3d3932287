import { setTimeout as wait } from 'node:timers/promises'
import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts'
import type { CheckoutStatus, ProductType } from '#contract/shop.ts'
import type { Context } from '#server/context.ts'
import { inTransaction, isBrokenReference } from '#server/db/transaction.ts'
import { AppError, notSignedIn } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { lockProductOf } from '../events/store.ts'
import { orUnknown, refreshCheckout } from '../events/sync.ts'
import { hasAccess, isRunning, isUnsettled, refusalOfCheckout } from '../policy.ts'
import { endLost } from '../purchases/leave.ts'
import { listPurchasesOf } from '../purchases/store.ts'
import { openSession } from './sessions.ts'
import {
  type CheckoutRow,
  type FinishedRow,
  findCheckout,
  findFinished,
  findOnSale,
  findUnderWay,
  giveUpCheckout,
  insertCheckout,
  lockOnSale,
  type OnSaleRow,
} from './store.ts'

/** How long a checkout can be paid; after this time every buyer pays an edited price. */
const OPEN_MS = 2 * HOUR_MS
/** Providers can't close a checkout sooner than 30 minutes after opening it. */
const LEAST_OPEN_MS = 35 * MINUTE_MS
/** An open checkout is reused if at least this much time is left to pay. */
const LEAST_LEFT_MS = 60_000
/** How long to wait for another call that is opening the same checkout, before opening it too. */
const JOIN = { tries: 20, everyMs: 100 }
/** How many checkouts in a row may turn out to be over before giving up. */
const ROUNDS = 5

/**
 * The payment URL for a product: of an open checkout, or of a new one. Throws `not_found` if the
 * product isn't for sale, and `conflict` if the viewer already has it.
 */
export async function checkOut(
  context: Context,
  viewer: Viewer,
  productId: number,
): Promise<{ url: string }> {
  await context.limits.consume('checkout-member', viewer.id)
  for (let round = 0; round < ROUNDS; round++) {
    if (!(await findOnSale(context.db, productId))) throw notForSale()
    await settleLapsed(context, viewer, productId)
    const url = await urlOf(context, {
      viewer,
      ...(await takeCheckout(context, viewer, productId)),
    })
    if (url !== undefined) return { url }
  }
  throw new AppError('conflict', 'Your purchase of this is changing right now. Please try again.')
}

/**
 * The member's current checkout, or a new one. Throws `conflict` if they can't buy the product, and
 * `not_found` if it isn't for sale. The product is locked: an administrator's change either comes
 * first and is seen here, or comes later and finds this checkout.
 */
function takeCheckout(
  context: Context,
  { id: memberId }: Viewer,
  productId: number,
): Promise<Pick<Paying, 'product' | 'checkout' | 'isNew'>> {
  const now = context.now()
  return inTransaction(context.db, async (trx) => {
    // A payment that arrives now either is seen here or finds this checkout.
    await lockProductOf(trx, { memberId, productId })
    const product = await lockOnSale(trx, productId)
    if (!product) throw notForSale()
    const refusal = refusalOfCheckout(await listPurchasesOf(trx, { memberId, productId }), now)
    if (refusal) throw new AppError('conflict', refusal)
    const underWay = await findUnderWay(trx, { memberId, productId })
    if (underWay) return { product, checkout: underWay, isNew: false }
    const checkout = await insertCheckout(trx, {
      memberId,
      productId,
      productType: product.productType,
      priceCents: product.priceCents,
      provider: context.payments.name,
      createdAt: now,
      expiresAt: new Date(now.getTime() + OPEN_MS),
    })
    if (!checkout) throw new Error('A checkout was created without the lock of its product.')
    return { product, checkout, isNew: true }
  }).catch((error: unknown) => {
    if (isBrokenReference(error)) throw notSignedIn()
    throw error
  })
}

interface Paying {
  viewer: Viewer
  product: OnSaleRow
  checkout: CheckoutRow
  /** Created by this call. */
  isNew: boolean
}

/** Undefined if the checkout is over or was for another price or type. */
async function urlOf(context: Context, paying: Paying): Promise<string | undefined> {
  const { checkout } = paying
  if (checkout.provider !== context.payments.name) {
    await giveUp(context, checkout)
    return undefined
  }
  switch (checkout.status) {
    case 'opening':
      return joinOrOpen(context, paying)
    case 'processing':
      return processing(context, checkout)
    default:
      return reuse(context, paying)
  }
}

/** Handles a checkout that is being opened by this call or another one, or whose call crashed. */
async function joinOrOpen(context: Context, paying: Paying): Promise<string | undefined> {
  const { checkout, product, isNew } = paying
  const left = checkout.expiresAt.getTime() - context.now().getTime()
  if (!isSameOffer(checkout, product) || left < LEAST_OPEN_MS) {
    await giveUp(context, checkout)
    return undefined
  }
  if (!isNew && (await waitForOther(context, checkout.checkoutId)) !== 'opening') return undefined
  return openSession(context, paying)
}

async function waitForOther(
  context: Context,
  checkoutId: string,
): Promise<CheckoutRow['status'] | undefined> {
  for (let tried = 0; tried < JOIN.tries; tried++) {
    const row = await findCheckout(context.db, checkoutId)
    if (row?.status !== 'opening') return row?.status
    await wait(JOIN.everyMs)
  }
  return 'opening'
}

async function reuse(context: Context, { checkout, product }: Paying): Promise<string | undefined> {
  const { checkoutId, sessionRef, url } = checkout
  if (sessionRef === null || url === null) throw new Error('An open checkout has no address.')
  const left = checkout.expiresAt.getTime() - context.now().getTime()
  const isWanted = isSameOffer(checkout, product) && left > LEAST_LEFT_MS
  const { payments } = context
  const found = await orUnknown(
    isWanted ? payments.readCheckout(sessionRef) : payments.expireCheckout(sessionRef),
  )
  if (found?.state === 'open' && isWanted) return url
  // After a switch from test keys to live ones, the provider doesn't know earlier checkouts.
  if (found) await refreshCheckout(context, { checkoutId })
  else await giveUp(context, checkout)
  return undefined
}

async function processing(context: Context, { checkoutId }: CheckoutRow): Promise<undefined> {
  const outcome = await refreshCheckout(context, { checkoutId })
  if (outcome && outcome.status !== 'processing') return undefined
  throw new AppError(
    'conflict',
    'Your payment is on its way. You’ll get access as soon as it arrives.',
  )
}

/**
 * Asks the provider about subscriptions whose paid period is over, so that they don't block a new
 * purchase, and ends those that the provider doesn't know.
 */
async function settleLapsed(
  context: Context,
  { id: memberId }: Viewer,
  productId: number,
): Promise<void> {
  const { db, payments } = context
  for (const purchase of await listPurchasesOf(db, { memberId, productId })) {
    const now = context.now()
    const { checkoutId, provider } = purchase
    if (provider !== payments.name) {
      if (isRunning(purchase) && !hasAccess(purchase, now)) await endLost(context, purchase)
    } else if (isUnsettled(purchase, now)) {
      const isKnown = await orUnknown(refreshCheckout(context, { checkoutId }).then(() => true))
      if (!isKnown) await endLost(context, purchase)
    }
  }
}

function isSameOffer(checkout: CheckoutRow, product: OnSaleRow): boolean {
  return checkout.priceCents === product.priceCents && checkout.productType === product.productType
}

function giveUp({ db, now }: Context, { checkoutId }: CheckoutRow): Promise<void> {
  return giveUpCheckout(db, { checkoutId, now: now() })
}

function notForSale(): AppError {
  return new AppError('not_found', 'This product isn’t for sale.')
}

/** The status of the viewer's checkout, for the page after it. Throws `not_found`. */
export async function readCheckoutStatus(
  context: Context,
  { id: memberId }: Viewer,
  checkoutId: string,
): Promise<ReturnType<typeof presentFinished>> {
  const row = await findFinished(context.db, { checkoutId, memberId })
  if (!row) throw new AppError('not_found', 'We can’t find this checkout.')
  return presentFinished(row)
}

/** A checkout for the page after it, without address or name. */
function presentFinished(row: FinishedRow): {
  status: CheckoutStatus
  title: string
  productType: ProductType
  reason: string | null
  downloadId: number | null
} {
  const { title, productType } = row
  const status = statusOf(row)
  return { status, title, productType, reason: reasonOf(row), downloadId: downloadOf(row) }
}

function statusOf({ status }: FinishedRow): CheckoutStatus {
  if (status === 'complete' || status === 'failed' || status === 'expired') return status
  return 'confirming'
}

function downloadOf({ status, isSurplus, purchaseId, fileKey }: FinishedRow): number | null {
  return status === 'complete' && !isSurplus && fileKey !== null ? purchaseId : null
}

function reasonOf({ status, isSurplus }: FinishedRow): string | null {
  if (isSurplus) {
    return 'You already had this, so you paid twice. We’ve asked our team to refund this payment.'
  }
  switch (status) {
    case 'failed':
      return 'The payment didn’t go through. Nothing was charged.'
    case 'expired':
      return 'This checkout has expired. Nothing was charged.'
    case 'processing':
      return 'Your bank is still processing the payment. You’ll get access as soon as it arrives.'
    default:
      return null
  }
}
