import type { AdminProduct, Order, ProductType, Subscriber } from '#contract/shop.ts'
import type { StatusBadge } from '#web/features/shop/shop-labels.ts'
import { ApiError } from '#web/lib/api.ts'

/** Administrator document, section 9. */
export const TYPE_LABELS: Record<ProductType, string> = {
  one_time: 'One-time Purchase',
  subscription: 'Monthly Subscription',
}

export const ORDER_BADGES: Record<Order['status'], StatusBadge> = {
  paid: { label: 'Paid', variant: 'default' },
  failed: { label: 'Failed', variant: 'destructive' },
  refunded: { label: 'Refunded', variant: 'neutral' },
  partly_refunded: { label: 'Partly refunded', variant: 'neutral' },
  disputed: { label: 'Disputed', variant: 'destructive' },
}

export const SUBSCRIBER_BADGES: Record<Subscriber['state'], StatusBadge> = {
  active: { label: 'Active', variant: 'default' },
  canceled: { label: 'Canceled', variant: 'neutral' },
  past_due: { label: 'Payment failed', variant: 'destructive' },
  paused: { label: 'Paused', variant: 'gold' },
  on_hold: { label: 'On hold', variant: 'gold' },
  ended: { label: 'Ended', variant: 'neutral' },
}

type Held = Pick<AdminProduct, 'ownerCount' | 'productType'>

/** '3 members subscribe', '1 member owns it'; undefined when nobody does. */
export function holdersText({ ownerCount, productType }: Held): string | undefined {
  if (ownerCount === 0) return undefined
  const isOne = ownerCount === 1
  const who = isOne ? '1 member' : `${ownerCount} members`
  if (productType === 'subscription') return `${who} ${isOne ? 'subscribes' : 'subscribe'}`
  return `${who} ${isOne ? 'owns' : 'own'} it`
}

/** Advice before a product is published; undefined when nothing needs to be. */
export function publishWarning({ price }: Pick<AdminProduct, 'price'>): string | undefined {
  if (Number(price) > 0) return undefined
  return 'The price is 0, so every member gets it without paying.'
}

/** Advice before a product is unpublished; undefined when nothing needs to be. */
export function unpublishWarning(
  product: Held & Pick<AdminProduct, 'isMembership'>,
): string | undefined {
  const isHeld = product.productType === 'subscription' && product.ownerCount > 0
  if (!isHeld && !product.isMembership) return undefined
  const about = product.isMembership
    ? 'This membership opens the live coaching room. Nobody new can join while it’s unpublished.'
    : 'Nobody new can subscribe while it’s unpublished.'
  if (!isHeld) return about
  const keep =
    product.ownerCount === 1
      ? 'This member keeps it and keeps paying.'
      : 'They keep it and keep paying.'
  return `${holdersText(product)}. ${keep} ${about}`
}

/** Default error messages of the Products tab (administrator document, section 8). */
export const FAILURES = {
  create: 'Failed to create product',
  update: 'Failed to update product',
  toggle: 'Failed to toggle product visibility',
} as const

/** The server's sentence, or the default if it has none of its own. */
export function failureText(error: Error, action: keyof typeof FAILURES): string {
  const isSaid = error instanceof ApiError && error.code !== 'internal'
  return isSaid ? error.sentence : FAILURES[action]
}

/** The toast of a failure. */
export function failureToast(
  error: Error,
  action: keyof typeof FAILURES,
): { title: string; description: string } {
  return { title: 'Error', description: failureText(error, action) }
}
