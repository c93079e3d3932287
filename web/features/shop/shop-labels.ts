import type { ProductType, Purchase } from '#contract/shop.ts'

/**
 * `$12.50`, for a subscription `$29.00 / month` (member document, section 9).
 *
 * @param money as `useMoney` gives it
 */
export function priceText(
  input: { price: string; productType: ProductType },
  money: (amount: string) => string,
): string {
  const amount = money(input.price)
  return input.productType === 'subscription' ? `${amount} / month` : amount
}

/** The day in the reader's own calendar: 'March 3, 2026'. */
export function dayText(instant: string, locale?: string, timeZone?: string): string {
  return new Date(instant).toLocaleDateString(locale, { dateStyle: 'long', timeZone })
}

export interface StatusBadge {
  label: string
  variant: 'default' | 'neutral' | 'gold' | 'destructive'
}

type Standing = Pick<
  Purchase,
  'productType' | 'status' | 'hasAccess' | 'isRefunded' | 'accessUntil'
>

/** What a purchase is called on the dashboard. */
export function statusLook(purchase: Standing): StatusBadge {
  if (purchase.isRefunded) return { label: 'Refunded', variant: 'neutral' }
  if (purchase.status === 'canceled') return { label: 'Canceled', variant: 'neutral' }
  if (purchase.status === 'past_due') return { label: 'Payment failed', variant: 'destructive' }
  // Paused at the provider, or disputed at the buyer's bank.
  if (!purchase.hasAccess) return { label: 'On hold', variant: 'gold' }
  return { label: purchase.productType === 'one_time' ? 'Owned' : 'Active', variant: 'default' }
}

/** Until when a subscription gives access and what comes then; undefined for one-time products. */
export function accessText(
  purchase: Standing,
  day: (instant: string) => string = dayText,
): string | undefined {
  const { accessUntil, hasAccess, status } = purchase
  if (purchase.productType === 'one_time') return undefined
  const until = accessUntil && day(accessUntil)
  if (!hasAccess || !until) return noAccessText(purchase, until)
  switch (status) {
    case 'canceled':
      return `Access until ${until}. It won’t renew.`
    case 'past_due':
      return `The last payment failed. You have access until ${until} while we try again.`
    default:
      return `Access until ${until}, when it renews.`
  }
}

/** A pause, a refund and a dispute have no day on which the access ended. */
function noAccessText({ isRefunded }: Standing, until: string | null): string {
  if (isRefunded) return 'Your payment was refunded, so you don’t have access.'
  return until ? `Access ended on ${until}.` : 'You don’t have access right now.'
}
