import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react'
import { onStepUp } from '#web/lib/step-up.ts'

const StepUpDialog = lazy(async () => {
  const { StepUpDialog } = await import('#web/features/accounts/factors/step-up-dialog.tsx')
  return { default: StepUpDialog }
})

/** Shows the step-up dialog when a call needs one. */
export function StepUpGate(): ReactElement | null {
  const [waiting, setWaiting] = useState<{ settle: (isConfirmed: boolean) => void }>()
  useEffect(() => onStepUp(() => new Promise((resolve) => setWaiting({ settle: resolve }))), [])
  if (!waiting) return null
  const handleClose = (isConfirmed: boolean): void => {
    setWaiting(undefined)
    waiting.settle(isConfirmed)
  }
  return (
    <Suspense fallback={null}>
      <StepUpDialog onClose={handleClose} />
    </Suspense>
  )
}
