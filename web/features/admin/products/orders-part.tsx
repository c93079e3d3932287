import type { ReactElement } from 'react'
import { HealthCard } from '#web/features/admin/products/health-card.tsx'
import { OrdersCard } from '#web/features/admin/products/orders-card.tsx'
import { RevenueCard } from '#web/features/admin/products/revenue-card.tsx'

/** What came in, and whether the payment provider is heard. */
export function OrdersPart(): ReactElement {
  return (
    <div className="flex flex-col gap-6">
      <RevenueCard />
      <OrdersCard />
      <HealthCard />
    </div>
  )
}
