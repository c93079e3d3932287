import { shopEndpoints } from '#contract/shop.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { checkSubscription } from '../access/service.ts'
import { checkOut, readCheckoutStatus } from '../checkout/service.ts'
import { compareNow, readHealth } from '../comparison/service.ts'
import { receivePaymentEvent } from '../events/service.ts'
import { endSubscription } from '../orders/end-subscription.ts'
import { refundOrder } from '../orders/refund.ts'
import { browseOrders, browseSubscribers, exportOrders, readRevenue } from '../orders/service.ts'
import { checkPayments } from './check.ts'
import {
  browsePurchases,
  cancelSubscription,
  findReceipt,
  openBillingPortal,
  resumeSubscription,
} from './service.ts'

export function purchaseRoutes(route: RouteBinder, context: Context): void {
  bindBuying(route, context)
  bindOwn(route, context)
  bindOrders(route, context)
}

function bindBuying(route: RouteBinder, context: Context): void {
  route(shopEndpoints.createCheckout, ({ viewer, body }) =>
    checkOut(context, viewer, body.productId),
  )
  route(shopEndpoints.getCheckout, ({ viewer, params }) =>
    readCheckoutStatus(context, viewer, params.id),
  )
  route(shopEndpoints.stripeWebhook, async ({ rawBody, request }) => {
    await receivePaymentEvent(context, rawBody, request.headers)
    return { received: true as const }
  })
}

function bindOwn(route: RouteBinder, context: Context): void {
  route(shopEndpoints.checkSubscription, ({ viewer, query }) =>
    checkSubscription(context, viewer, { productId: query.productId }),
  )
  route(shopEndpoints.listPurchases, ({ viewer, query }) => browsePurchases(context, viewer, query))
  route(shopEndpoints.receipt, ({ viewer, params }) => findReceipt(context, viewer, params.id))
  route(shopEndpoints.checkPayments, ({ viewer }) => checkPayments(context, viewer))
  route(shopEndpoints.billingPortal, ({ viewer }) => openBillingPortal(context, viewer))
  route(shopEndpoints.cancelSubscription, ({ viewer, params }) =>
    cancelSubscription(context, viewer, params.subscriptionId),
  )
  route(shopEndpoints.resumeSubscription, ({ viewer, params }) =>
    resumeSubscription(context, viewer, params.subscriptionId),
  )
}

function bindOrders(route: RouteBinder, context: Context): void {
  route(shopEndpoints.listOrders, ({ viewer, query }) => browseOrders(context, viewer, query))
  route(shopEndpoints.exportOrders, async ({ viewer, query, reply }) => {
    const { filename, stream } = await exportOrders(context, viewer, query)
    reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="${filename}"`)
      .header('X-Content-Type-Options', 'nosniff')
      .send(stream)
  })
  route(shopEndpoints.refundOrder, ({ viewer, params, body }) =>
    refundOrder(context, viewer, { paymentId: params.id, ...body }),
  )
  route(shopEndpoints.endSubscription, ({ viewer, params }) =>
    endSubscription(context, viewer, params.id),
  )
  route(shopEndpoints.listSubscribers, ({ viewer, query }) =>
    browseSubscribers(context, viewer, query),
  )
  route(shopEndpoints.revenue, () => readRevenue(context))
  route(shopEndpoints.paymentsHealth, () => readHealth(context))
  route(shopEndpoints.comparePayments, () => compareNow(context))
}
