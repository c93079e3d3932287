import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { isBrokenReference } from '#server/db/transaction.ts'
import { notSignedIn } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import type { OpenedCheckout, PricedProduct, PriceRefs } from '#server/ports/payments/port.ts'
import { emailOf } from '../../accounts/address.ts'
import { forgetTillCustomer } from '../../till/sessions.ts'
import { orUnknown, refreshCheckout } from '../events/sync.ts'
import { findCustomer } from '../purchases/store.ts'
import { type CheckoutRow, findCheckout, giveUpCheckout, type OnSaleRow } from './store.ts'

/**
 * Opens a checkout at the provider and stores its URL. Concurrent calls and calls after a crash get
 * the same session, since the provider identifies it by the checkout's id. Undefined if the
 * checkout is over by now.
 */
export async function openSession(
  context: Context,
  input: { viewer: Viewer; product: OnSaleRow; checkout: CheckoutRow },
): Promise<string | undefined> {
  const { viewer, product, checkout } = input
  const { checkoutId, productType, expiresAt } = checkout
  const { priceRef } = await ensurePrice(context, product)
  const { publicUrl } = context.config
  const open = (customerRef: string): Promise<OpenedCheckout> =>
    context.payments.openCheckout({
      checkoutId,
      customerRef,
      priceRef,
      productType,
      successUrl: `${publicUrl}/success?checkout=${checkoutId}`,
      cancelUrl: `${publicUrl}/cancel?checkout=${checkoutId}`,
      expiresAt,
    })
  const customerRef = await ensureCustomer(context, viewer)
  const opened =
    (await orUnknown(open(customerRef))) ??
    (await open(await replaceCustomer(context, viewer, customerRef)))
  await markOpen(context.db, { checkoutId, ...opened })
  const stored = await findCheckout(context.db, checkoutId)
  return stored?.status === 'open' ? (stored.url ?? undefined) : undefined
}

async function ensurePrice(context: Context, product: OnSaleRow): Promise<PriceRefs> {
  const { db, payments } = context
  const { productId, title, productType, priceCents, currency } = product
  const priced = { productId, title, productType, priceCents, currency }
  const known = await findPrice(db, payments.name, priced)
  const refs = await payments.ensurePrice(priced, known)
  if (refs.priceRef === known?.priceRef && refs.productRef === known.productRef) return refs
  const { productRef, priceRef } = refs
  await keepPrice(db, payments.name, { ...priced, productRef, priceRef })
  return refs
}

async function ensureCustomer(context: Context, viewer: Viewer): Promise<string> {
  const { db, payments } = context
  const known = await findCustomer(db, { memberId: viewer.id, provider: payments.name })
  return known ?? makeCustomer(context, viewer)
}

/**
 * Replaces a customer that the provider no longer knows: it was deleted there, or belongs to other
 * API keys.
 */
async function replaceCustomer(context: Context, viewer: Viewer, lost: string): Promise<string> {
  const { db, payments, log } = context
  const provider = payments.name
  if (await dropCustomer(db, { memberId: viewer.id, provider, customerRef: lost })) {
    log.warn({ provider }, 'a customer is unknown to the payment provider and is created again')
  }
  return makeCustomer(context, viewer, lost)
}

async function makeCustomer(
  context: Context,
  { id: memberId }: Viewer,
  lost?: string,
): Promise<string> {
  const { db, payments } = context
  const provider = payments.name
  const email = await emailOf(db, memberId)
  if (email === undefined) throw notSignedIn()
  const customerRef = await payments.createCustomer({ memberId, email, lost })
  try {
    await keepCustomer(db, { memberId, provider, customerRef })
  } catch (error) {
    if (!isBrokenReference(error)) throw error
    // The account was deleted while the test till stored its address.
    await forgetTillCustomer(db, memberId)
    throw notSignedIn()
  }
  return (await findCustomer(db, { memberId, provider })) ?? customerRef
}

/**
 * Queues the closing of a product's checkouts when it is unpublished, in the same transaction. That
 * transaction locks the product, so no new checkout can open meanwhile.
 */
export async function closeCheckoutsOf(
  context: Context,
  trx: Trx,
  productId: number,
): Promise<void> {
  for (const { checkoutId } of await listPayable(trx, productId)) {
    await context.jobs.send(trx, 'close-checkout', { checkoutId })
  }
}

/**
 * Closes a checkout that must not be paid anymore. If it was already paid, the payment is taken
 * over, so that the buyer gets the product.
 */
export async function closeCheckout(
  context: Context,
  { checkoutId }: { checkoutId: string },
): Promise<void> {
  const { db, payments, now } = context
  // A call that is still opening it finds it expired, and sends nobody to it.
  if (await giveUpOpening(db, { checkoutId, now: now() })) return
  const checkout = await findCheckout(db, checkoutId)
  if (!checkout?.sessionRef) return
  const isOurs = checkout.provider === payments.name
  if (isOurs && (await orUnknown(payments.expireCheckout(checkout.sessionRef)))) {
    await refreshCheckout(context, { checkoutId })
  } else {
    await giveUpCheckout(db, { checkoutId, now: now() })
  }
}

/** The checkouts of a product that can still be paid or are being opened. */
function listPayable(trx: Queryable, productId: number): Promise<{ checkoutId: string }[]> {
  return trx
    .selectFrom('checkout')
    .select('checkoutId')
    .where('productId', '=', productId)
    .where('status', 'in', ['opening', 'open'])
    .execute()
}

/** Stores a checkout's session and URL, before the buyer is sent there. */
async function markOpen(
  db: Queryable,
  opened: { checkoutId: string; sessionRef: string; url: string },
): Promise<void> {
  const { checkoutId, ...values } = opened
  await db
    .updateTable('checkout')
    .set({ ...values, status: 'open' })
    .where('checkoutId', '=', checkoutId)
    .where('status', '=', 'opening')
    .execute()
}

/** Gives up a checkout that is still being opened; false if it is open or over. */
async function giveUpOpening(
  db: Queryable,
  { checkoutId, now }: { checkoutId: string; now: Date },
): Promise<boolean> {
  const result = await db
    .updateTable('checkout')
    .set((eb) => ({ status: 'expired', finishedAt: now, revision: eb('revision', '+', 1) }))
    .where('checkoutId', '=', checkoutId)
    .where('status', '=', 'opening')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

async function keepCustomer(
  db: Queryable,
  customer: { memberId: string; provider: string; customerRef: string },
): Promise<void> {
  await db
    .insertInto('paymentCustomer')
    .values(customer)
    .onConflict((conflict) => conflict.columns(['memberId', 'provider']).doNothing())
    .execute()
}

/** Deletes a customer that the provider no longer knows; false if another one is already stored. */
async function dropCustomer(
  db: Queryable,
  customer: { memberId: string; provider: string; customerRef: string },
): Promise<boolean> {
  const result = await db
    .deleteFrom('paymentCustomer')
    .where('memberId', '=', customer.memberId)
    .where('provider', '=', customer.provider)
    .where('customerRef', '=', customer.customerRef)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

function findPrice(
  db: Queryable,
  provider: string,
  { productId, priceCents, productType }: PricedProduct,
): Promise<PriceRefs | undefined> {
  return db
    .selectFrom('productPrice')
    .select(['productRef', 'priceRef'])
    .where('productId', '=', productId)
    .where('provider', '=', provider)
    .where('priceCents', '=', priceCents)
    .where('productType', '=', productType)
    .executeTakeFirst()
}

async function keepPrice(
  db: Queryable,
  provider: string,
  price: PricedProduct & PriceRefs,
): Promise<void> {
  // Replaces a price in another currency: nothing was ever sold at it.
  const { currency: _, ...values } = price
  const { title, productRef, priceRef } = values
  await db
    .insertInto('productPrice')
    .values({ provider, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['productId', 'provider', 'priceCents', 'productType'])
        .doUpdateSet({ title, productRef, priceRef }),
    )
    .execute()
}
