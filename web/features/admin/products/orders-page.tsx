import type { ReactElement } from 'react'
import { HealthCard } from '#web/features/admin/products/health-card.tsx'
import { OrdersCard } from '#web/features/admin/products/orders-card.tsx'
import { RevenueCard } from '#web/features/admin/products/revenue-card.tsx'

/** Revenue, orders, and the health of the payment provider. */
export function OrdersPage(): ReactElement {
  return (
    <div className="flex flex-col gap-6">
      <OrdersCard />
      <RevenueCard />
      <HealthCard />
    </div>
  )
}
