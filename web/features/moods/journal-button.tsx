import { BookHeart } from 'lucide-react'
import type { ReactElement } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Loaded when it is opened, because the daily page doesn't need it. */
const Journal = onDemand(
  async () => (await import('#web/features/moods/journal.tsx')).Journal,
  <Skeleton className="h-120 w-full" />,
)

export function JournalButton({ today }: { today: DateText }): ReactElement {
  return (
    <Dialog>
      <DialogTrigger>
        <Button variant="outline" size="sm">
          <BookHeart aria-hidden size={18} className="max-[26rem]:hidden" />
          Journal
        </Button>
      </DialogTrigger>
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
