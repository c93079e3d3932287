import { Copy } from 'lucide-react'
import type { ReactElement } from 'react'
import { notifyFailure, notifySuccess } from '#web/features/admin/notify.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

interface WebhookAddressProps {
  url: string
  help: string
}

/** The address to which the provider sends its events, with a copy button. */
export function WebhookAddress({ url, help }: WebhookAddressProps): ReactElement {
  const handleCopy = async (): Promise<void> => {
    try {
      // Throws without HTTPS, where browsers offer no clipboard.
      await navigator.clipboard.writeText(url)
      notifySuccess('Copied')
    } catch {
      notifyFailure('Failed to copy', 'Please select the address and copy it yourself.')
    }
  }
  return (
    <Field label="Webhook address" help={help}>
      <div className="flex gap-2">
        <Input
          readOnly
          value={url}
          onFocus={({ target }) => target.select()}
          className="bg-sand font-mono text-sm"
        />
        <Button
          variant="outline"
          size="icon"
          aria-label="Copy webhook address"
          title="Copy"
          onClick={() => void handleCopy()}
        >
          <Copy aria-hidden size={18} />
        </Button>
      </div>
    </Field>
  )
}
