import { type ReactElement, useState } from 'react'
import { onDemand } from '#web/lib/on-demand.tsx'
import { Button } from '#web/ui/button.tsx'

const PaymentCheckDialog = onDemand(
  async () => (await import('#web/features/shop/payment-check.tsx')).PaymentCheckDialog,
)

/** For members who have paid but don't see their purchase. */
export function PaymentCheckButton(): ReactElement {
  const [isOpen, setIsOpen] = useState<boolean>()
  return (
    <>
      <Button variant="link" size="sm" onClick={() => setIsOpen(true)}>
        Missing a purchase?
      </Button>
      {isOpen === undefined ? null : (
        <PaymentCheckDialog isOpen={isOpen} onOpenChange={setIsOpen} />
      )}
    </>
  )
}
