import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '#server/context.ts'
import { inTransaction, isBrokenReference } from '#server/db/transaction.ts'
import { AppError, notSignedIn } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { lockProductOf } from '../events/store.ts'
import { orUnknown, refreshDeal } from '../events/sync-service.ts'
import { hasAccess, isRunning, isUnsettled, refusalOfCheckout } from '../policy.ts'
import { endLost } from '../purchases/leave-service.ts'
import { listPurchasesOf } from '../purchases/store.ts'
import { openSession } from './open-service.ts'
import { presentFinished } from './present.ts'
import {
  type CheckoutRow,
  findCheckout,
  findFinished,
  findOnSale,
  findUnderWay,
  giveUpCheckout,
  insertCheckout,
  lockOnSale,
  type OnSaleRow,
} from './store.ts'

/** How long a checkout can be paid: an edited price reaches every buyer after that. */
const OPEN_MS = 2 * 3_600_000
/** Providers close no checkout sooner than 30 minutes from when they opened it. */
const LEAST_OPEN_MS = 35 * 60_000
/** A checkout is given to its buyer again while there is time to fill it in. */
const LEAST_LEFT_MS = 60_000
/** How long somebody waits for whoever is opening the same checkout, before doing it as well. */
const JOIN = { tries: 20, everyMs: 100 }
/** How often what is found may be over, before it is said. */
const ROUNDS = 5

/**
 * Where the viewer pays for a product: a checkout that is open already, or a new one. Throws
 * `not_found` for what is not for sale, `conflict` for what the viewer has.
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
 * The member's checkout under way, or a new one; `conflict` when there is nothing to buy, and
 * `not_found` for what is not for sale. The product is locked: an administrator who changes it comes
 * before, and is seen here, or after, and sees this checkout.
 */
function takeCheckout(
  context: Context,
  { id: memberId }: Viewer,
  productId: number,
): Promise<Pick<Paying, 'product' | 'checkout' | 'isNew'>> {
  const now = context.now()
  return inTransaction(context.db, async (trx) => {
    // A payment that arrives now is seen here, or finds this checkout.
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
    if (!checkout) throw new Error('A checkout was made beside the lock of its product.')
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
  /** Made by this call. */
  isNew: boolean
}

/** Undefined when the checkout turned out to be over, or to be for another price. */
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

/** A checkout that is being opened: by this call, by another one, or by one that crashed. */
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
  // A provider whose test keys gave way to real ones knows nothing of what was opened before.
  if (found) await refreshDeal(context, { checkoutId })
  else await giveUp(context, checkout)
  return undefined
}

async function processing(context: Context, { checkoutId }: CheckoutRow): Promise<undefined> {
  const outcome = await refreshDeal(context, { checkoutId })
  if (outcome && outcome.status !== 'processing') return undefined
  throw new AppError(
    'conflict',
    'Your payment is on its way. You’ll get access as soon as it arrives.',
  )
}

/**
 * Asks the provider about subscriptions whose paid time is over, before they stand in the way, and
 * ends those that nobody can tell anything about any more.
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
      const isKnown = await orUnknown(refreshDeal(context, { checkoutId }).then(() => true))
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

/** How a checkout of the viewer stands, for the page after it. Throws `not_found`. */
export async function readCheckoutStatus(
  context: Context,
  { id: memberId }: Viewer,
  checkoutId: string,
): Promise<ReturnType<typeof presentFinished>> {
  const row = await findFinished(context.db, { checkoutId, memberId })
  if (!row) throw new AppError('not_found', 'We can’t find this checkout.')
  return presentFinished(row)
}
