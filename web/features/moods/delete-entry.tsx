import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { Page } from '#contract/endpoint.ts'
import type { MoodEntry } from '#contract/moods.ts'
import { moodsKey, noticingLock } from '#web/features/moods/queries.ts'
import { withoutEntry } from '#web/features/moods/recent-moods.ts'
import { reasonOf } from '#web/features/moods/use-share-mood.ts'
import { call } from '#web/lib/api.ts'
import { moodCalls } from '#web/lib/calls.gen.ts'
import { longDay } from '#web/lib/dates.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Deletes an entry after asking for confirmation. */
export function DeleteEntry({ entry }: { entry: MoodEntry }): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  const client = useQueryClient()
  const close = (): void => setIsOpen(false)
  const removal = useAction({
    call: () => noticingLock(client, () => call(moodCalls.remove, { params: { id: entry.id } })),
    done: 'Mood expression deleted successfully',
    failed: (error) => ({
      title: 'Unable to delete',
      description: [reasonOf(error), 'Please try again.'].filter(Boolean).join(' '),
    }),
    onDone: () => {
      client.setQueriesData<Page<MoodEntry>>(
        { queryKey: moodsKey },
        (list) => list && withoutEntry(list, entry.id),
      )
      close()
    },
    onFailed: close,
    // Also after a failure: it may already have been deleted on another device.
    refresh: () => client.invalidateQueries({ queryKey: moodsKey }),
  })
  const day = longDay(entry.date, useDates().locale)
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Delete the entry for ${day}`}
        className="text-ink-quiet"
        onClick={() => setIsOpen(true)}
      >
        <Trash2 aria-hidden size={18} />
      </Button>
      <ConfirmDialog
        title="Delete this entry?"
        description={`Your mood and notes for ${day} will be deleted permanently.`}
        confirmLabel="Delete entry"
        isDestructive
        isBusy={removal.isPending}
        onConfirm={() => removal.run()}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
      />
    </>
  )
}
