import type { ProductType, Purchase } from '#contract/shop.ts'
import { type DateLocale, dayText } from '#web/lib/dates.ts'

/**
 * `$12.50`, for a subscription `$29.00 / month` (member document, section 9).
 *
 * @param money the function from `useMoney`
 */
export function priceText(
  input: { price: string; productType: ProductType },
  money: (amount: string) => string,
): string {
  const amount = money(input.price)
  return input.productType === 'subscription' ? `${amount} / month` : amount
}

export interface StatusBadge {
  label: string
  variant: 'default' | 'neutral' | 'gold' | 'destructive'
}

type PurchaseState = Pick<
  Purchase,
  'productType' | 'status' | 'hasAccess' | 'isRefunded' | 'accessUntil'
>

/** The status badge of a purchase on the dashboard. */
export function statusBadge(purchase: PurchaseState): StatusBadge {
  if (purchase.isRefunded) return { label: 'Refunded', variant: 'neutral' }
  if (purchase.status === 'canceled') return { label: 'Canceled', variant: 'neutral' }
  if (purchase.status === 'past_due') return { label: 'Payment failed', variant: 'destructive' }
  // `on_hold`, or a one-time product whose payment is disputed.
  if (!purchase.hasAccess) return { label: 'On hold', variant: 'gold' }
  return { label: purchase.productType === 'one_time' ? 'Owned' : 'Active', variant: 'default' }
}

/** How long a subscription gives access and what happens then; undefined for one-time products. */
export function accessText(purchase: PurchaseState, dates: DateLocale): string | undefined {
  const { accessUntil, hasAccess, status } = purchase
  if (purchase.productType === 'one_time') return undefined
  const until = accessUntil && dayText(accessUntil, dates)
  if (!hasAccess || !until) return noAccessText(purchase, until)
  switch (status) {
    case 'canceled':
      return `Access until ${until}. It won’t renew.`
    case 'past_due':
      return `The last payment failed. You have access until ${until} while we try again.`
    default:
      return `Renews on ${until}.`
  }
}

/** What canceling a running subscription means. */
export function cancelText(purchase: PurchaseState, dates: DateLocale): string {
  const { accessUntil, hasAccess, status } = purchase
  if (!hasAccess) return 'If you cancel, you won’t be charged again.'
  if (status !== 'active' || !accessUntil) {
    return 'If you cancel, you won’t be charged again, and your access may end right away.'
  }
  const until = dayText(accessUntil, dates)
  return `It renews on ${until}. If you cancel, you keep access until then and won’t be charged again. You can resume it until then at no cost.`
}

/** For a pause, a refund or a dispute there is no date on which access ended. */
function noAccessText({ isRefunded }: PurchaseState, until: string | null): string {
  if (isRefunded) return 'Your payment was refunded, so you don’t have access.'
  return until ? `Access ended on ${until}.` : 'You don’t have access right now.'
}
