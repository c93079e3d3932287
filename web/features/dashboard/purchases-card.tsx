import type { ReactElement } from 'react'
import { Card, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function PurchasesCard(): ReactElement {
  return (
    <Card>
      <CardHeader>
        <CardTitle>My Purchases & Subscriptions</CardTitle>
      </CardHeader>
      <EmptyState message="No purchases yet. Explore our products to get started!" />
    </Card>
  )
}
