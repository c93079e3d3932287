import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SubscriptionSnapshot } from '#server/ports/payments/port.ts'
import {
  canCancel,
  canResume,
  hasAccess,
  oneTimeTerms,
  type PaymentFacts,
  type PurchaseFacts,
  refusalOfCheckout,
  statusOf,
  subscriptionTerms,
} from './policy.ts'

const DAY = 86_400_000
const START = Date.parse('2026-03-01T12:00:00Z')
const day = (days: number): Date => new Date(START + days * DAY)

function snapshot(given: Partial<SubscriptionSnapshot> = {}): SubscriptionSnapshot {
  return {
    subscriptionRef: 'sub_1',
    customerRef: 'cus_1',
    checkoutId: null,
    state: 'active',
    endsAtPeriodEnd: false,
    periodEnd: day(30),
    startedAt: day(0),
    endedAt: null,
    priceCents: 2_900,
    ...given,
  }
}

function payment(given: Partial<PaymentFacts> = {}): PaymentFacts {
  return {
    paymentRef: 'in_1',
    state: 'paid',
    amountCents: 2_900,
    refundedCents: 0,
    dispute: 'none',
    paidAt: day(0),
    ...given,
  }
}

function accessOf(
  given: Partial<SubscriptionSnapshot>,
  payments: PaymentFacts[] = [payment()],
): Date | null {
  return subscriptionTerms(snapshot(given), payments, day(90)).accessUntil
}

describe('a subscription gives access', () => {
  test('until the end of the paid period, canceled or not', () => {
    expect(accessOf({})).toEqual(day(30))
    expect(accessOf({ endsAtPeriodEnd: true })).toEqual(day(30))
  })

  test('for seven days from the first failure of a renewal', () => {
    const failed = [
      payment(),
      payment({ paymentRef: 'in_2', state: 'failed', paidAt: day(30) }),
      payment({ paymentRef: 'in_3', state: 'failed', paidAt: day(33) }),
    ]
    expect(accessOf({ state: 'past_due' }, failed)).toEqual(day(37))
  })

  test('for seven days from the end of the period, while the failed payment is not known yet', () => {
    const terms = subscriptionTerms(snapshot({ state: 'past_due' }), [payment()], day(32))
    expect(terms).toMatchObject({ pastDueSince: day(30), accessUntil: day(37) })
  })

  test('never for less than the paid period', () => {
    const failed = payment({ paymentRef: 'in_2', state: 'failed', paidAt: day(2) })
    expect(accessOf({ state: 'past_due' }, [payment(), failed])).toEqual(day(30))
  })

  test('for seven days again after a payment in between', () => {
    const payments = [
      payment({ paymentRef: 'in_2', state: 'failed', paidAt: day(30) }),
      payment({ paymentRef: 'in_3', paidAt: day(60) }),
      payment({ paymentRef: 'in_4', state: 'failed', paidAt: day(90) }),
    ]
    expect(accessOf({ state: 'past_due', periodEnd: day(90) }, payments)).toEqual(day(97))
  })

  test.for(['paused', 'incomplete'] as const)('not while it is %s', (state) => {
    expect(hasAccess({ accessUntil: accessOf({ state }) }, day(1))).toBe(false)
  })

  test('until it ended, and never longer than the paid period', () => {
    expect(accessOf({ state: 'ended', endedAt: day(12) })).toEqual(day(12))
    expect(accessOf({ state: 'ended', endedAt: day(44) })).toEqual(day(30))
  })

  test.for([{ refundedCents: 2_900 }, { dispute: 'open' }, { dispute: 'lost' }] as const)(
    'not when its latest payment is refunded or disputed: %j',
    (taken) => {
      expect(hasAccess({ accessUntil: accessOf({}, [payment(taken)]) }, day(1))).toBe(false)
      const next = payment({ paymentRef: 'in_2', paidAt: day(30) })
      expect(accessOf({ periodEnd: day(60) }, [payment(taken), next])).toEqual(day(60))
    },
  )

  test('despite a partial refund or a won dispute', () => {
    expect(accessOf({}, [payment({ refundedCents: 2_899 })])).toEqual(day(30))
    expect(accessOf({}, [payment({ dispute: 'won' })])).toEqual(day(30))
    expect(accessOf({}, [payment({ amountCents: 0 })])).toEqual(day(30))
  })
})

test('the order of the known payments doesn’t affect the terms', () => {
  const payments = fc.uniqueArray(
    fc.record({
      paymentRef: fc.stringMatching(/^in_[a-z]{6}$/),
      state: fc.constantFrom('paid', 'failed', 'pending'),
      amountCents: fc.constantFrom(0, 2_900),
      refundedCents: fc.constantFrom(0, 100, 2_900),
      dispute: fc.constantFrom('none', 'open', 'won', 'lost'),
      paidAt: fc.integer({ min: 0, max: 90 }).map(day),
    }),
    { selector: ({ paymentRef }) => paymentRef },
  )
  const state = fc.constantFrom('active', 'past_due', 'paused', 'ended', 'incomplete')
  fc.assert(
    fc.property(payments, state, (known, at) => {
      const terms = subscriptionTerms(snapshot({ state: at }), known, day(90))
      expect(subscriptionTerms(snapshot({ state: at }), known.toReversed(), day(90))).toEqual(terms)
    }),
  )
})

describe('a one-time product', () => {
  const terms = (given: Partial<PaymentFacts>): string =>
    oneTimeTerms({ priceCents: 500, paidAt: day(0) }, [payment(given)]).state

  test('is owned until its payment is refunded or disputed', () => {
    expect(terms({})).toBe('owned')
    expect(terms({ refundedCents: 100 })).toBe('owned')
    expect(terms({ refundedCents: 2_900 })).toBe('refunded')
    expect(terms({ dispute: 'open' })).toBe('disputed')
    expect(terms({ dispute: 'lost' })).toBe('refunded')
    expect(terms({ dispute: 'won' })).toBe('owned')
  })

  test('that is free is owned without a payment', () => {
    const free = oneTimeTerms({ priceCents: 0, paidAt: day(3) }, [])
    expect(free).toMatchObject({ state: 'owned', accessUntil: null, purchasedAt: day(3) })
  })
})

describe('what a member may do', () => {
  const facts = (given: Partial<PurchaseFacts> = {}): PurchaseFacts => ({
    state: 'active',
    endsAtPeriodEnd: false,
    isSurplus: false,
    periodEnd: day(30),
    accessUntil: day(30),
    ...given,
  })

  test('with a subscription: cancel it, and resume it until it has ended', () => {
    expect(canCancel(facts())).toBe(true)
    expect(canResume(facts(), day(1))).toBe(false)
    const canceled = facts({ endsAtPeriodEnd: true })
    expect(canCancel(canceled)).toBe(false)
    expect(canResume(canceled, day(29))).toBe(true)
    expect(canResume(canceled, day(30))).toBe(false)
    expect(canCancel(facts({ isSurplus: true }))).toBe(false)
    expect(canResume(facts({ state: 'ended', endsAtPeriodEnd: true }), day(1))).toBe(false)
  })

  test('after a refund: buy it again, but not while it is disputed', () => {
    expect(refusalOfCheckout([facts({ state: 'refunded' })], day(1))).toBeUndefined()
    expect(refusalOfCheckout([facts({ state: 'disputed' })], day(1))).toMatch(/disputed/)
    expect(refusalOfCheckout([facts({ state: 'ended' })], day(1))).toBeUndefined()
    expect(refusalOfCheckout([facts({ isSurplus: true })], day(1))).toBeUndefined()
  })

  test('is shown by a status that only subscriptions have', () => {
    expect(statusOf(facts({ state: 'owned' }), day(1))).toBeNull()
    expect(statusOf(facts({ state: 'refunded' }), day(1))).toBeNull()
    expect(statusOf(facts(), day(1))).toBe('active')
    expect(statusOf(facts({ state: 'past_due' }), day(1))).toBe('past_due')
    expect(statusOf(facts({ state: 'past_due', endsAtPeriodEnd: true }), day(1))).toBe('canceled')
    expect(statusOf(facts({ state: 'ended' }), day(1))).toBe('canceled')
  })

  test.each(['active', 'paused'] as const)('is on hold while %s without access', (state) => {
    const held = facts({ state, accessUntil: day(0) })
    expect(statusOf(held, day(1))).toBe('on_hold')
    expect(refusalOfCheckout([held], day(1))).toMatch(/on hold/)
  })
})
