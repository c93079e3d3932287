import { type ReactElement, useState } from 'react'
import type { ChooseTranscript } from '#web/features/stories/transcript/use-own-transcript.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

interface RemoveTranscriptProps {
  choose: ChooseTranscript
  /** 'Remove transcript'. */
  label: string
  title: string
  description: string
}

/** Asks for confirmation, because the text is deleted. */
export function RemoveTranscript({
  choose,
  label,
  title,
  description,
}: RemoveTranscriptProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="ghost" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        title={title}
        description={description}
        confirmLabel={label}
        isDestructive
        isBusy={choose.isPending}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        onConfirm={() => choose.mutate('left-out', { onSettled: () => setIsOpen(false) })}
      />
    </>
  )
}
