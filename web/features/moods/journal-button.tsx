import { BookHeart } from 'lucide-react'
import { lazy, type ReactElement, Suspense } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Loaded when it is opened, because the daily page doesn't need it. */
const Journal = lazy(async () => {
  const { Journal } = await import('#web/features/moods/journal.tsx')
  return { default: Journal }
})

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
        <Suspense fallback={<Skeleton className="h-120 w-full" />}>
          <Journal today={today} />
        </Suspense>
      </DialogContent>
    </Dialog>
  )
}
