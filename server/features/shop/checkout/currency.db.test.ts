import { expect } from 'vitest'
import type { Currency } from '#contract/currencies.ts'
import { settingsEndpoints } from '#contract/settings.ts'
import { shopEndpoints } from '#contract/shop.ts'
import { sessionOf } from '#server/testing/shop.ts'
import { deliver, startStripe } from '#server/testing/stripe.ts'
import { test } from '#server/testing/world.ts'

const { createCheckout } = shopEndpoints

test('prices use the site’s currency, which can’t change once something is sold', async ({
  api,
  world,
  context,
  admin,
}) => {
  const server = await startStripe(context)
  const save = (currency: unknown) =>
    // As a page might send it.
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
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringContaining('after the first sale'),
  ])

  server.account.expire(session)
  await deliver(api, server)
  expect((await save('gbp')).status).toBe(200)
  const second = await open()
  expect(currencyOf(second)).toBe('gbp')
  server.account.expire(second)
  await deliver(api, server)

  // Whichever comes first, the payment is in the site's currency.
  const [third, change] = await Promise.all([open(), save('chf')])
  expect(currencyOf(third)).toBe(change.status === 200 ? 'chf' : 'gbp')
  server.account.pay(third)
  await deliver(api, server)
  expect((await save('usd')).status).toBe(409)
  expect((await save(currencyOf(third))).status).toBe(200)
})
