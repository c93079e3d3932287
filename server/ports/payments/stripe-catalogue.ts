import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { PricedProduct, PriceRefs } from './port.ts'
import { isRefusal, orMissing, proven } from './stripe-client.ts'

/**
 * Makes our products and prices at Stripe. A product's id there follows from ours, so that two nodes
 * never make two; a price is never changed, a new amount is another price of the same product.
 *
 * @param installation tells our products from those of another installation at the same account
 */
export async function ensurePrice(
  stripe: Stripe,
  installation: string,
  { product, known }: { product: PricedProduct; known: PriceRefs | undefined },
): Promise<PriceRefs> {
  const knownProduct = known && (await orMissing(stripe.products.retrieve(known.productRef)))
  const found = knownProduct ?? (await findOrCreateProduct(stripe, installation, product))
  const { id: productRef } = proven(found, 'product')
  if (found.name !== product.title || !found.active) {
    await stripe.products.update(productRef, { name: product.title, active: true })
  }
  const knownPrice = known && (await orMissing(stripe.prices.retrieve(known.priceRef)))
  const price =
    knownPrice && isFor(knownPrice, productRef, product)
      ? knownPrice
      : await findOrCreatePrice(stripe, productRef, product)
  if (!proven(price, 'price').active) await stripe.prices.update(price.id, { active: true })
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
    // Another node was quicker, perhaps with another title.
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
 * Makes a member's customer, who is known by the member's id alone: what an idempotency key stands
 * for must stay the same, and an address may change between two tries.
 */
export async function createCustomer(
  stripe: Stripe,
  { memberId, email, lost }: { memberId: string; email: string; lost?: string | undefined },
): Promise<string> {
  const found = await stripe.customers.search({ query: `metadata['memberId']:'${memberId}'` })
  const customer =
    // The search lags, and may still find the one that is gone.
    found.data.find(({ id }) => id !== lost) ??
    (await stripe.customers.create(
      { metadata: { memberId } },
      // Under the key of the lost one Stripe would answer with the lost one.
      { idempotencyKey: ['folx-customer', memberId, lost].filter(Boolean).join('-') },
    ))
  const { id } = proven(customer, 'customer')
  await stripe.customers.update(id, { email })
  return id
}

export async function setCustomerEmail(
  stripe: Stripe,
  customerRef: string,
  email: string,
): Promise<void> {
  proven(await stripe.customers.update(customerRef, { email }), 'customer')
}

/** Undefined where the portal has not been set up in Stripe's dashboard. */
export async function findBillingPortal(
  stripe: Stripe,
  customer: string,
  returnUrl: string,
): Promise<string | undefined> {
  try {
    const session = await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })
    return proven(session, 'billing_portal.session').url
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}
