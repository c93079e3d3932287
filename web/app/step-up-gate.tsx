import { type ReactElement, useEffect, useState } from 'react'
import { onDemand } from '#web/lib/on-demand.tsx'
import { onStepUp } from '#web/lib/step-up.ts'

const StepUpDialog = onDemand(
  () => import('#web/features/accounts/factors/step-up-dialog.tsx'),
  'StepUpDialog',
)

/** Shows the step-up dialog when a call needs one. */
export function StepUpGate(): ReactElement | null {
  const [waiting, setWaiting] = useState<{ settle: (isConfirmed: boolean) => void }>()
  useEffect(() => onStepUp(() => new Promise((resolve) => setWaiting({ settle: resolve }))), [])
  if (!waiting) return null
  const handleClose = (isConfirmed: boolean): void => {
    setWaiting(undefined)
    waiting.settle(isConfirmed)
  }
  return <StepUpDialog onClose={handleClose} />
}
