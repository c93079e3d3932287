import { useBlocker } from '@tanstack/react-router'
import { Copy, Download, Printer } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { useSiteTitle } from '#web/lib/site-settings.ts'
import { saveFile } from '#web/lib/start-download.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog, DialogContent, DialogFooter } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast-store.ts'

interface RecoveryCodesDialogProps {
  codes: string[]
  onClose: () => void
}

/** Shows new recovery codes, only once, and asks before they are closed unsaved. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps): ReactElement {
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
          <Button onClick={onClose}>I’ve saved them</Button>
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
