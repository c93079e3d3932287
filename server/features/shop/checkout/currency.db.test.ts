import { expect, onTestFinished } from 'vitest'
import type { Currency } from '#contract/currencies.ts'
import { settingsEndpoints } from '#contract/settings.ts'
import { shopEndpoints } from '#contract/shop.ts'
import { createStripeProvider } from '#server/ports/payments/stripe.ts'
import { startStripeServer } from '#server/ports/payments/stripe-test-server.ts'
import { sessionOf } from '#server/testing/shop.ts'
import { test } from '#server/testing/world.ts'

const { createCheckout, stripeWebhook } = shopEndpoints

test('prices are in the currency of the site, which stays once something is sold', async ({
  api,
  world,
  context,
}) => {
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
  const deliver = async (): Promise<void> => {
    for (const { body, headers } of server.takeEvents()) {
      const call = { payload: body.toString(), headers: { ...headers, origin: '' } }
      expect((await api.request(stripeWebhook, call)).status).toBe(200)
    }
  }
  const admin = api.as(await world.admin())
  const save = (currency: unknown) =>
    // As a page could send it.
    admin.request(settingsEndpoints.save, { body: { currency: currency as Currency } })
  const productId = await world.product()
  const open = async (): Promise<string> => {
    const buyer = api.as(await world.member())
    return sessionOf((await buyer.call(createCheckout, { body: { productId } })).url)
  }
  const currencyOf = (session: string) => server.account.wares.get(session)?.price.currency

  for (const wrong of ['xxx', 'jpy', 'EUR', null]) expect((await save(wrong)).status).toBe(400)
  expect((await save('eur')).status).toBe(200)
  const session = await open()
  expect(currencyOf(session)).toBe('eur')
  const refused = await save('gbp')
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('sold already')])

  server.account.expire(session)
  await deliver()
  expect((await save('gbp')).status).toBe(200)
  const second = await open()
  expect(currencyOf(second)).toBe('gbp')
  server.account.expire(second)
  await deliver()

  // Whichever comes first, what is paid is in the currency that the site has.
  const [third, change] = await Promise.all([open(), save('chf')])
  expect(currencyOf(third)).toBe(change.status === 200 ? 'chf' : 'gbp')
  server.account.pay(third)
  await deliver()
  expect((await save('usd')).status).toBe(409)
  expect((await save(currencyOf(third))).status).toBe(200)
})
