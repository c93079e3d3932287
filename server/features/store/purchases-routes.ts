import { storeEndpoints } from '#contract/store.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { checkSubscription } from './access-service.ts'
import { browseOrders, browseSubscribers, readRevenue } from './books-service.ts'
import { checkOut, readCheckoutStatus } from './checkout-service.ts'
import { compareNow, readHealth } from './comparison-service.ts'
import { receivePaymentEvent } from './events-service.ts'
import { checkPayments } from './purchases-check-service.ts'
import {
  browsePurchases,
  cancelSubscription,
  findReceipt,
  openBillingPortal,
  resumeSubscription,
} from './purchases-service.ts'

export function purchaseRoutes(route: RouteBinder, context: Context): void {
  bindBuying(route, context)
  bindOwn(route, context)
  bindBooks(route, context)
}

function bindBuying(route: RouteBinder, context: Context): void {
  route(storeEndpoints.createCheckout, ({ viewer, body }) =>
    checkOut(context, viewer, body.productId),
  )
  route(storeEndpoints.getCheckout, ({ viewer, params }) =>
    readCheckoutStatus(context, viewer, params.id),
  )
  route(storeEndpoints.stripeWebhook, async ({ rawBody, request }) => {
    await receivePaymentEvent(context, rawBody, request.headers)
    return { received: true as const }
  })
}

function bindOwn(route: RouteBinder, context: Context): void {
  route(storeEndpoints.checkSubscription, ({ viewer, query }) =>
    checkSubscription(context, viewer, { productId: query.productId }),
  )
  route(storeEndpoints.listPurchases, ({ viewer, query }) =>
    browsePurchases(context, viewer, query),
  )
  route(storeEndpoints.receipt, ({ viewer, params }) => findReceipt(context, viewer, params.id))
  route(storeEndpoints.checkPayments, ({ viewer }) => checkPayments(context, viewer))
  route(storeEndpoints.billingPortal, ({ viewer }) => openBillingPortal(context, viewer))
  route(storeEndpoints.cancelSubscription, ({ viewer, params }) =>
    cancelSubscription(context, viewer, params.subscriptionId),
  )
  route(storeEndpoints.resumeSubscription, ({ viewer, params }) =>
    resumeSubscription(context, viewer, params.subscriptionId),
  )
}

function bindBooks(route: RouteBinder, context: Context): void {
  route(storeEndpoints.listOrders, ({ viewer, query }) => browseOrders(context, viewer, query))
  route(storeEndpoints.listSubscribers, ({ viewer, query }) =>
    browseSubscribers(context, viewer, query),
  )
  route(storeEndpoints.revenue, () => readRevenue(context))
  route(storeEndpoints.paymentsHealth, () => readHealth(context))
  route(storeEndpoints.comparePayments, () => compareNow(context))
}
