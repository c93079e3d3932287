import {
  type StripeTestServer,
  startStripeServer,
} from '#server/testing/providers/stripe-server.ts'
import { type Site, startSite } from './site.ts'

/** A server with Stripe's API and pages, and a site that uses it for payments. */
export interface StripeSite {
  stripe: StripeTestServer
  site: Site
  /** The site's URL for payment events. */
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
