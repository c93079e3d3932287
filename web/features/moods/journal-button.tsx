import { BookHeart } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import { onFirstOpen } from '#web/lib/on-demand.tsx'
import { Button } from '#web/ui/button.tsx'

const JournalDialog = onFirstOpen(
  async () => (await import('#web/features/moods/journal-dialog.tsx')).JournalDialog,
  ({ isOpen }) => isOpen,
)

export function JournalButton({ today }: { today: DateText }): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <BookHeart aria-hidden size={18} className="max-[26rem]:hidden" />
        Journal
      </Button>
      <JournalDialog today={today} isOpen={isOpen} onOpenChange={setIsOpen} />
    </>
  )
}
