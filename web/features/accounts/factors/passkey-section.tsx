import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactElement, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { isolated } from '#contract/direction.ts'
import { FACTOR_LIMITS, type Passkey, PasskeyName } from '#contract/factors.ts'
import { FactorSection, useFactorChange } from '#web/features/accounts/factors/factor-section.tsx'
import { useCanUsePasskeys } from '#web/features/accounts/factors/passkey-support.ts'
import { addPasskey, removePasskey, renamePasskey } from '#web/features/accounts/factors/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog, DialogContent, DialogFormFooter } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast } from '#web/ui/toast-store.ts'

const Inputs = z.object({ name: PasskeyName })

interface PasskeySectionProps {
  passkeys: Passkey[]
  /** Called with the recovery codes created with the first factor; null for a later factor. */
  onCodes: (codes: string[] | null) => void
}

export function PasskeySection({ passkeys, onCodes }: PasskeySectionProps): ReactElement {
  const [isNaming, setIsNaming] = useState(false)
  const adding = useFactorChange({
    change: addPasskey,
    failed: 'Failed to add passkey',
    onDone: ({ recoveryCodes }) => {
      // The dialog with the codes says enough; on a phone, a toast would cover its title.
      if (!recoveryCodes) toast({ title: 'Passkey added' })
      onCodes(recoveryCodes)
    },
  })
  return (
    <FactorSection
      title="Passkeys"
      help="Sign in with your fingerprint, face or screen lock. It’s the safest and quickest way."
    >
      {passkeys.length > 0 ? (
        <ul className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      ) : null}
      {useCanUsePasskeys() ? (
        <Button
          variant="outline"
          className="self-start"
          busy={adding.isPending}
          onClick={() => setIsNaming(true)}
        >
          Add a passkey
        </Button>
      ) : (
        <p className="text-sm text-ink-quiet">This browser can’t use passkeys here.</p>
      )}
      {isNaming ? (
        <PasskeyNameDialog
          title="Add a passkey"
          description="Give it a name that tells you where it is, such as “My phone”. Your browser will ask you to confirm."
          action="Continue"
          onName={(name) => adding.mutate(name)}
          onClose={() => setIsNaming(false)}
        />
      ) : null}
    </FactorSection>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }): ReactElement {
  const { id, name, createdAt, lastUsedAt } = passkey
  const [open, setOpen] = useState<'rename' | 'remove'>()
  const [renamed, setRenamed] = useState(passkey)
  const close = (): void => setOpen(undefined)
  const renaming = useFactorChange({
    change: renamePasskey,
    done: 'Passkey renamed',
    failed: 'Failed to rename passkey',
  })
  const removing = useFactorChange({
    change: removePasskey,
    done: 'Passkey removed',
    failed: 'Failed to remove passkey',
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p dir="auto" className="font-medium wrap-anywhere">
          {name}
        </p>
        <p className="text-sm text-ink-quiet">
          Added <RelativeTime date={createdAt} />
          {lastUsedAt ? (
            <>
              , last used <RelativeTime date={lastUsedAt} />
            </>
          ) : null}
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          variant="ghost"
          size="sm"
          busy={renaming.isPending}
          aria-label={`Rename passkey: ${name}`}
          onClick={() => {
            setRenamed(passkey)
            setOpen('rename')
          }}
        >
          Rename
        </Button>
        <Button
          variant="outline"
          size="sm"
          busy={removing.isPending}
          aria-label={`Remove passkey: ${name}`}
          onClick={() => setOpen('remove')}
        >
          Remove
        </Button>
      </div>
      {open === 'rename' ? (
        <PasskeyNameDialog
          title="Rename passkey"
          name={renamed.name}
          action="Rename"
          onName={(next) => renaming.mutate({ ...renamed, name: next })}
          onClose={close}
        />
      ) : null}
      <ConfirmDialog
        title={`Remove “${isolated(name)}”?`}
        description="You won’t be able to sign in with this passkey. Delete it on the device, too."
        confirmLabel="Remove passkey"
        isDestructive
        isOpen={open === 'remove'}
        onOpenChange={(isOpen) => (isOpen ? undefined : close())}
        onConfirm={() => {
          close()
          removing.mutate(id)
        }}
      />
    </li>
  )
}

interface PasskeyNameDialogProps {
  title: string
  description?: string
  name?: string
  /** The label of the submit button. */
  action: string
  onName: (name: string) => void
  onClose: () => void
}

function PasskeyNameDialog(props: PasskeyNameDialogProps): ReactElement {
  const { title, description, name = '', action, onName, onClose } = props
  const form = useForm({ resolver: zodResolver(Inputs), defaultValues: { name } })
  const handleSubmit = form.handleSubmit((inputs) => {
    onClose()
    onName(inputs.name)
  })
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent title={title} description={description}>
        <Form noValidate onSubmit={handleSubmit}>
          <Field label="Name" error={form.formState.errors.name?.message} required>
            <Input
              autoComplete="off"
              maxLength={FACTOR_LIMITS.passkeyName}
              {...form.register('name')}
            />
          </Field>
          <DialogFormFooter>{action}</DialogFormFooter>
        </Form>
      </DialogContent>
    </Dialog>
  )
}
