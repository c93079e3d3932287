import { useQuery } from '@tanstack/react-query'
import { Link, useBlocker } from '@tanstack/react-router'
import { Copy, Download, Printer } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { FACTOR_LIMITS, type Factors } from '#contract/factors.ts'
import { FactorSection, useFactorChange } from '#web/features/accounts/factors/factor-section.tsx'
import { PasskeySection } from '#web/features/accounts/factors/passkey-section.tsx'
import {
  factorsQuery,
  removeTotp,
  renewRecoveryCodes,
  startTotp,
} from '#web/features/accounts/factors/queries.ts'
import { call } from '#web/lib/api.ts'
import { factorCalls } from '#web/lib/calls.gen.ts'
import { counted } from '#web/lib/counted.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { useSiteTitle } from '#web/lib/site-settings.ts'
import { saveFile } from '#web/lib/start-download.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog, DialogContent, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast-store.ts'

/** How the member signs in, besides the password. */
export function FactorsCard({ member }: { member: User }): ReactElement {
  return (
    <Card id="security" aria-labelledby="security-title">
      <CardHeader>
        <CardTitle id="security-title">Passkeys and two-step sign-in</CardTitle>
        <CardDescription>Sign in without a password, or add a second step to it.</CardDescription>
      </CardHeader>
      {member.emailVerified ? (
        <Sections />
      ) : (
        <p>
          First{' '}
          <Link
            to="/account/$section"
            params={{ section: 'profile' }}
            className="text-primary underline underline-offset-4"
          >
            verify your email address
          </Link>
          .
        </p>
      )}
    </Card>
  )
}

function Sections(): ReactElement {
  const { data: factors, error, isFetching, refetch } = useQuery(factorsQuery)
  const [newCodes, setNewCodes] = useState<string[] | null>(null)
  const keeping = useAction({
    call: () => call(factorCalls.keepRecoveryCodes, {}),
    refresh: (client) => client.invalidateQueries({ queryKey: factorsQuery.queryKey }),
  })
  if (!factors) {
    return error ? (
      <QueryError query={{ error, isFetching, refetch }} />
    ) : (
      <Skeleton className="h-60" />
    )
  }
  const hasFactor = factors.passkeys.length > 0 || factors.totp !== null
  return (
    <div className="flex flex-col gap-6">
      <PasskeySection passkeys={factors.passkeys} onCodes={setNewCodes} />
      <TotpSection totp={factors.totp} onCodes={setNewCodes} />
      {hasFactor ? (
        <RecoverySection
          left={factors.recoveryCodesLeft}
          // Those on the screen are about to be saved.
          areKept={factors.areCodesKept || newCodes !== null}
          onCodes={setNewCodes}
        />
      ) : null}
      {newCodes ? (
        <RecoveryCodesDialog
          codes={newCodes}
          onKept={() => {
            setNewCodes(null)
            keeping.run()
          }}
          onClose={() => setNewCodes(null)}
        />
      ) : null}
    </div>
  )
}

interface RecoverySectionProps {
  /** How many codes have not been used. */
  left: number
  /** Whether the member has said that they saved the codes. */
  areKept: boolean
  onCodes: (codes: string[] | null) => void
}

function RecoverySection({ left, areKept, onCodes }: RecoverySectionProps): ReactElement {
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
      {areKept ? null : (
        <Notice>
          You haven’t said that you saved these codes. If you don’t have them, make new ones now and
          keep them somewhere safe.
        </Notice>
      )}
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

interface RecoveryCodesDialogProps {
  codes: string[]
  /** The member says that they saved them. */
  onKept: () => void
  onClose: () => void
}

/** Shows new recovery codes, only once, and asks before they are closed unsaved. */
function RecoveryCodesDialog({ codes, onKept, onClose }: RecoveryCodesDialogProps): ReactElement {
  const siteTitle = useSiteTitle()
  const text = `${siteTitle} recovery codes\n\n${codes.join('\n')}\n`
  const file = new Blob([text], { type: 'text/plain' })
  const [isLeaving, setIsLeaving] = useState(false)
  // Blocks navigation within the site only, because the quick exit has to work immediately.
  const blocker = useBlocker({
    shouldBlockFn: () => true,
    enableBeforeUnload: false,
    withResolver: true,
  })
  const stay = (): void => {
    setIsLeaving(false)
    blocker.reset?.()
  }
  const handleCopy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: 'Codes copied' })
    } catch {
      toast({
        title: 'Failed to copy',
        description: 'Select the codes and copy them yourself.',
        variant: 'destructive',
      })
    }
  }
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : setIsLeaving(true))}>
      <DialogContent
        data-print
        title="Save your recovery codes"
        description="If you lose your phone, one of these codes lets you in. We can’t show them again."
        // A click outside the dialog doesn't close it.
        onInteractOutside={(event) => event.preventDefault()}
      >
        <ol
          aria-label="Recovery codes"
          className="flex flex-col gap-2 rounded-lg bg-sand p-4 font-mono text-sm sm:text-base"
        >
          {codes.map((code) => (
            <li key={code} className="select-all">
              {code}
            </li>
          ))}
        </ol>
        <div className="mt-4 flex flex-wrap gap-3 print:hidden">
          <Button variant="outline" onClick={() => void handleCopy()}>
            <Copy aria-hidden size={18} />
            Copy
          </Button>
          <Button variant="outline" onClick={() => saveFile('recovery-codes.txt', file)}>
            <Download aria-hidden size={18} />
            Download
          </Button>
          <Button variant="outline" onClick={() => window.print()}>
            <Printer aria-hidden size={18} />
            Print
          </Button>
        </div>
        <DialogFooter className="print:hidden">
          <Button onClick={onKept}>I’ve saved them</Button>
        </DialogFooter>
      </DialogContent>
      <ConfirmDialog
        title="Close without saving the codes?"
        description="You won’t see these codes again. Without them, losing your phone locks you out of your account."
        cancelLabel="Show the codes"
        confirmLabel="Close"
        isDestructive
        isOpen={isLeaving || blocker.status === 'blocked'}
        onOpenChange={(isOpen) => (isOpen ? undefined : stay())}
        onConfirm={() => {
          onClose()
          blocker.proceed?.()
        }}
      />
    </Dialog>
  )
}

/** Loaded on demand, because few visits need its QR code. */
const TotpDialog = onDemand(
  () => import('#web/features/accounts/factors/totp-dialog.tsx'),
  'TotpDialog',
)

interface TotpSectionProps {
  totp: Factors['totp']
  /** Called with the recovery codes created with the first factor; null for a later factor. */
  onCodes: (codes: string[] | null) => void
}

function TotpSection({ totp, onCodes }: TotpSectionProps): ReactElement {
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
