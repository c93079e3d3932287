import { useNavigate } from '@tanstack/react-router'
import { BookHeart } from 'lucide-react'
import { type ReactElement, useEffect, useState } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import { onFirstOpen } from '#web/lib/on-demand.tsx'
import { Button } from '#web/ui/button.tsx'

const JournalDialog = onFirstOpen(
  async () => (await import('#web/features/moods/journal-dialog.tsx')).JournalDialog,
  ({ isOpen }) => isOpen,
)

interface JournalButtonProps {
  today: DateText
  /** Whether the address asks for the journal. */
  isAsked: boolean
}

export function JournalButton({ today, isAsked }: JournalButtonProps): ReactElement {
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  // Opened once the page is hydrated, because the server renders no dialogs.
  useEffect(() => (isAsked ? setIsOpen(true) : undefined), [isAsked])
  const handleOpenChange = (isNowOpen: boolean): void => {
    setIsOpen(isNowOpen)
    if (!isNowOpen && isAsked) void navigate({ to: '/flow', replace: true, resetScroll: false })
  }
  return (
    <>
      <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <BookHeart aria-hidden size={18} className="max-[26rem]:hidden" />
        Journal
      </Button>
      <JournalDialog today={today} isOpen={isOpen} onOpenChange={handleOpenChange} />
    </>
  )
}
