import { type ReactElement, useState } from 'react'
import { onFirstOpen } from '#web/lib/on-demand.tsx'
import { Button } from '#web/ui/button.tsx'

const PaymentCheckDialog = onFirstOpen(
  async () => (await import('#web/features/shop/payment-check.tsx')).PaymentCheckDialog,
  ({ isOpen }) => isOpen,
)

/** For members who have paid but don't see their purchase. */
export function PaymentCheckButton(): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="link" size="sm" onClick={() => setIsOpen(true)}>
        Missing a purchase?
      </Button>
      <PaymentCheckDialog isOpen={isOpen} onOpenChange={setIsOpen} />
    </>
  )
}
