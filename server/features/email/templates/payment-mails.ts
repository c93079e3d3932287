import { composeMail, type Mail } from './layout.ts'

/** Says that a renewal failed. `url` opens the member's purchases. */
export function paymentFailedMail(input: {
  brand: string
  /** The product's title. */
  title: string
  /** Null if the subscription gives no access anymore. */
  accessUntil: Date | null
  /** The member's time zone. */
  timeZone: string
  url: string
}): Mail {
  const { brand, title, accessUntil, timeZone, url } = input
  return composeMail({
    brand,
    subject: `A payment on ${brand} did not go through`,
    preheader: 'Your card may have expired. It takes a minute to fix.',
    heading: 'Your payment did not go through',
    blocks: [
      'We could not renew your subscription:',
      { kind: 'quote', text: title },
      accessUntil
        ? `You keep your access until ${dayOf(accessUntil, timeZone)}. If the payment goes through before then, nothing changes.`
        : 'Your access is paused until the payment goes through.',
      'Open your purchases and change the card there. We’ll then try the payment again.',
      { kind: 'action', label: 'Open your purchases', url },
    ],
  })
}

/** Says that a payment was refunded. `url` opens the member's purchases. */
export function paymentRefundedMail(input: {
  brand: string
  /** The product's title. */
  title: string
  /** Formatted, with its currency. */
  amount: string
  losesAccess: boolean
  url: string
}): Mail {
  const { brand, title, amount, losesAccess, url } = input
  return composeMail({
    brand,
    subject: `Your payment on ${brand} was refunded`,
    preheader: `${amount} is on its way back to you.`,
    heading: 'Your payment was refunded',
    blocks: [
      `We refunded ${amount} for:`,
      { kind: 'quote', text: title },
      'It can take up to 10 days for the money to reach your account.',
      ...(losesAccess ? ['Your access ended with the refund.'] : []),
      { kind: 'action', label: 'Open your purchases', url },
    ],
  })
}

function dayOf(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(moment)
}
