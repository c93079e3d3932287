import type Stripe from 'stripe'
import { type PaymentSnapshot, refundRefused } from './port.ts'
import { expectObject, instantOf, refOf, refusalCode } from './stripe-client.ts'

/** Returns the charges of a payment intent: read for each intent, or once for all of a customer's. */
export type ChargesOf = (intentRef: string) => Promise<Stripe.Charge[]>

/** Stripe's largest page size for lists. */
const WHOLE_PAGE = 100

export function chargesFrom(stripe: Stripe): ChargesOf {
  return async (intentRef) => {
    const list = await stripe.charges.list({ payment_intent: intentRef, limit: WHOLE_PAGE })
    return list.data
  }
}

/**
 * A payment of an invoice has the invoice's id; any other has the id of its payment intent. Refunds
 * and disputes always refer to a payment intent, so its invoice is looked up first.
 */
export async function readPayment(stripe: Stripe, paymentRef: string): Promise<PaymentSnapshot> {
  const chargesOf = chargesFrom(stripe)
  if (paymentRef.startsWith('in_')) {
    return invoicePayment(stripe, await readInvoice(stripe, paymentRef), chargesOf)
  }
  const intent = expectObject(await stripe.paymentIntents.retrieve(paymentRef), 'payment_intent')
  const paid = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intent.id },
    limit: 1,
  })
  const invoiceRef = refOf(paid.data[0]?.invoice)
  if (!invoiceRef) return intentPayment(stripe, intent, chargesOf)
  return invoicePayment(stripe, await readInvoice(stripe, invoiceRef), chargesOf)
}

/** Without an amount, Stripe refunds all that is left, so a second call cannot refund more. */
export async function refundPayment(stripe: Stripe, paymentRef: string): Promise<void> {
  for (const intentRef of await intentsOf(stripe, paymentRef)) {
    try {
      await stripe.refunds.create({ payment_intent: intentRef })
    } catch (error) {
      const code = refusalCode(error)
      if (code === 'charge_already_refunded') continue
      throw code === undefined || code === 'resource_missing' ? error : refundRefused(error)
    }
  }
}

/** The payment intent itself, or the ones that paid an invoice. */
async function intentsOf(stripe: Stripe, paymentRef: string): Promise<string[]> {
  if (!paymentRef.startsWith('in_')) return [paymentRef]
  const chargesOf = chargesFrom(stripe)
  const paid: string[] = []
  for (const { payment } of (await readInvoice(stripe, paymentRef)).payments?.data ?? []) {
    const intentRef = refOf(payment.payment_intent)
    const charges = intentRef ? await chargesOf(intentRef) : []
    if (intentRef && charges.some(({ status }) => status === 'succeeded')) paid.push(intentRef)
  }
  return paid
}

export async function readInvoice(stripe: Stripe, invoiceRef: string): Promise<Stripe.Invoice> {
  const invoice = await stripe.invoices.retrieve(invoiceRef, { expand: ['payments'] })
  return expectObject(invoice, 'invoice')
}

/** @param invoice with its payments */
export async function invoicePayment(
  stripe: Stripe,
  invoice: Stripe.Invoice,
  chargesOf: ChargesOf,
): Promise<PaymentSnapshot> {
  const charges: Stripe.Charge[] = []
  for (const { payment } of invoice.payments?.data ?? []) {
    const intentRef = refOf(payment.payment_intent)
    if (intentRef) charges.push(...(await chargesOf(intentRef)))
  }
  const state = invoiceState(invoice, charges)
  return {
    paymentRef: invoice.id,
    customerRef: refOf(invoice.customer),
    subscriptionRef: refOf(invoice.parent?.subscription_details?.subscription),
    checkoutId: null,
    state,
    amountCents: state === 'paid' ? invoice.amount_paid : invoice.amount_due,
    refundedCents: refundedOf(charges),
    dispute: await disputeOf(stripe, charges),
    paidAt: instantOf(invoice.status_transitions.paid_at ?? invoice.created),
  }
}

function invoiceState(invoice: Stripe.Invoice, charges: Stripe.Charge[]): PaymentSnapshot['state'] {
  if (invoice.status === 'paid') return 'paid'
  if (charges.some((charge) => charge.status === 'pending')) return 'pending'
  if (invoice.status === 'void' || invoice.status === 'uncollectible') return 'failed'
  return invoice.status === 'open' && invoice.attempted ? 'failed' : 'pending'
}

export async function intentPayment(
  stripe: Stripe,
  intent: Stripe.PaymentIntent,
  chargesOf: ChargesOf,
): Promise<PaymentSnapshot> {
  const charges = await chargesOf(intent.id)
  const state = intentState(intent)
  const paid = charges.find((charge) => charge.status === 'succeeded')
  return {
    paymentRef: intent.id,
    customerRef: refOf(intent.customer),
    subscriptionRef: null,
    checkoutId: intent.metadata.checkoutId ?? null,
    state,
    amountCents: state === 'paid' ? intent.amount_received : intent.amount,
    refundedCents: refundedOf(charges),
    dispute: await disputeOf(stripe, charges),
    paidAt: instantOf(paid?.created ?? intent.created),
  }
}

export function intentState({ status }: Stripe.PaymentIntent): PaymentSnapshot['state'] {
  if (status === 'succeeded') return 'paid'
  return status === 'requires_payment_method' || status === 'canceled' ? 'failed' : 'pending'
}

function refundedOf(charges: Stripe.Charge[]): number {
  return charges.reduce((sum, charge) => sum + charge.amount_refunded, 0)
}

async function disputeOf(
  stripe: Stripe,
  charges: Stripe.Charge[],
): Promise<PaymentSnapshot['dispute']> {
  const states = new Set<PaymentSnapshot['dispute']>()
  for (const charge of charges.filter(({ disputed }) => disputed)) {
    const { data } = await stripe.disputes.list({ charge: charge.id, limit: WHOLE_PAGE })
    for (const dispute of data) states.add(disputeState(dispute))
  }
  const order = ['open', 'lost', 'won'] as const
  return order.find((state) => states.has(state)) ?? 'none'
}

/** Early warnings and prevented disputes take no money. */
function disputeState({ status }: Stripe.Dispute): PaymentSnapshot['dispute'] {
  if (status === 'won') return 'won'
  if (status === 'lost') return 'lost'
  return status.startsWith('warning_') || status === 'prevented' ? 'none' : 'open'
}

/** An invoice's page, or the receipt of a single charge. */
export async function findReceipt(stripe: Stripe, paymentRef: string): Promise<string | undefined> {
  if (paymentRef.startsWith('in_')) {
    const { hosted_invoice_url: page } = await readInvoice(stripe, paymentRef)
    return page ?? undefined
  }
  const charges = await chargesFrom(stripe)(paymentRef)
  return charges.find((charge) => charge.status === 'succeeded')?.receipt_url ?? undefined
}
