import { type ReactElement, useState } from 'react'
import { FACTOR_LIMITS } from '#contract/factors.ts'
import { FactorSection } from '#web/features/accounts/factors/factor-section.tsx'
import { renewRecoveryCodes } from '#web/features/accounts/factors/queries.ts'
import { useFactorChange } from '#web/features/accounts/factors/use-factor-change.ts'
import { counted } from '#web/lib/counted.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface RecoverySectionProps {
  /** How many codes have not been used. */
  left: number
  onCodes: (codes: string[] | null) => void
}

export function RecoverySection({ left, onCodes }: RecoverySectionProps): ReactElement {
  const [isAsking, setIsAsking] = useState(false)
  const renewing = useFactorChange({
    change: renewRecoveryCodes,
    failed: 'Failed to make new codes',
    onDone: onCodes,
  })
  return (
    <FactorSection
      title="Recovery codes"
      help="They let you in when you’ve lost your phone. Each one works once."
    >
      {left <= FACTOR_LIMITS.fewRecoveryCodes ? (
        <Notice>
          {left === 0 ? 'You have no recovery codes left.' : `Only ${counted(left, 'code')} left.`}{' '}
          Make new ones now and keep them somewhere safe.
        </Notice>
      ) : (
        <p>{counted(left, 'code')} left.</p>
      )}
      <Button
        variant="outline"
        className="self-start"
        busy={renewing.isPending}
        onClick={() => setIsAsking(true)}
      >
        Make new codes
      </Button>
      <ConfirmDialog
        title="Make new recovery codes?"
        description="The codes you have now stop working."
        confirmLabel="Make new codes"
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        onConfirm={() => {
          setIsAsking(false)
          renewing.mutate(undefined)
        }}
      />
    </FactorSection>
  )
}
