import { AppError } from '#server/domain/app-error.ts'
import type { PaymentProvider } from './port.ts'

/** Refuses every call. Used on a site that was restored from a backup and is not confirmed yet. */
export function createClosedPayments(name: PaymentProvider['name']): PaymentProvider {
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

function closed(): AppError {
  const sentence =
    'This copy of the site was restored from a backup and takes no payments yet. Please try again later.'
  return new AppError('provider_unavailable', sentence)
}
