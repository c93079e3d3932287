import { type ReactElement, useState } from 'react'
import type { Factors } from '#contract/factors.ts'
import { FactorSection, useFactorChange } from '#web/features/accounts/factors/factor-section.tsx'
import { removeTotp, startTotp } from '#web/features/accounts/factors/queries.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Loaded on demand, because few visits need its QR code. */
const TotpDialog = onDemand(
  async () => (await import('#web/features/accounts/factors/totp-dialog.tsx')).TotpDialog,
)

interface TotpSectionProps {
  totp: Factors['totp']
  /** Called with the recovery codes created with the first factor; null for a later factor. */
  onCodes: (codes: string[] | null) => void
}

export function TotpSection({ totp, onCodes }: TotpSectionProps): ReactElement {
  return (
    <FactorSection
      title="Authenticator app"
      help="An app on your phone shows a 6-digit code that you enter after your password."
    >
      {totp ? <SetUp /> : <NotSetUp onCodes={onCodes} />}
    </FactorSection>
  )
}

function SetUp(): ReactElement {
  const [isAsking, setIsAsking] = useState(false)
  const removing = useFactorChange({
    change: removeTotp,
    done: 'Authenticator app removed',
    failed: 'Failed to remove authenticator app',
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <Badge>On</Badge>
      <Button
        variant="outline"
        size="sm"
        busy={removing.isPending}
        onClick={() => setIsAsking(true)}
      >
        Remove app
      </Button>
      <ConfirmDialog
        title="Remove the authenticator app?"
        description="You’ll no longer be asked for its codes. To move to another phone, remove it here and set it up again."
        confirmLabel="Remove app"
        isDestructive
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        onConfirm={() => {
          setIsAsking(false)
          removing.mutate(undefined)
        }}
      />
    </div>
  )
}

function NotSetUp({ onCodes }: Pick<TotpSectionProps, 'onCodes'>): ReactElement {
  const [key, setKey] = useState<{ secret: string; uri: string }>()
  const starting = useFactorChange({
    change: startTotp,
    failed: 'Failed to set up the app',
    onDone: setKey,
  })
  return (
    <>
      <Button
        variant="outline"
        className="self-start"
        busy={starting.isPending}
        onClick={() => starting.mutate(undefined)}
      >
        Set up an app
      </Button>
      {key ? (
        <TotpDialog totpKey={key} onClose={() => setKey(undefined)} onCodes={onCodes} />
      ) : null}
    </>
  )
}
