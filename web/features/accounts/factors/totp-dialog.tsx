import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { encode } from 'uqr'
import { z } from 'zod'
import { TotpCode } from '#contract/factors.ts'
import { confirmTotp, factorsQuery } from '#web/features/accounts/factors/queries.ts'
import { currentUserQuery } from '#web/features/accounts/queries.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { Dialog, DialogContent, DialogFormFooter } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast-store.ts'

interface TotpDialogProps {
  totpKey: { secret: string; uri: string }
  onClose: () => void
  onCodes: (codes: string[] | null) => void
}

const Inputs = z.object({ code: TotpCode })

/** Shows the key for the authenticator app and takes its first code. */
export function TotpDialog({ totpKey, onClose, onCodes }: TotpDialogProps): ReactElement {
  const queryClient = useQueryClient()
  const { form, ...confirming } = useServerForm({
    initial: { code: '' },
    values: Inputs,
    save: ({ code }) => confirmTotp(code),
    onSaved: async ({ recoveryCodes }) => {
      // The dialog with the codes says enough; on a phone, a toast would cover its title.
      if (!recoveryCodes) toast({ title: 'Authenticator app added' })
      await Promise.all([
        queryClient.invalidateQueries(factorsQuery),
        queryClient.invalidateQueries(currentUserQuery),
      ])
      onCodes(recoveryCodes)
      onClose()
    },
  })
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title="Set up an authenticator app"
        description="Scan the code with the app, or type the key into it."
      >
        <Form noValidate onSubmit={confirming.submit} className="flex flex-col gap-4">
          <QrCode text={totpKey.uri} />
          <div>
            <p className="text-sm text-ink-quiet">Key</p>
            <code className="font-mono wrap-anywhere select-all">
              {totpKey.secret.match(/.{1,4}/g)?.join(' ')}
            </code>
          </div>
          {confirming.sentence ? <Notice variant="error">{confirming.sentence}</Notice> : null}
          <Field
            label="Code from the app"
            help="Enter the 6 digits that the app shows now."
            error={form.formState.errors.code?.message}
            required
          >
            <Input
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
              {...form.register('code')}
            />
          </Field>
          <DialogFormFooter className="mt-2" busy={confirming.isSaving}>
            Turn on
          </DialogFormFooter>
        </Form>
      </DialogContent>
    </Dialog>
  )
}

/** Dark on light in both themes, because cameras need it. */
function QrCode({ text }: { text: string }): ReactElement {
  const { data, size } = encode(text, { border: 2 })
  const modules = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return (
    <svg
      role="img"
      aria-label="QR code with the key"
      viewBox={`0 0 ${size} ${size}`}
      className="size-48 self-center rounded-lg"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={modules.join('')} fill="#000" />
    </svg>
  )
}
