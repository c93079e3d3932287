import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { PricedProduct, PriceRefs } from './port.ts'
import { expectObject, isRefusal, orMissing } from './stripe-client.ts'

/**
 * Finds or creates our products and prices at Stripe. A product's id there is derived from ours, so
 * that two nodes never create two. A price never changes: a new amount is a new price of the product.
 *
 * @param installation distinguishes our products from those of another installation in the account
 */
export async function ensurePrice(
  stripe: Stripe,
  installation: string,
  { product, known }: { product: PricedProduct; known: PriceRefs | undefined },
): Promise<PriceRefs> {
  const knownProduct = known && (await orMissing(stripe.products.retrieve(known.productRef)))
  const found = knownProduct ?? (await findOrCreateProduct(stripe, installation, product))
  const { id: productRef } = expectObject(found, 'product')
  if (found.name !== product.title || !found.active) {
    await stripe.products.update(productRef, { name: product.title, active: true })
  }
  const knownPrice = known && (await orMissing(stripe.prices.retrieve(known.priceRef)))
  const price =
    knownPrice && isFor(knownPrice, productRef, product)
      ? knownPrice
      : await findOrCreatePrice(stripe, productRef, product)
  if (!expectObject(price, 'price').active) await stripe.prices.update(price.id, { active: true })
  return { productRef, priceRef: price.id }
}

async function findOrCreateProduct(
  stripe: Stripe,
  installation: string,
  { productId, title }: PricedProduct,
): Promise<Stripe.Product> {
  const mark = createHash('sha256').update(installation).digest('hex').slice(0, 12)
  const id = `folx_${mark}_${productId}`
  const found = await orMissing(stripe.products.retrieve(id))
  if (found) return found
  try {
    return await stripe.products.create(
      { id, name: title, metadata: { productId: String(productId) } },
      { idempotencyKey: `folx-product-${id}` },
    )
  } catch (error) {
    // Another node created it first, perhaps with another title.
    const made = await orMissing(stripe.products.retrieve(id))
    if (!made) throw error
    return made
  }
}

async function findOrCreatePrice(
  stripe: Stripe,
  productRef: string,
  product: PricedProduct,
): Promise<Stripe.Price> {
  for await (const price of stripe.prices.list({ product: productRef, limit: 100 })) {
    if (isFor(price, productRef, product)) return price
  }
  const { productId, productType, priceCents, currency } = product
  return stripe.prices.create(
    {
      product: productRef,
      currency,
      unit_amount: priceCents,
      metadata: { productId: String(productId) },
      ...(productType === 'subscription' && { recurring: { interval: 'month' } }),
    },
    { idempotencyKey: `folx-price-${productRef}-${productType}-${currency}-${priceCents}` },
  )
}

function isFor(price: Stripe.Price, productRef: string, product: PricedProduct): boolean {
  const { recurring } = price
  const isMonthly = recurring?.interval === 'month' && recurring.interval_count === 1
  return (
    price.product === productRef &&
    price.currency === product.currency &&
    price.unit_amount === product.priceCents &&
    (product.productType === 'subscription' ? isMonthly : recurring === null)
  )
}

/**
 * Creates a member's customer with only the member's id: a call with the same idempotency key must
 * have the same parameters, and the address may change between two attempts.
 */
export async function createCustomer(
  stripe: Stripe,
  { memberId, email, lost }: { memberId: string; email: string; lost?: string | undefined },
): Promise<string> {
  const found = await stripe.customers.search({ query: `metadata['memberId']:'${memberId}'` })
  const customer =
    // The search index lags, and may still contain the lost customer.
    found.data.find(({ id }) => id !== lost) ??
    (await stripe.customers.create(
      { metadata: { memberId } },
      // With the idempotency key of the lost customer, Stripe would return the lost customer.
      { idempotencyKey: ['folx-customer', memberId, lost].filter(Boolean).join('-') },
    ))
  const { id } = expectObject(customer, 'customer')
  await stripe.customers.update(id, { email })
  return id
}

export async function setCustomerEmail(
  stripe: Stripe,
  customerRef: string,
  email: string,
): Promise<void> {
  expectObject(await stripe.customers.update(customerRef, { email }), 'customer')
}

/** Undefined if the portal is not set up in Stripe's dashboard. */
export async function findBillingPortal(
  stripe: Stripe,
  customer: string,
  returnUrl: string,
): Promise<string | undefined> {
  try {
    const session = await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })
    return expectObject(session, 'billing_portal.session').url
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}
