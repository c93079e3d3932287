import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { Order } from '#contract/shop.ts'
import { notifyError, notifySuccess } from '#web/features/admin/notify.ts'
import { refreshBooks, refundOrder } from '#web/features/admin/products/queries.ts'
import { useMoney } from '#web/lib/money.ts'
import { useGate } from '#web/lib/use-gate.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Refunds what is left of a payment. Renders nothing if it can't be refunded. */
export function RefundButton({ order }: { order: Order }): ReactElement | null {
  const { id, title, email, refund } = order
  const money = useMoney()
  const [isOpen, setIsOpen] = useState(false)
  const [endsSubscription, setEndsSubscription] = useState(true)
  const gate = useGate()
  const queryClient = useQueryClient()
  const send = useMutation({
    mutationFn: () => refundOrder(id, refund?.isSubscribed === true && endsSubscription),
    onSuccess: ({ refunded }) => notifySuccess('Refunded', `${money(refunded)} for “${title}”`),
    onError: (error) => notifyError('Failed to refund', error),
    // Also after a failure: somebody else may have refunded it.
    onSettled: () => {
      gate.leave()
      setIsOpen(false)
      return refreshBooks(queryClient)
    },
  })
  const handleConfirm = (): void => {
    if (gate.enter()) send.mutate()
  }
  if (!refund) return null
  const amount = money(refund.amount)
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-label={`Refund ${amount}: ${title}, ${email ?? 'deleted account'}`}
        onClick={() => {
          setEndsSubscription(true)
          setIsOpen(true)
        }}
      >
        Refund
      </Button>
      <ConfirmDialog
        title={`Refund ${amount}?`}
        description={effectText(refund, email !== null)}
        confirmLabel={`Refund ${amount}`}
        isDestructive
        isBusy={send.isPending}
        isOpen={isOpen}
        onOpenChange={(open) => (send.isPending ? undefined : setIsOpen(open))}
        onConfirm={handleConfirm}
      >
        {refund.isSubscribed ? (
          <>
            <Checkbox
              label="Also end the subscription now"
              checked={endsSubscription}
              onChange={({ target }) => setEndsSubscription(target.checked)}
            />
            {endsSubscription ? null : (
              <p className="text-sm text-ink-quiet">
                The subscription continues. Its next payment gives access again.
              </p>
            )}
          </>
        ) : null}
      </ConfirmDialog>
    </>
  )
}

/** What the refund changes for the buyer. */
function effectText(refund: NonNullable<Order['refund']>, hasAccount: boolean): string {
  if (!hasAccount) return 'The buyer’s account was deleted. The money goes back to the buyer.'
  const access = refund.endsAccess
    ? 'The buyer loses access and downloads right away.'
    : 'The buyer’s access stays as it is.'
  return `The money goes back to the buyer, who gets an email. ${access} You can’t undo this.`
}
