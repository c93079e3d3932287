import type { ReactElement } from 'react'
import type { Purchase } from '#contract/shop.ts'
import { useCancel } from '#web/features/shop/use-subscription-actions.ts'
import { dayText } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

interface CancelDialogProps {
  purchase: Purchase
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Asks before a subscription is canceled, and says how long it still gives access. */
export function CancelDialog({ purchase, isOpen, onOpenChange }: CancelDialogProps): ReactElement {
  const { title, subscriptionId, hasAccess, accessUntil } = purchase
  const dates = useDates()
  const cancel = useCancel(() => onOpenChange(false))
  return (
    <ConfirmDialog
      title={`Cancel ${title}?`}
      description={
        hasAccess && accessUntil
          ? `You keep access until ${dayText(accessUntil, dates)}. You won’t be charged again, and you can resume it until then at no cost.`
          : 'You won’t be charged again.'
      }
      confirmLabel="Cancel subscription"
      cancelLabel="Keep it"
      isDestructive
      isBusy={cancel.isBusy}
      onConfirm={() => subscriptionId && cancel.start(subscriptionId)}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    />
  )
}
