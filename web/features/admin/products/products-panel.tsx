import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { PartTabs } from '#web/features/admin/kit/part-tabs.tsx'
import { HealthCard } from '#web/features/admin/products/health-card.tsx'
import { OrdersCard } from '#web/features/admin/products/orders-card.tsx'
import { ProductsPart } from '#web/features/admin/products/product-list.tsx'
import { healthQuery } from '#web/features/admin/products/queries.ts'
import { RevenueCard } from '#web/features/admin/products/revenue-card.tsx'
import { SubscribersPart } from '#web/features/admin/products/subscribers-part.tsx'
import { TillDesk } from '#web/features/till/till-desk.tsx'
import { Skeletons } from '#web/ui/skeleton.tsx'

/** The sub-tabs by their names in the address. */
const TILL = { value: 'till', label: 'Test till', Part: TillPart }
const PARTS = [
  { value: 'products', label: 'Products', Part: ProductsPart },
  { value: 'orders', label: 'Orders', Part: OrdersPart },
  { value: 'subscribers', label: 'Subscribers', Part: SubscribersPart },
]

/** The Products tab: products, orders and subscribers. */
export function ProductsPanel(): ReactElement {
  const { part } = useAdminAddress()
  const { data: health, isPending } = useQuery(healthQuery)
  // Only the built-in provider has a test till.
  const parts = health?.provider === 'till' ? [...PARTS, TILL] : PARTS
  if (part === TILL.value && isPending) {
    return <Skeletons label="Loading the till" rows={['h-96 rounded-xl']} />
  }
  return (
    <PartTabs label="Products" parts={parts}>
      {({ Part }) => <Part />}
    </PartTabs>
  )
}

/** The Orders tab: revenue, orders, and the health of the payment provider. */
function OrdersPart(): ReactElement {
  return (
    <div className="flex flex-col gap-6">
      <RevenueCard />
      <OrdersCard />
      <HealthCard />
    </div>
  )
}

/** Simulates events after a checkout at the test till. */
function TillPart(): ReactElement {
  return (
    <section aria-labelledby="till-desk" className="flex flex-col gap-4">
      <h2 id="till-desk" className="sr-only">
        Payments at the test till
      </h2>
      <TillDesk />
    </section>
  )
}
