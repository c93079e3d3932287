import {
  type StripeTestServer,
  startStripeServer,
} from '#server/ports/payments/stripe-test-server.ts'
import { type Site, startSite } from './site.ts'

/** A server that speaks Stripe's API and has its pages, and a site whose money it takes. */
export interface StripeSite {
  stripe: StripeTestServer
  site: Site
  /** Where the site hears of payments. */
  webhookUrl: string
  stop(): Promise<void>
}

export async function startStripeSite(): Promise<StripeSite> {
  const stripe = await startStripeServer()
  const site = await startSite({
    PAYMENTS_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.url,
  })
  const webhookUrl = `${site.url}/api/webhooks/stripe`
  stripe.deliverTo(webhookUrl)
  return {
    stripe,
    site,
    webhookUrl,
    stop: async () => {
      await site.stop()
      await stripe.stop()
    },
  }
}
