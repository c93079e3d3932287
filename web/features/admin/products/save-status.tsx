import type { ReactElement } from 'react'
import { type FAILURES, failureText } from '#web/features/admin/products/product-failure.ts'
import type { SaveProduct } from '#web/features/admin/products/use-save-product.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Progress } from '#web/ui/progress.tsx'

interface SaveStatusProps {
  saving: SaveProduct
  action: keyof typeof FAILURES
}

/** The progress of a save, or why it failed. */
export function SaveStatus({ saving, action }: SaveStatusProps): ReactElement | null {
  const { sent, isSaving, isCanceled, error, cancel } = saving
  if (sent !== undefined) return <UploadProgress sent={sent} onCancel={cancel} />
  if (isSaving) return null
  if (isCanceled) {
    return <Notice title="Upload canceled">Nothing was saved. Your entries are still here.</Notice>
  }
  if (!error) return null
  return (
    <Notice variant="error" title={failureText(error, action)}>
      Nothing was lost. Your entries are still here.
    </Notice>
  )
}

function UploadProgress(props: { sent: number; onCancel: () => void }): ReactElement {
  const percent = Math.floor(props.sent * 100)
  const isSent = percent >= 100
  return (
    <div className="flex flex-col gap-2">
      <Progress label="Uploading files" value={percent} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <p className="text-sm text-ink-quiet tabular-nums">
          {isSent ? 'Uploaded. Checking and storing…' : `Uploading: ${percent}%`}
        </p>
        <Button variant="outline" size="sm" disabled={isSent} onClick={props.onCancel}>
          Cancel upload
        </Button>
      </div>
    </div>
  )
}
