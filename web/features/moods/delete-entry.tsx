import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
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
import { useDates } from '#web/lib/use-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast-store.ts'

/** Deletes an entry after asking for confirmation. */
export function DeleteEntry({ entry }: { entry: MoodEntry }): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  const removal = useDeleteEntry(() => setIsOpen(false))
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
        onConfirm={() => removal.mutate(entry)}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
      />
    </>
  )
}

function useDeleteEntry(onSettled: () => void): UseMutationResult<undefined, Error, MoodEntry> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: MoodEntry) =>
      noticingLock(client, () => call(moodCalls.remove, { params: { id } })),
    onSuccess: (_, { id }) => {
      toast({ title: 'Mood expression deleted successfully' })
      client.setQueriesData<Page<MoodEntry>>(
        { queryKey: moodsKey },
        (list) => list && withoutEntry(list, id),
      )
      void client.invalidateQueries({ queryKey: moodsKey })
    },
    onError: (error) => {
      toast({
        title: 'Unable to delete',
        description: [reasonOf(error), 'Please try again.'].filter(Boolean).join(' '),
        variant: 'destructive',
      })
      // It may already have been deleted on another device.
      void client.invalidateQueries({ queryKey: moodsKey })
    },
    onSettled,
  })
}
