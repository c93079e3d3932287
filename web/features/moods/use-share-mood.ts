import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { DateText } from '#contract/logical-date.ts'
import type { Mood, MoodEntry, moodEndpoints } from '#contract/moods.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { moodsKey, noticingLock, recentMoodsQuery } from '#web/features/moods/queries.ts'
import {
  moodCallKey,
  moodDraftKey,
  unsentEntry,
  withEntry,
} from '#web/features/moods/recent-moods.ts'
import { ApiError } from '#web/lib/api.ts'
import { moodCalls } from '#web/lib/calls.gen.ts'
import { clearDraft, tabStorage } from '#web/lib/drafts.ts'
import { type Delivery, sendOrQueue } from '#web/lib/outbox.ts'
import { toast } from '#web/ui/toast-store.ts'

/** The values of a complete form. */
interface MoodValues {
  mood: Mood
  notes: string | null
}

/** The message for an entry that waits for the network. */
export const UNSENT_SENTENCE = 'Saved on this device. We’ll send it when you’re back online.'

type Shared = Delivery<typeof moodEndpoints.save>

/** Writes the entry of the day, or keeps it on this device until it can be sent. */
export function useShareMood(
  today: DateText,
  onShared: () => void,
): UseMutationResult<Shared, Error, MoodValues> {
  const { id: memberId } = useMember()
  const client = useQueryClient()
  const show = (entry: MoodEntry): void => {
    client.setQueryData(recentMoodsQuery(today).queryKey, (list) => withEntry(list, entry))
  }
  return useMutation({
    mutationFn: (values: MoodValues) => {
      const body = { ...values, madeAt: new Date().toISOString() }
      return noticingLock(client, () =>
        sendOrQueue(
          moodCalls.save,
          { body },
          {
            memberId,
            key: moodCallKey(today),
            title: 'Mood',
            text: [values.mood, values.notes].filter(Boolean).join('\n\n'),
            throwsLimits: true,
          },
        ),
      )
    },
    onSuccess: (delivery, values) => {
      const isShared = delivery === 'queued' || isSameText(delivery.answer, values)
      if (isShared) {
        clearDraft(moodDraftKey(memberId), tabStorage)
        onShared()
      }
      if (delivery === 'queued') {
        // The entry stays visible when it has been sent and the list is still loading.
        show(unsentEntry({ date: today, values, at: new Date().toISOString() }))
        toast({ title: UNSENT_SENTENCE })
        return
      }
      show(delivery.answer)
      void client.invalidateQueries({ queryKey: moodsKey })
      if (isShared) toast({ title: 'Gratitude & Mood Sent Into The Universe Successfully' })
      else showFailure('A newer entry from another device was kept.')
    },
    onError: (error) => showFailure(reasonOf(error)),
  })
}

/** False if the server kept a later entry instead; the clocks of two devices can disagree. */
function isSameText(entry: MoodEntry, { mood, notes }: MoodValues): boolean {
  return entry.mood === mood && entry.notes === notes
}

function showFailure(reason: string | undefined): void {
  const again = 'Please try sharing your mood expression again.'
  toast({
    title: 'Unable to share',
    description: reason ? `${reason} ${again}` : again,
    variant: 'destructive',
  })
}

/** The server's reason for a refusal; undefined for an unexpected error. */
export function reasonOf(error: Error): string | undefined {
  if (!(error instanceof ApiError) || error.code === 'internal') return undefined
  return Object.values(error.fields)[0] ?? error.sentence
}
