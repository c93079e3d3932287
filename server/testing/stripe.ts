import { expect, onTestFinished } from 'vitest'
import { shopEndpoints } from '#contract/shop.ts'
import type { Context } from '#server/context.ts'
import { createStripeProvider } from '#server/ports/payments/stripe.ts'
import {
  type StripeTestServer,
  startStripeServer,
} from '#server/testing/providers/stripe-server.ts'
import type { TestApi } from './api.ts'

const { stripeWebhook } = shopEndpoints

/** Uses the real adapter with a new account on a Stripe test server, until the test ends. */
export async function startStripe(context: Context): Promise<StripeTestServer> {
  const before = context.payments
  const server = await startStripeServer()
  context.payments = createStripeProvider({
    secretKey: server.secretKey,
    webhookSecret: server.webhookSecret,
    apiBase: server.url,
    installation: 'https://folx.example.org',
    now: context.now,
  })
  onTestFinished(async () => {
    await context.payments.close()
    context.payments = before
    await server.stop()
  })
  return server
}

/** Sends the site the new events from Stripe. */
export async function deliver(api: TestApi, server: StripeTestServer): Promise<void> {
  for (const { body, headers } of server.takeEvents()) {
    const call = { payload: body.toString(), headers: { ...headers, origin: '' } }
    expect((await api.request(stripeWebhook, call)).status).toBe(200)
  }
}
