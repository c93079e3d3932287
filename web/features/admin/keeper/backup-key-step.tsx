import { Copy, Download } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { ServiceFormReturn } from '#web/features/admin/keeper/area-form.tsx'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { ChoiceField } from '#web/features/admin/kit/choice-field.tsx'
import { call } from '#web/lib/api.ts'
import { connectionCalls } from '#web/lib/calls.gen.ts'
import { useSiteTitle } from '#web/lib/site-settings.ts'
import { saveFile } from '#web/lib/start-download.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { toast } from '#web/ui/toast-store.ts'

interface BackupKeyStepProps {
  form: ServiceFormReturn
  /** The public half that is in use. */
  known: string | undefined
  /** Below the heading of the form’s place. */
  heading: 'h3' | 'h4'
}

/** Makes a key, or takes one that exists. Nothing is saved before its secret half is kept. */
export function BackupKeyStep({ form, known, heading: Heading }: BackupKeyStepProps): ReactElement {
  const [isChanging, setIsChanging] = useState(!known)
  const [kind, setKind] = useState<'new' | 'own'>('new')
  if (!isChanging) {
    return (
      <section className="flex flex-col items-start gap-3 border-t border-line pt-5">
        <Heading className="font-semibold">Then the key</Heading>
        <p>The key stays as it is. It begins with {known?.slice(0, 12)}…</p>
        <Button variant="outline" size="sm" onClick={() => setIsChanging(true)}>
          Use another key
        </Button>
      </section>
    )
  }
  return (
    <section className="flex flex-col gap-4 border-t border-line pt-5">
      <Heading className="font-semibold">Then make the key</Heading>
      <p>
        Backups are locked with a key. The server gets the half that makes them, and only you have
        the half that opens them.
        {known ? ' Backups made so far still need the key you have now: keep it, too.' : ''}
      </p>
      <ChoiceField
        legend="Do you have a backup key?"
        labels={{ new: 'No, make one', own: 'Yes, use mine' }}
        name="backup-key-kind"
        chosen={kind}
        onChange={({ target }) => {
          setKind(target.value === 'own' ? 'own' : 'new')
          form.setValue('BACKUP_RECIPIENT', '')
          form.setValue('kept', '')
        }}
      />
      {kind === 'new' ? <NewKey form={form} /> : <OwnKey form={form} />}
    </section>
  )
}

function OwnKey({ form }: Pick<BackupKeyStepProps, 'form'>): ReactElement {
  return (
    <>
      <TextField
        form={form}
        name="BACKUP_RECIPIENT"
        label="Public half of your backup key"
        help="It begins with age1. Never enter the other half here."
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <KeptBox form={form} label="I have the half that opens the backups, and I’ve kept it safe." />
    </>
  )
}

function NewKey({ form }: Pick<BackupKeyStepProps, 'form'>): ReactElement {
  const siteTitle = useSiteTitle()
  const [hasLeft, setHasLeft] = useState(false)
  const making = useAction({
    call: () => call(connectionCalls.newBackupKey, {}),
    onDone: ({ recipient }) => form.setValue('BACKUP_RECIPIENT', recipient, { shouldDirty: true }),
    failed: 'Failed to make a backup key',
  })
  const { data } = making
  if (!data) {
    return (
      <div className="flex flex-col items-start gap-2">
        <ActionButton label="Make the key" action={making} size="default" variant="default" />
        <FieldError form={form} />
      </div>
    )
  }
  const handleCopy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(data.identity)
      setHasLeft(true)
      toast({ title: 'Key copied' })
    } catch {
      toast({
        title: 'Failed to copy',
        description: 'Download the key instead.',
        variant: 'destructive',
      })
    }
  }
  const handleDownload = (): void => {
    const day = new Date().toISOString().slice(0, 10)
    const text = `Backup key of ${siteTitle}, made on ${day}\n\n${data.identity}\n\nIt opens the backups made with ${data.recipient}\nKeep this file in two safe places, never on the server.\n`
    saveFile(`backup-key-${day}.txt`, new Blob([text], { type: 'text/plain' }))
    setHasLeft(true)
  }
  return (
    <>
      <p className="font-medium">
        Keep this key in two safe places that aren’t on the server, such as a password manager and a
        printed page. Without it, nobody can open your backups, and we can’t show it again.
      </p>
      <p className="rounded-lg bg-sand p-4 font-mono text-sm break-all select-all">
        {data.identity}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={handleDownload}>
          <Download aria-hidden size={18} />
          Download key
        </Button>
        <Button variant="outline" onClick={() => void handleCopy()}>
          <Copy aria-hidden size={18} />
          Copy key
        </Button>
      </div>
      {hasLeft ? (
        <KeptBox form={form} label="I’ve kept the key in two safe places." />
      ) : (
        <p className="text-ink-quiet">Download or copy the key first, then confirm it here.</p>
      )}
      <p className="text-sm text-ink-quiet">
        If you leave or reload this page before saving, this key is gone. Nothing uses it yet, so
        you can then make a new one.
      </p>
      <FieldError form={form} />
    </>
  )
}

function KeptBox({
  form,
  label,
}: Pick<BackupKeyStepProps, 'form'> & { label: string }): ReactElement {
  return (
    <Checkbox
      label={label}
      checked={useWatch({ control: form.control, name: 'kept' }) === 'true'}
      onChange={({ target }) => form.setValue('kept', target.checked ? 'true' : '')}
    />
  )
}

function FieldError({ form }: Pick<BackupKeyStepProps, 'form'>): ReactElement | null {
  const message = form.getFieldState('BACKUP_RECIPIENT', form.formState).error?.message
  return message ? (
    <p role="alert" className="text-destructive">
      {message}
    </p>
  ) : null
}
