import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { PaymentCheck } from '#contract/shop.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

interface CheckProps {
  /** The check of the payments, which starts when the dialog is opened. */
  check: UseMutationResult<PaymentCheck, Error, void>
}

interface PaymentCheckDialogProps extends CheckProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Shows what a check of the member's payments at the provider found. */
export function PaymentCheckDialog(props: PaymentCheckDialogProps): ReactElement {
  const { check, isOpen, onOpenChange } = props
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent
        title="Missing a purchase?"
        description="We’ll check with the payment service and fix anything that’s missing."
      >
        <Check check={check} />
        <DialogFooter>
          <DialogClose>
            <Button variant="outline">Done</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

function Check({ check: { mutate, data, error, isPending } }: CheckProps): ReactElement {
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
