import { sql } from 'kysely'
import { STRIPE_EVENTS } from '#contract/connections.ts'
import { DAY_MS, HOUR_MS } from '#contract/durations.ts'
import type { Config } from '#server/config.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { StripeAccess } from '#server/ports/payments/stripe-client.ts'
import type { ProviderHealth } from '#server/ports/provider-health.ts'
import {
  type Check,
  databaseCheck,
  failed,
  judgeHealth,
  ok,
  skipped,
  type Verdict,
  warning,
} from './check.ts'
import { counted, spanInWords } from './words.ts'

function judgeStripe(health: ProviderHealth): Verdict {
  const meaning = 'Nobody can buy anything, and refunds and cancellations go unnoticed.'
  return judgeHealth(health, {
    works: 'Stripe accepts the key.',
    meaning,
    refused: {
      finding: 'Stripe refuses the key',
      action:
        'Copy the secret key from Stripe again, and check the rights of a restricted key there.',
    },
    unreachable: {
      finding: 'Stripe can’t be reached',
      action: 'Check the network of this server, and whether Stripe reports an outage.',
    },
  })
}

type PaymentsConfig = Pick<Config, 'payments' | 'isPublic' | 'environment'>

/** As the page Connections says it. */
function testsOnly({ environment }: Pick<Config, 'environment'>): Verdict {
  return skipped(
    environment.payments?.length
      ? 'Test payments, set on the server. Nobody is charged.'
      : 'Test payments. Nobody is charged.',
  )
}

function judgeTill(config: PaymentsConfig): Verdict {
  if (!config.isPublic) return testsOnly(config)
  return warning({
    finding: 'No payment service is set up.',
    meaning: 'Test purchases are off on a public address, so nothing can be bought.',
    action:
      'To sell something, connect Stripe on the page Connections. Otherwise, unpublish your products.',
  })
}

export interface PaymentFacts {
  now: Date
  lastPaidAt: Date | null
  lastEventAt: Date | null
}

/** Payments are also found by asking Stripe, so a broken webhook shows as payments without events. */
export function judgePaymentWebhook({ now, lastPaidAt, lastEventAt }: PaymentFacts): Verdict {
  if (!lastPaidAt) return skipped('Nothing has been paid yet.')
  const isSettled = now.getTime() - lastPaidAt.getTime() > HOUR_MS
  if (isSettled && (!lastEventAt || lastEventAt.getTime() < lastPaidAt.getTime() - HOUR_MS)) {
    return failed({
      finding: 'A payment was made, but no event from Stripe arrived for it.',
      meaning: 'Members wait for what they bought, and refunds and cancellations go unnoticed.',
      action:
        'Look at Developers → Webhooks at Stripe: the address, whether deliveries fail, and whether its signing secret is the one entered here.',
    })
  }
  return ok(
    lastEventAt
      ? `The last event arrived ${spanInWords(now.getTime() - lastEventAt.getTime())} ago.`
      : 'The last payment was a moment ago.',
  )
}

export interface MismatchFacts {
  now: Date
  /** Of the last 7 days. */
  open: number
  /** When payments were last compared to the end. */
  comparedAt: Date | null
  hasPurchases: boolean
}

export function judgeMismatches({ now, open, comparedAt, hasPurchases }: MismatchFacts): Verdict {
  if (open > 0) {
    return warning({
      finding: `${counted(open, 'payment')} differed from the payment service in the last 7 days.`,
      meaning: 'Somebody may have paid without access, or have access without having paid.',
      action: 'Open Products, then Orders, on the admin page. Each entry says what to do.',
    })
  }
  const age = comparedAt ? now.getTime() - comparedAt.getTime() : undefined
  if (hasPurchases && (age === undefined || age > 3 * DAY_MS)) {
    return failed({
      finding: age
        ? `Payments were last compared with the payment service ${spanInWords(age)} ago.`
        : 'Payments have never been compared with the payment service.',
      meaning:
        'Nobody would notice a payment that is missing here. The comparison is due every day.',
      action: 'Check the key of the payment service, and look for errors in the server’s log.',
    })
  }
  return ok('The site agrees with the payment service.')
}

/** Asks Stripe for something that only a valid key gets. */
async function tryPaymentProvider(config: PaymentsConfig): Promise<Verdict> {
  const { payments } = config
  if (payments.provider === 'till') return judgeTill(config)
  const { checkStripe } = await import('#server/ports/payments/stripe-client.ts')
  return judgeStripe(await checkStripe(payments))
}

/**
 * Tries what selling needs: the key, what it may read, and that Stripe reports to this site. A site
 * that only this machine can reach has no webhook at Stripe.
 */
export async function tryPayments(
  config: PaymentsConfig & Pick<Config, 'publicUrl'>,
): Promise<Verdict> {
  const { payments, isPublic, publicUrl } = config
  const verdict = await tryPaymentProvider(config)
  if (verdict.state !== 'ok' || payments.provider !== 'stripe') return verdict
  const { readStripeAccess } = await import('#server/ports/payments/stripe-client.ts')
  try {
    const access = await readStripeAccess(payments)
    return judgeAccess(access, isPublic ? `${publicUrl}/api/webhooks/stripe` : undefined)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return judgeStripe({ state: 'unreachable', reason: 'no useful answer' })
  }
}

function judgeAccess({ denied, webhooks }: StripeAccess, address: string | undefined): Verdict {
  const meaning = 'Nobody can buy anything, or purchases are noticed late.'
  if (denied.length > 0) {
    return failed({
      finding: `Stripe accepts the key, but it may not read: ${denied.join(', ')}.`,
      meaning,
      action: 'At Stripe, give the key these rights, or use a key without restrictions.',
    })
  }
  if (!address) return ok('Stripe accepts the key, and it has the rights that it needs.')
  if (!webhooks) {
    return ok(
      'Stripe accepts the key. The key may not read whether Stripe reports to this site, so check that step yourself.',
    )
  }
  const own = webhooks.filter(({ url }) => url === address)
  const step = 'Follow the step “Let Stripe report what is paid” on the page Connections.'
  if (own.length === 0) {
    return failed({
      finding: `Stripe accepts the key, but doesn’t report to ${address}.`,
      meaning,
      action: step,
    })
  }
  const enabled = own.filter(({ isEnabled }) => isEnabled)
  if (enabled.length === 0) {
    return failed({
      finding: 'Stripe accepts the key, but its reports to this site are turned off.',
      meaning,
      action: 'Turn them on at Stripe, under Developers and Webhooks.',
    })
  }
  const missing = STRIPE_EVENTS.filter(
    (event) => !enabled.some(({ events }) => events.includes('*') || events.includes(event)),
  )
  if (missing.length > 0) {
    return failed({
      finding: `Stripe accepts the key, but doesn’t report these events: ${missing.join(', ')}.`,
      meaning,
      action: 'Select them at Stripe, under Developers and Webhooks.',
    })
  }
  return ok('Stripe accepts the key, and reports what is paid to this site.')
}

export const PAYMENT_CHECKS: readonly Check[] = [
  {
    name: 'payment-provider',
    title: 'Payment service',
    run: ({ config }) => tryPaymentProvider(config),
  },
  databaseCheck({
    name: 'payment-webhook',
    title: 'Payment webhook',
    run: async ({ config, db, now }) => {
      if (config.payments.provider !== 'stripe') return testsOnly(config)
      const { rows } = await sql<Omit<PaymentFacts, 'now'>>`
        select (select paid_at from payment where provider = 'stripe'
            order by paid_at desc limit 1) as last_paid_at,
          (select received_at from payment_event where provider = 'stripe'
            order by received_at desc limit 1) as last_event_at`.execute(db)
      return judgePaymentWebhook({ lastPaidAt: null, lastEventAt: null, ...rows[0], now: now() })
    },
  }),
  databaseCheck({
    name: 'payment-mismatches',
    title: 'Payments',
    run: async ({ config, db, now }) => {
      const since = new Date(now().getTime() - 7 * DAY_MS)
      const { rows } = await sql<Omit<MismatchFacts, 'now'>>`
        select (select count(*)::int from (select from payment_mismatch
            where found_at >= ${since} and not is_mended limit 1000) counted) as open,
          (select max(finished_at) from payment_comparison) as compared_at,
          exists (select from purchase where purchased_at < ${since}) as has_purchases`.execute(db)
      const facts = { open: 0, comparedAt: null, hasPurchases: false, ...rows[0] }
      // The test payments themselves are compared, too.
      if (config.payments.provider === 'till' && facts.open === 0) return testsOnly(config)
      return judgeMismatches({ ...facts, now: now() })
    },
  }),
]
