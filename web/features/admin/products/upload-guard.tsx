import { useBlocker } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/**
 * Asks before navigation within the site stops an upload. Doesn't ask when the site is left, because
 * the quick exit must work immediately.
 */
export function UploadGuard({ isUploading }: { isUploading: boolean }): ReactElement {
  const blocker = useBlocker({
    shouldBlockFn: () => isUploading,
    enableBeforeUnload: false,
    withResolver: true,
  })
  const stay = (): void => blocker.reset?.()
  return (
    <ConfirmDialog
      title="Stop the upload?"
      description="Files are still uploading. If you leave now, the product isn’t saved. What you typed stays in the form."
      cancelLabel="Stay"
      confirmLabel="Stop and leave"
      isDestructive
      isOpen={blocker.status === 'blocked'}
      onOpenChange={(isOpen) => (isOpen ? undefined : stay())}
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
