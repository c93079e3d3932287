import { lazy, type ReactElement, Suspense, useState } from 'react'
import { Button } from '#web/ui/button.tsx'

const PaymentCheckDialog = lazy(async () => {
  const { PaymentCheckDialog } = await import('#web/features/shop/payment-check.tsx')
  return { default: PaymentCheckDialog }
})

/** For members who have paid but don't see their purchase. */
export function PaymentCheckButton(): ReactElement {
  const [isOpen, setIsOpen] = useState<boolean>()
  return (
    <>
      <Button variant="link" size="sm" onClick={() => setIsOpen(true)}>
        Missing a purchase?
      </Button>
      {isOpen === undefined ? null : (
        <Suspense>
          <PaymentCheckDialog isOpen={isOpen} onOpenChange={setIsOpen} />
        </Suspense>
      )}
    </>
  )
}
