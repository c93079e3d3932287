import { shopEndpoints } from '#contract/shop.ts'
import { buildApp } from '#server/http/app.ts'
import { TestApi, type TestResponse } from './api.ts'
import { startOtherNode } from './other-node.ts'
import { FakePayments, type SignedEvent } from './payments.ts'
import type { TestMember } from './population.ts'
import { test as base } from './world.ts'

/** The shop with a payment provider that the test controls. */
export interface Shop {
  payments: FakePayments
  /** Opens a checkout and pays, without sending events to the server; returns the session. */
  pay(member: TestMember | Promise<TestMember>, productId: number): Promise<string>
  /** Like `pay`, and sends the events to the server. */
  buy(member: TestMember, productId: number): Promise<string>
  /** Sends the provider's unsent events, in order. */
  deliver(): Promise<void>
  /** Sends one event, even if it was sent before. */
  send(event: SignedEvent, node?: TestApi): Promise<TestResponse>
}

/** Vitest's `test` with an in-memory payment provider in place of a configured one. */
export const test = base
  .extend('shop', { scope: 'file' }, ({ context, api }) => {
    const payments = new FakePayments(context.now)
    context.payments = payments
    return createShop(api, payments)
  })
  .extend('other', { scope: 'file' }, async ({ context, shop }, { onCleanup }) => {
    const { now } = context
    const { context: node, close } = await startOtherNode(context, { now })
    node.payments = shop.payments
    const app = await buildApp(node)
    await app.ready()
    onCleanup(async () => {
      await app.close()
      await close()
    })
    return { context: node, api: new TestApi(app) }
  })

function createShop(api: TestApi, payments: FakePayments): Shop {
  let sent = payments.events.length
  const send: Shop['send'] = (event, node = api) =>
    node.request(shopEndpoints.stripeWebhook, {
      payload: event.body.toString(),
      headers: { ...event.headers, 'content-type': 'application/json', origin: '' },
    })
  const pay: Shop['pay'] = async (member, productId) => {
    const { url } = await api
      .as(await member)
      .call(shopEndpoints.createCheckout, { body: { productId } })
    const sessionRef = sessionOf(url)
    payments.pay(sessionRef)
    return sessionRef
  }
  const deliver: Shop['deliver'] = async () => {
    for (const event of payments.events.slice(sent)) {
      const { status, text } = await send(event)
      if (status !== 200) throw new Error(`${event.event.type}: ${status} ${text}`)
    }
    sent = payments.events.length
  }
  return {
    payments,
    pay,
    send,
    deliver,
    buy: async (member, productId) => {
      const sessionRef = await pay(member, productId)
      await deliver()
      return sessionRef
    },
  }
}

/** The session that a checkout's URL opens. */
export function sessionOf(url: string): string {
  return url.split('/').at(-1) ?? ''
}
