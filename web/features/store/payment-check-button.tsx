import { lazy, type ReactElement, Suspense, useState } from 'react'
import { Button } from '#web/ui/button.tsx'

const PaymentCheckDialog = lazy(async () => {
  const { PaymentCheckDialog } = await import('#web/features/store/payment-check.tsx')
  return { default: PaymentCheckDialog }
})

/** For who has paid and does not have what they paid for. */
export function PaymentCheckButton(): ReactElement {
  const [isOpen, setIsOpen] = useState<boolean>()
  return (
    <>
      <Button variant="link" size="sm" onClick={() => setIsOpen(true)}>
        I paid, but…
      </Button>
      {isOpen === undefined ? null : (
        <Suspense>
          <PaymentCheckDialog isOpen={isOpen} onOpenChange={setIsOpen} />
        </Suspense>
      )}
    </>
  )
}
