import { useQueryClient } from '@tanstack/react-query'
import type { DateText } from '#contract/logical-date.ts'
import type { Mood, moodEndpoints } from '#contract/moods.ts'
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
import { type Action, useAction } from '#web/lib/use-action.ts'

/** The values of a complete form. */
interface MoodValues {
  mood: Mood
  notes: string | null
  /** That of the entry that the form began from; empty without one. */
  version: string
}

/** The message for an entry that waits for the network. */
export const UNSENT_SENTENCE = 'Saved on this device. We’ll send it when you’re back online.'

type Shared = Delivery<typeof moodEndpoints.save>

/** Writes the entry of the day, or keeps it on this device until it can be sent. */
export function useShareMood(
  today: DateText,
  onShared: (notes: string) => void,
): Action<MoodValues, Shared> {
  const { id: memberId } = useMember()
  const client = useQueryClient()
  return useAction<Shared, MoodValues>({
    call: (values) => {
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
    done: (delivery) =>
      delivery === 'queued'
        ? UNSENT_SENTENCE
        : 'Gratitude & Mood Sent Into The Universe Successfully',
    failed: (error) => ({
      title: 'Unable to share',
      description: [reasonOf(error), 'Please try sharing your mood expression again.']
        .filter(Boolean)
        .join(' '),
    }),
    onDone: (delivery, { version, ...values }) => {
      clearDraft(moodDraftKey(memberId), tabStorage)
      onShared(values.notes ?? '')
      // One that waits stays visible when it has been sent and the list is still loading.
      const at = new Date().toISOString()
      const entry =
        delivery === 'queued' ? unsentEntry({ date: today, values, version, at }) : delivery.answer
      client.setQueryData(recentMoodsQuery(today).queryKey, (list) => withEntry(list, entry))
      if (delivery !== 'queued') void client.invalidateQueries({ queryKey: moodsKey })
    },
  })
}

/** The server's reason for a refusal; undefined for an unexpected error. */
export function reasonOf(error: Error): string | undefined {
  if (!(error instanceof ApiError) || error.code === 'internal') return undefined
  return Object.values(error.fields)[0] ?? error.sentence
}
