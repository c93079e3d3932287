import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useEffect, useRef } from 'react'
import type { PaymentCheck } from '#contract/shop.ts'
import { refreshShop } from '#web/features/shop/queries.ts'
import { call, sentenceOf } from '#web/lib/api.ts'
import { shopCalls } from '#web/lib/calls.gen.ts'
import { useSending } from '#web/lib/use-sending.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

interface PaymentCheckDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Rereads the member's payments from the provider and lists what it found. */
export function PaymentCheckDialog({
  isOpen,
  onOpenChange,
}: PaymentCheckDialogProps): ReactElement {
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent
        title="Missing a purchase?"
        description="We’ll check with the payment provider and fix anything that’s missing."
      >
        <Check />
        <DialogFooter>
          <DialogClose>
            <Button variant="outline">Done</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

/** Runs the check once each time the dialog opens. */
function Check(): ReactElement {
  const client = useQueryClient()
  const { mutate, data, error, isPending } = useSending({
    mutationFn: () => call(shopCalls.checkPayments, {}),
    onSuccess: () => refreshShop(client),
  })
  const hasAsked = useRef(false)
  useEffect(() => {
    if (hasAsked.current) return
    hasAsked.current = true
    mutate()
  }, [mutate])
  return (
    <div aria-live="polite">
      {error ? (
        <ErrorState message={sentenceOf(error)} onRetry={() => mutate()} isRetrying={isPending} />
      ) : data ? (
        <Findings {...data} />
      ) : (
        <p className="flex items-center gap-3 py-2">
          <Spinner label="" />
          Checking your payments…
        </p>
      )}
    </div>
  )
}

function Findings({ findings }: PaymentCheck): ReactElement {
  if (findings.length === 0) return <p>Everything is up to date.</p>
  return (
    <ul className="flex list-disc flex-col gap-2 pl-5">
      {findings.map((finding) => (
        <li key={finding}>{finding}</li>
      ))}
    </ul>
  )
}
