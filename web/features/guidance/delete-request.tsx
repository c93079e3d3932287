import { Trash2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { useDeleteRequest } from '#web/features/guidance/use-request-actions.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

interface DeleteRequestProps {
  requestId: number
  /** Distinguishes it from other requests: 'Faith request of March 3, 2026'. */
  name: string
}

/** Deletes a request after asking for confirmation. */
export function DeleteRequest({ requestId, name }: DeleteRequestProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  const removal = useDeleteRequest(() => setIsOpen(false))
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Delete: ${name}`}
        className="-my-1.5 text-ink-quiet"
        onClick={() => setIsOpen(true)}
      >
        <Trash2 aria-hidden size={18} />
      </Button>
      <ConfirmDialog
        title="Delete this request?"
        description="Your request and all answers will be deleted, for the guidance team too. This can’t be undone."
        confirmLabel="Delete request"
        isDestructive
        isBusy={removal.isPending}
        onConfirm={() => removal.mutate(requestId)}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
      />
    </>
  )
}
