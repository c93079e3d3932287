import type { ReactElement } from 'react'
import { PurchasesPanel } from '#web/features/shop/purchases-panel.tsx'
import { Card, CardHeader, CardTitle } from '#web/ui/card.tsx'

interface PurchasesCardProps {
  /** Starts at 1. */
  page: number
  onPageChange: (page: number) => void
}

export function PurchasesCard(props: PurchasesCardProps): ReactElement {
  return (
    <Card>
      <CardHeader>
        <CardTitle>My Purchases & Subscriptions</CardTitle>
      </CardHeader>
      <PurchasesPanel {...props} />
    </Card>
  )
}
