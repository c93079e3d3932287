import { expect, test } from 'vitest'
import { CURRENCIES, moneyText } from '#contract/currencies.ts'
import { accessText, cancelText, priceText, statusBadge } from './shop-labels.ts'

const running = {
  productType: 'subscription',
  status: 'active',
  hasAccess: true,
  isRefunded: false,
  accessUntil: '2026-04-03T12:00:00.000Z',
} as const
const owned = { ...running, productType: 'one_time', status: null, accessUntil: null } as const
const dates = { locale: 'en-US', timeZone: 'UTC' }

test.each([
  ['12.50', 'one_time', '$12.50'],
  ['29.00', 'subscription', '$29.00 / month'],
  ['0.00', 'one_time', '$0.00'],
  ['999999.99', 'one_time', '$999,999.99'],
] as const)('the price %s of a %s product is shown as %s', (price, productType, text) => {
  const money = (amount: string): string => moneyText(amount, 'usd')
  expect(priceText({ price, productType }, money)).toBe(text)
})

test('amounts have two decimals', () => {
  expect(moneyText('7.00', 'usd')).toBe('$7.00')
  expect(moneyText('1234.5', 'eur')).toBe('€1,234.50')
})

test('amounts in every currency have two decimals', () => {
  for (const currency of CURRENCIES) expect(moneyText('1.25', currency)).toMatch(/1\.25$/)
})

test.each([
  [running, 'Active'],
  [{ ...running, status: 'canceled' }, 'Canceled'],
  [{ ...running, status: 'canceled', hasAccess: false }, 'Canceled'],
  [{ ...running, status: 'past_due' }, 'Payment failed'],
  [{ ...running, status: 'on_hold', hasAccess: false }, 'On hold'],
  [{ ...running, hasAccess: false, isRefunded: true }, 'Refunded'],
  [owned, 'Owned'],
  [{ ...owned, hasAccess: false, isRefunded: true }, 'Refunded'],
  [{ ...owned, hasAccess: false }, 'On hold'],
] as const)('purchase %# has the badge %s', (purchase, label) => {
  expect(statusBadge(purchase).label).toBe(label)
})

test.each([
  [running, 'Renews on April 3, 2026.'],
  [{ ...running, status: 'canceled' }, 'Access until April 3, 2026. It won’t renew.'],
  [{ ...running, status: 'canceled', hasAccess: false }, 'Access ended on April 3, 2026.'],
  [
    { ...running, status: 'past_due' },
    'The last payment failed. You have access until April 3, 2026 while we try again.',
  ],
  [{ ...running, hasAccess: false, accessUntil: null }, 'You don’t have access right now.'],
  [
    { ...running, hasAccess: false, accessUntil: null, isRefunded: true },
    'Your payment was refunded, so you don’t have access.',
  ],
  [{ ...running, status: 'past_due', hasAccess: false }, 'Access ended on April 3, 2026.'],
  [owned, undefined],
] as const)('purchase %# says how long it gives access', (purchase, text) => {
  expect(accessText(purchase, dates)).toBe(text)
})

test('what canceling means depends on whether the subscription gives access and was paid', () => {
  expect(cancelText(running, dates)).toBe(
    'It renews on April 3, 2026. If you cancel, you keep access until then and won’t be charged again. You can resume it until then at no cost.',
  )
  expect(cancelText({ ...running, status: 'past_due' }, dates)).toBe(
    'If you cancel, you won’t be charged again, and your access may end right away.',
  )
  expect(cancelText({ ...running, hasAccess: false }, dates)).toBe(
    'If you cancel, you won’t be charged again.',
  )
})
