import type { ReactElement } from 'react'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { HealthCard } from '#web/features/admin/products/health-card.tsx'
import { OrdersCard } from '#web/features/admin/products/orders-card.tsx'
import { healthQuery } from '#web/features/admin/products/queries.ts'
import { RevenueCard } from '#web/features/admin/products/revenue-card.tsx'
import { TestPaymentsNotice } from '#web/features/admin/products/test-payments-notice.tsx'
import { prefetch } from '#web/lib/prefetch.ts'

/** Not the orders, since each reading of them is recorded. */
export async function loadOrders({ client }: AdminLoad): Promise<void> {
  await prefetch(client, healthQuery)
}

/** Revenue, orders, and the health of the payment provider. */
export function OrdersPage(): ReactElement {
  return (
    <div className="flex flex-col gap-6">
      <TestPaymentsNotice />
      <OrdersCard />
      <RevenueCard />
      <HealthCard />
    </div>
  )
}
