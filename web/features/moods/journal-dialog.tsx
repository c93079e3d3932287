import type { ReactElement } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import { Journal } from '#web/features/moods/journal.tsx'
import { Dialog, DialogContent } from '#web/ui/dialog.tsx'

interface JournalDialogProps {
  today: DateText
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function JournalDialog({ today, isOpen, onOpenChange }: JournalDialogProps): ReactElement {
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent
        title="Your journal"
        description="Only you can read this."
        className="max-w-3xl p-4 sm:p-6"
      >
        <Journal today={today} />
      </DialogContent>
    </Dialog>
  )
}
