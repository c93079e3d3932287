import { AppError } from '#server/domain/app-error.ts'
import type { PaymentProvider } from './port.ts'

/** Why payments are closed, in a sentence for a member. */
const SENTENCES = {
  unconfirmed:
    'This copy of the site was restored from a backup and takes no payments yet. Please try again later.',
  sellsNothing: 'Nothing is for sale on this site yet.',
} as const

/** Refuses every call: on a restored site that is not confirmed, or a public one with the till. */
export function createClosedPayments(
  name: PaymentProvider['name'],
  reason: keyof typeof SENTENCES,
): PaymentProvider {
  const closed = (): AppError => new AppError('provider_unavailable', SENTENCES[reason])
  const refuse = async (): Promise<never> => {
    throw closed()
  }
  return {
    name,
    ensurePrice: refuse,
    createCustomer: refuse,
    setCustomerEmail: refuse,
    openCheckout: refuse,
    readCheckout: refuse,
    expireCheckout: refuse,
    readSubscription: refuse,
    setEndsAtPeriodEnd: refuse,
    endSubscription: refuse,
    readPayment: refuse,
    refundPayment: refuse,
    readCustomer: refuse,
    findReceipt: refuse,
    findBillingPortal: refuse,
    // The provider will send the event again later.
    readEvent: () => {
      throw closed()
    },
    close: async () => {},
  }
}
