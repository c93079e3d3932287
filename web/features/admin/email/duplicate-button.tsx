import type { ReactElement } from 'react'
import type { Mailing } from '#contract/email.ts'
import { useDuplicate } from '#web/features/admin/email/use-duplicate.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

interface DuplicateButtonProps {
  mailing: Mailing
  /** Called if the form is already on the page; otherwise its page is opened. */
  onCopied: (() => void) | undefined
}

/** Starts a new broadcast with the content and group of an earlier one. */
export function DuplicateButton({ mailing, onCopied }: DuplicateButtonProps): ReactElement {
  const duplicating = useDuplicate(onCopied)
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-label={`Duplicate: ${mailing.subject}`}
        onClick={() => duplicating.start(mailing)}
      >
        Duplicate
      </Button>
      <ConfirmDialog
        title="Replace your draft?"
        description="You have a broadcast that isn’t sent yet. The copy will replace it."
        confirmLabel="Replace draft"
        isDestructive
        isOpen={duplicating.asked !== undefined}
        onOpenChange={(isOpen) => (isOpen ? undefined : duplicating.cancel())}
        onConfirm={duplicating.confirm}
      />
    </>
  )
}
