import { LockKeyhole } from 'lucide-react'
import type { ReactElement } from 'react'
import { confirmIdentity } from '#web/lib/step-up.ts'
import { Button } from '#web/ui/button.tsx'

interface StepUpPanelProps {
  /** Loads the hidden content once the person has confirmed their identity. */
  onConfirmed: () => void
  isBusy?: boolean
}

/** Shown instead of content that requires a recent confirmation of identity. */
export function StepUpPanel({ onConfirmed, isBusy }: StepUpPanelProps): ReactElement {
  const handleConfirm = async (): Promise<void> => {
    if (await confirmIdentity()) onConfirmed()
  }
  return (
    <div className="flex flex-col items-center gap-4 px-4 py-10 text-center">
      <LockKeyhole aria-hidden size={28} className="text-primary" />
      <div className="flex max-w-prose flex-col gap-1">
        <p className="font-semibold">Confirm it’s you to continue</p>
        <p className="text-ink-quiet">Personal information is shown here.</p>
      </div>
      <Button busy={isBusy} onClick={() => void handleConfirm()}>
        Confirm it’s you
      </Button>
    </div>
  )
}
