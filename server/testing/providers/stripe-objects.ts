/** The parts of Stripe's objects that are used here, with Stripe's field names. */

export type Metadata = Record<string, string>

export interface TestProduct {
  object: 'product'
  id: string
  name: string
  active: boolean
  metadata: Metadata
}

export interface TestPrice {
  object: 'price'
  id: string
  product: string
  active: boolean
  currency: string
  unit_amount: number
  recurring: { interval: string; interval_count: number } | null
  metadata: Metadata
}

export interface TestCustomer {
  object: 'customer'
  id: string
  email: string | null
  metadata: Metadata
}

export interface TestSession {
  object: 'checkout.session'
  id: string
  url: string | null
  mode: 'payment' | 'subscription'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid' | 'no_payment_required'
  customer: string
  client_reference_id: string | null
  metadata: Metadata
  amount_total: number
  payment_intent: string | null
  subscription: string | null
  invoice: string | null
  success_url: string
  cancel_url: string
  allow_promotion_codes: boolean
  expires_at: number
  created: number
}

export interface TestIntent {
  object: 'payment_intent'
  id: string
  status: 'succeeded' | 'processing' | 'requires_payment_method'
  amount: number
  amount_received: number
  customer: string
  metadata: Metadata
  created: number
}

export interface TestCharge {
  object: 'charge'
  id: string
  payment_intent: string
  customer: string
  status: 'succeeded' | 'pending' | 'failed'
  amount: number
  amount_refunded: number
  disputed: boolean
  receipt_url: string | null
  created: number
}

export interface TestDispute {
  object: 'dispute'
  id: string
  charge: string
  payment_intent: string
  status: 'needs_response' | 'warning_needs_response' | 'won' | 'lost'
}

export interface TestInvoice {
  object: 'invoice'
  id: string
  customer: string
  billing_reason: 'subscription_create' | 'subscription_cycle'
  status: 'open' | 'paid' | 'void'
  attempted: boolean
  amount_due: number
  amount_paid: number
  hosted_invoice_url: string
  parent: { subscription_details: { subscription: string; metadata: Metadata } }
  status_transitions: { paid_at: number | null }
  lines: { object: 'list'; data: { period: { start: number; end: number } }[] }
  created: number
}

/** Links an invoice to a payment intent. */
export interface TestInvoicePayment {
  object: 'invoice_payment'
  id: string
  invoice: string
  payment: { type: 'payment_intent'; payment_intent: string }
}

export interface TestSubscription {
  object: 'subscription'
  id: string
  customer: string
  status: 'active' | 'past_due' | 'paused' | 'canceled' | 'incomplete_expired'
  pause_collection: { behavior: string } | null
  cancel_at_period_end: boolean
  cancel_at: number | null
  ended_at: number | null
  start_date: number
  latest_invoice: string
  metadata: Metadata
  items: {
    object: 'list'
    data: {
      id: string
      price: TestPrice
      quantity: number
      current_period_start: number
      current_period_end: number
    }[]
  }
}
